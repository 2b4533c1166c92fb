import type { ChatMessage, ChatService } from '../../../index.js';
import type { Context, StoredMessage } from './context.js';
import { plainText, withoutMarkup } from './plain-text.js';

/** Characters of the chat that a tool's `ctx` holds; `ctx.chat.read` reads the rest. */
const SNAPSHOT_CHARS = 262_144;

/** SillyTavern's chat for plugins that were granted it. The live context is asked for at each use: a chat change replaces it. */
export function chatService(context: () => Context): ChatService {
  return {
    current: () => openChat(context()),
    length: () => context().chat.length,
    read: (from, to) =>
      context()
        .chat.slice(from, to)
        .map((message, offset) => toMessage(message, from + offset)),
    async apply(changes) {
      const { chat } = context();
      // What cannot be done is found before anything is.
      let length = chat.length;
      for (const change of changes) {
        if (change.op !== 'append' && change.index >= length)
          throw new Error(`the chat has no message ${change.index}`);
        if (change.op === 'append') length += 1;
        if (change.op === 'remove') length -= 1;
      }
      // Each step waits for the host's listeners, and meanwhile its user may open another chat, or this one anew.
      let left = chat.length;
      const stay = staying(context, () => left > 0);
      for (const change of changes) {
        const now = stay();
        if (change.op === 'append') left += 1;
        if (change.op === 'remove') left -= 1;
        if (change.op === 'append') await append(now, change);
        else if (change.op === 'edit') await edit(now, change.index, withoutMarkup(change.text));
        else await now.deleteMessage(change.index, undefined, false, false);
      }
      await stay().saveChat();
    },
  };
}

/** Which chat is open. None is while SillyTavern loads one: what is saved while it has no message replaces the whole chat. */
function openChat(context: Context) {
  return context.chat.length > 0 ? whereabouts(context) : undefined;
}

/** Where the user is, whether it has been loaded or not. */
export function whereabouts({ chatId, groupId, characterId, characters }: Context) {
  if (chatId === undefined || chatId === '') return undefined;
  const character = groupId ? `group:${groupId}` : characters[Number(characterId)]?.avatar;
  return { chat: `${character ?? ''}/${chatId}`, ...(character !== undefined && { character }) };
}

/**
 * The chat that is open now, for what writes into it in steps: asked before each. `filled`: whether it should have messages.
 * @throws where another one is open meanwhile, or none has been loaded: what is saved at that moment replaces it.
 */
export function staying(context: () => Context, filled: () => boolean): () => Context {
  const here = whereabouts(context())?.chat;
  return () => {
    const now = context();
    const isLoading = now.chat.length === 0 && filled();
    if (here === undefined || whereabouts(now)?.chat !== here || isLoading) {
      throw new Error('the chat was closed meanwhile');
    }
    return now;
  };
}

/** As whom a model reads a message. */
export const roleOf = ({ is_user, is_system, extra }: StoredMessage): ChatMessage['role'] =>
  is_user ? 'user' : is_system || extra?.type === 'narrator' ? 'system' : 'assistant';

const toMessage = (message: StoredMessage, index: number): ChatMessage => ({
  index,
  role: roleOf(message),
  ...(message.name !== undefined && { name: message.name }),
  text: message.mes ?? '',
});

interface Appended {
  readonly role: ChatMessage['role'];
  readonly name?: string | undefined;
  readonly text: string;
  /** What is kept of where it came from. */
  readonly bulkhead?: object;
  /** What the user sees in the place of the text; the model gets the text. */
  readonly shown?: string;
  readonly picture?: string;
}

/** A new message that the model sees too: `is_system` would hide it from the prompt, a narrator's is sent as `system`. */
export async function append(
  context: Context,
  { role, name, text, bulkhead, shown, picture }: Appended,
): Promise<void> {
  const { chat, name1, name2 } = context;
  const message: StoredMessage = {
    name: name === undefined ? { user: name1, assistant: name2, system: 'System' }[role] : plainText(name),
    is_user: role === 'user',
    is_system: false,
    mes: withoutMarkup(text),
    send_date: new Date().toISOString(),
    extra: {
      ...(role === 'system' && { type: 'narrator' }),
      bulkhead: bulkhead ?? true,
      ...(shown !== undefined && { display_text: shown }),
    },
    ...(picture !== undefined && { force_avatar: picture }),
  };
  chat.push(message);
  context.addOneMessage(message);
  const index = chat.length - 1;
  const events =
    role === 'user' ? ['MESSAGE_SENT', 'USER_MESSAGE_RENDERED'] : ['MESSAGE_RECEIVED', 'CHARACTER_MESSAGE_RENDERED'];
  for (const event of events) await notify(context, event, index, ...(role === 'user' ? [] : ['extension']));
}

/** Puts a text in the place of a message's, where there is such a message. */
export async function edit(context: Context, index: number, text: string): Promise<void> {
  const message = context.chat[index];
  if (!message) return;
  message.mes = text;
  // A swipe back and forth would bring the old text again.
  if (message.swipes && message.swipe_id !== undefined) message.swipes[message.swipe_id] = text;
  context.updateMessageBlock(index, message);
  for (const event of ['MESSAGE_EDITED', 'MESSAGE_UPDATED']) await notify(context, event, index);
}

/** Emits the events that the host itself emits at such a change. */
async function notify({ eventSource, eventTypes }: Context, event: string, ...payload: unknown[]): Promise<void> {
  const name = eventTypes[event];
  if (name !== undefined) await eventSource.emit(name, ...payload);
}

/** What the `ctx` of a tool in another realm shows of the page: the last messages, in SillyTavern's own form, and who speaks. */
export function snapshot(context: Context): object {
  const { chat, chatId, characterId, groupId, name1, name2 } = context;
  let chars = 0;
  let from = chat.length;
  while (from > 0) {
    chars += (chat[from - 1]?.mes?.length ?? 0) + 200;
    if (chars > SNAPSHOT_CHARS) break;
    from -= 1;
  }
  const shown = chat.slice(from).map(({ name, is_user, is_system, mes, send_date }) => ({
    name,
    is_user,
    is_system,
    mes,
    send_date,
  }));
  /** `chatOffset`: place of `chat[0]` in the whole chat. */
  return { chat: shown, chatOffset: from, chatId, characterId, groupId, name1, name2 };
}
