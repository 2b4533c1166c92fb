import { randomId } from '../../primitives/random-id.js';

/** Digits of a number in a key, so that keys sort as their numbers do. */
const DIGITS = 12;

/** A number as it stands in a key. */
export const padded = (number: number): string => String(number).padStart(DIGITS, '0');

/**
 * What is kept of a chat: its head, and by generation its records, the batches among them, and its snapshot; and what was
 * brought back of it.
 */
export type Part = 'head' | 'record' | 'batch' | 'snapshot' | 'aside' | 'restored';

/** The name of a chat within a key: its length comes first, so that no chat's keys begin with another's. */
export const chatKey = (chat: string): string => `${chat.length}:${chat}:`;

/** The key of a chat's head, or where the keys of its generations begin. */
export const keyOf = (part: Part, chat: string): string => `${part}:${chatKey(chat)}`;

/** Where the keys of one generation of a chat begin. */
export const prefixOf = (part: Part, chat: string, generation: string): string => `${keyOf(part, chat)}${generation}:`;

/** The key of one record or of one part of a snapshot. */
export const numberedKey = (part: 'record' | 'snapshot', chat: string, generation: string, number: number): string =>
  `${prefixOf(part, chat, generation)}${padded(number)}`;

/** The chat of a key made by `keyOf`; `undefined` for any other key. */
export function chatOf(part: Part, key: string): string | undefined {
  const start = `${part}:`;
  const length = key.startsWith(start) ? key.slice(start.length).match(/^\d+/)?.[0] : undefined;
  if (length === undefined) return undefined;
  const from = start.length + length.length + 1;
  const chat = key.slice(from, from + Number(length));
  return key.startsWith(keyOf(part, chat)) ? chat : undefined;
}

/** A name that no log of this chat has had. */
export const newGeneration = (): string => randomId();
