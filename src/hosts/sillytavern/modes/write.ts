import { edit } from '../base/chat.js';
import type { Context } from '../base/context.js';
import type { Generations } from '../base/generations.js';

/** What the host was about to generate. */
export type WriteType = 'normal' | 'regenerate' | 'swipe' | 'continue';

/** True for what a director may write in the place of the host. */
export const isWriteType = (type: unknown): type is WriteType =>
  ['normal', 'regenerate', 'swipe', 'continue'].includes(String(type));

/**
 * Writes a message of the character as the host would have: a new one, another swipe of the last, or the last one to its
 * end; and has the chat saved. What is called in it is not run: it was not generated. `stay` is asked before each step.
 * @throws what `stay` throws, e.g. because another chat is open.
 */
export async function writeMessage(stay: () => Context, generations: Generations, type: WriteType, text: string) {
  const context = stay();
  generations.writing = true;
  try {
    if (type === 'continue') await edit(context, context.chat.length - 1, text);
    else await context.saveReply?.({ type: type === 'swipe' ? 'swipe' : 'normal', getMessage: text });
  } finally {
    generations.writing = false;
  }
  await stay().saveChat();
}
