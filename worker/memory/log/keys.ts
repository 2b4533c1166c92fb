/** Digits of a number in a key, so that keys sort as their numbers do. */
const DIGITS = 12;

/** The parts of what is kept of a chat; `aside`: logs that were set aside, `restored`: what came back from the copy. */
type Part = 'head' | 'record' | 'batch' | 'snapshot' | 'aside' | 'restored';

/** The key of a chat's head, or where the keys of its generations begin. The length keeps it from beginning another chat's key. */
export const keyOf = (part: Part, chat: string): string => `${part}:${chat.length}:${chat}:`;

export const prefixOf = (part: Part, chat: string, generation: string): string => `${keyOf(part, chat)}${generation}:`;

export const numberedKey = (part: 'record' | 'snapshot', chat: string, generation: string, number: number): string =>
  `${prefixOf(part, chat, generation)}${String(number).padStart(DIGITS, '0')}`;

/** The chat of a key made by `keyOf`; `undefined` for any other key. */
export function chatOf(part: Part, key: string): string | undefined {
  const start = `${part}:`;
  const length = key.startsWith(start) ? key.slice(start.length).match(/^\d+/)?.[0] : undefined;
  if (length === undefined) return undefined;
  const from = start.length + length.length + 1;
  const chat = key.slice(from, from + Number(length));
  return key.startsWith(keyOf(part, chat)) ? chat : undefined;
}
