import type { Context } from '../base/context.js';
import type { ChatMemory } from './chat-memory.js';
import { switchExtract, switchRemember } from './metadata.js';
import type { OpenChat } from './open-chat.js';

/** Remembers what is said in the open chat word for word, or takes that away again. */
export function wishToRemember(memory: ChatMemory, context: Context, on: boolean): Promise<void> {
  switchRemember(context, on);
  return wished(memory, context, (chat) => on || chat.next(() => chat.graph.forgetMessages()));
}

/** Lets the model write the memory of the open chat, or ends that; what it has written stays. */
export function wishToExtract(memory: ChatMemory, context: Context, on: boolean): Promise<void> {
  switchExtract(context, on);
  return wished(memory, context, () => {});
}

async function wished(memory: ChatMemory, context: Context, first: (chat: OpenChat) => unknown): Promise<void> {
  await memory.openSession(context);
  const chat = await memory.here();
  if (!chat) return;
  await first(chat);
  await memory.remembering.here(chat);
}
