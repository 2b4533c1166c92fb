import { whereabouts } from '../base/chat.js';
import { keptWithChat } from '../base/chat-metadata.js';
import type { Context } from '../base/context.js';
import { type CallChoice, changeSettings, readChoice, readSettings } from '../base/settings.js';

const KEY = 'bulkhead';
const FIRST: CallChoice = { mode: 'native', dialect: 'auto' };
/** Chats whose choices are kept; the oldest go first. */
const MOST_CHATS = 500;

type Kept = Pick<Context, 'chatId' | 'groupId' | 'characterId' | 'characters' | 'chatMetadata' | 'extensionSettings'>;

/** What the file of the open chat says: it may be a stranger's. */
const inFile = (context: Pick<Context, 'chatMetadata'>): Partial<CallChoice> => readChoice(keptWithChat(context).calls);

/** What the user has chosen for the open chat, as the settings have it. */
function chosenHere(context: Kept): Partial<CallChoice> | undefined {
  const { chat } = whereabouts(context as Context) ?? {};
  const { chats } = readSettings(context);
  return chat !== undefined && Object.hasOwn(chats, chat) ? chats[chat] : undefined;
}

/** What holds in the chat that is open. Its file can only switch calls off: what is on, the user has switched on. */
export function callsOf(context: Kept): CallChoice {
  const choice = { ...FIRST, ...readSettings(context).calls, ...chosenHere(context) };
  return inFile(context).mode === 'off' ? { ...choice, mode: 'off' } : choice;
}

/** True where the file of the open chat asks for calls by text, and the user has not chosen anything for it. */
export const asksForText = (context: Kept): boolean =>
  inFile(context).mode === 'text' && chosenHere(context) === undefined && callsOf(context).mode !== 'text';

/** Chooses for the chat that is open: in the settings, and in its file, which can say no to another browser. @throws when none is open. */
export async function chooseCalls(context: Context, change: Partial<CallChoice>): Promise<void> {
  const { chatMetadata, chat } = context;
  const here = whereabouts(context)?.chat;
  if (!chatMetadata || chat.length === 0 || here === undefined) throw new Error('no chat is open');
  const { mode, dialect } = { ...callsOf(context), ...change };
  const { [here]: _before, ...others } = readSettings(context).chats;
  keepChats(context, { ...others, [here]: { mode, dialect } });
  chatMetadata[KEY] = { ...keptWithChat(context), calls: { mode, dialect } };
  await context.saveMetadata();
}

function keepChats(context: Context, chats: { readonly [chat: string]: Partial<CallChoice> }): void {
  changeSettings(context, { chats: Object.fromEntries(Object.entries(chats).slice(-MOST_CHATS)) });
}

/** Chats of the host have other names now: what was chosen for them goes along. */
export function renameChats(
  context: Context,
  renamed: readonly { readonly from: string; readonly to: string }[],
): void {
  const chats = { ...readSettings(context).chats };
  for (const { from, to } of renamed) {
    const choice = chats[from];
    if (!choice || !Object.hasOwn(chats, from)) continue;
    delete chats[from];
    chats[to] = choice;
  }
  keepChats(context, chats);
}

/** Chooses for chats for which nothing else is chosen. */
export function chooseDefaultCalls(context: Context, change: Partial<CallChoice>): void {
  changeSettings(context, { calls: { ...readSettings(context).calls, ...change } });
}
