import { BulkheadError } from '../../protocol/errors.js';
import { isObject, type JsonObject, parseObject } from '../commits/json-data.js';

/** A message as SillyTavern keeps it; what else a file says of it is left out. */
export interface ChatMessage {
  readonly name: string;
  readonly is_user: boolean;
  /** Hidden from the model. */
  readonly is_system: boolean;
  readonly mes: string;
  readonly send_date?: string | number;
  readonly swipe_id?: number;
  readonly swipes?: readonly string[];
  readonly extra?: { readonly [key: string]: unknown };
}

/** A chat file, read. */
export interface ChatFile {
  readonly userName: string;
  readonly characterName: string;
  readonly metadata: { readonly [key: string]: unknown };
  readonly messages: readonly ChatMessage[];
}

const isText = (value: unknown): value is string => typeof value === 'string';

const NO_OBJECT = 'is no object';

const broken = (line: number, what: string): BulkheadError =>
  new BulkheadError('BAD_ARGS', `line ${line} of the chat file ${what}`, { line });

function parsed(text: string, line: number): JsonObject {
  return parseObject(text, (why) => broken(line, why === NO_OBJECT ? why : 'is not whole'), NO_OBJECT);
}

function messageOf(
  given: JsonObject,
  line: number,
  names: { readonly user: string; readonly character: string },
): ChatMessage {
  const { name, mes, send_date, swipe_id, swipes, extra } = given;
  if (!isText(mes)) throw broken(line, 'is no message: it has no text');
  const isUser = given.is_user === true;
  return {
    name: isText(name) ? name : isUser ? names.user : names.character,
    is_user: isUser,
    is_system: given.is_system === true,
    mes,
    ...((isText(send_date) || typeof send_date === 'number') && { send_date }),
    ...(Number.isSafeInteger(swipe_id) && Number(swipe_id) >= 0 && { swipe_id: Number(swipe_id) }),
    ...(Array.isArray(swipes) && { swipes: swipes.map((swipe) => (isText(swipe) ? swipe : '')) }),
    ...(isObject(extra) && { extra }),
  };
}

/**
 * Reads a chat file of SillyTavern: one JSON object a line, the first one about the chat, each other one a message. A file
 * without that first line is read too.
 * @throws `BAD_ARGS` with `details.line` (from 1) where a line is cut off, is no object, or has no text
 *
 * @example
 * import { graphFromChat, readChatFile } from 'bulkhead/memory';
 * const { messages } = readChatFile(await (await fetch('/chats/tavern.jsonl')).text());
 * const store = graphFromChat(messages);
 */
export function readChatFile(text: string): ChatFile {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line, index) => ({ text: line.trim(), number: index + 1 }))
    .filter((line) => line.text !== '');
  const [first] = lines;
  if (first === undefined) throw broken(1, 'is empty');
  const start = parsed(first.text, first.number);
  const isHeader = !isText(start.mes);
  const isChat = isText(start.user_name) || isText(start.character_name) || isObject(start.chat_metadata);
  if (isHeader && !isChat) throw broken(first.number, 'is not the head of a chat');
  const names = {
    user: isText(start.user_name) ? start.user_name : '',
    character: isText(start.character_name) ? start.character_name : '',
  };
  return {
    userName: names.user,
    characterName: names.character,
    metadata: isObject(start.chat_metadata) ? start.chat_metadata : {},
    messages: lines
      .slice(isHeader ? 1 : 0)
      .map((line) => messageOf(parsed(line.text, line.number), line.number, names)),
  };
}
