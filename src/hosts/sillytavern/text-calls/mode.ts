import type { Context } from '../context.js';
import { changeSettings, readSettings } from '../settings.js';
import { type CallChoice, readChoice } from './choice.js';

const KEY = 'bulkhead';
const FIRST: CallChoice = { mode: 'native', dialect: 'bracket-call' };

/** What holds in chats for which nothing was chosen. */
export const defaultCalls = (context: Pick<Context, 'extensionSettings'>): CallChoice => ({
  ...FIRST,
  ...readSettings(context).calls,
});

/** What holds in the chat that is open. */
export function callsOf(context: Pick<Context, 'chatMetadata' | 'extensionSettings'>): CallChoice {
  const { calls } = Object(context.chatMetadata?.[KEY]) as { calls?: unknown };
  return { ...defaultCalls(context), ...readChoice(calls) };
}

/** Chooses for the chat that is open, and has it saved with the chat. @throws when none is open. */
export async function chooseCalls(context: Context, change: Partial<CallChoice>): Promise<void> {
  const { chatMetadata, chat } = context;
  if (!chatMetadata || chat.length === 0) throw new Error('no chat is open');
  const kept = Object(chatMetadata[KEY]) as object;
  const { mode, dialect } = { ...callsOf(context), ...change };
  chatMetadata[KEY] = { ...kept, calls: { mode, dialect } };
  await context.saveMetadata();
}

/** Chooses for chats for which nothing else is chosen. */
export function chooseDefaultCalls(context: Context, change: Partial<CallChoice>): void {
  changeSettings(context, { calls: { ...readSettings(context).calls, ...change } });
}
