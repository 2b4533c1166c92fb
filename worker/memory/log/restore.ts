import type { Pair } from '../../protocol/storage.js';
import { isOrdinal } from '../commits/chat.js';
import { isObject } from '../commits/json-data.js';
import {
  batchOf,
  chatsIn,
  generationIn,
  haveForked,
  holdingOf,
  LEVEL,
  lastOf,
  recordsAfter,
  type Two,
} from './copy.js';
import { keyOf, numberedKey, prefixOf } from './keys.js';

export interface Restored {
  /** Records that came from the copy. */
  readonly records: number;
  /** When, in milliseconds since 1970. */
  readonly at: number;
}

/** Reads what was written down of the restoring of a log; `undefined` for none, or one of another log. */
export function restoredOf(value: unknown, generation: string): Restored | undefined {
  if (!isObject(value) || generationIn(value) !== generation) return undefined;
  const { records, at } = value;
  return isOrdinal(records) && typeof at === 'number' ? { records, at } : undefined;
}

/** Brings all back from the copy, alone: a chat's head after its records, the mark last, so that a cut restore goes on. @returns the chats. */
export async function restoreAll(two: Two): Promise<readonly string[]> {
  const { first, copy } = two;
  if ((await first.read([LEVEL])).has(LEVEL)) return [];
  const chats = await chatsIn(copy);
  const restored: string[] = [];
  for (const chat of chats) if (await restoreChat(two, chat)) restored.push(chat);
  // Where nothing is kept, nothing is made.
  if (chats.length > 0 || (await chatsIn(first)).length > 0) {
    await first.transact([], () => ({ set: [[LEVEL, Date.now()]] }));
  }
  return restored;
}

async function restoreChat(two: Two, chat: string): Promise<boolean> {
  const { head, generation, generations, quarantined } = await holdingOf(two.copy, chat);
  for (const one of generations) await bringBack(two, chat, one);
  const records = generation === undefined ? 0 : await lastOf(two.copy, chat, generation);
  const headKey = keyOf('head', chat);
  const quarantineKey = (one: string) => keyOf('aside', chat) + one;
  let restored = false;
  await two.first.transact([headKey, ...generations.map(quarantineKey)], (values) => {
    const now = values.get(headKey);
    // What is in use here is not in quarantine, whatever the copy says.
    const set: Pair[] = [...quarantined].filter(
      ([key, value]) => !values.has(key) && generationIn(value) !== generationIn(now),
    );
    if (generation !== undefined && generationIn(now) !== generation && !values.has(quarantineKey(generation))) {
      const at = Date.now();
      if (now === undefined) {
        set.push([headKey, head], [keyOf('restored', chat), { generation, records, at }]);
      } else {
        const why = 'it was lost for a while, and the chat was begun anew meanwhile';
        set.push([quarantineKey(generation), { chat, generation, why, at, head }]);
      }
    }
    restored = set.length > 0;
    return { set };
  });
  return restored;
}

/** True for a chat of whose log the copy has more records than the first log store. */
export async function isShort({ first, copy }: Two, chat: string): Promise<boolean> {
  const headKey = keyOf('head', chat);
  const generation = generationIn((await copy.read([headKey])).get(headKey));
  if (generation === undefined) return false;
  // In this order: the copy never has what the first had not before.
  const last = await lastOf(copy, chat, generation);
  if (last <= (await lastOf(first, chat, generation))) return false;
  return generationIn((await first.read([headKey])).get(headKey)) === generation;
}

/** Brings the end of a chat's log back. Nobody else may do so, or copy, at the same time. @returns whether any of it came. */
export async function restoreEnd(two: Two, chat: string): Promise<boolean> {
  if (!(await isShort(two, chat))) return false;
  const { generation = '' } = await holdingOf(two.copy, chat);
  const records = await bringBack(two, chat, generation);
  const restored = { generation, records, at: Date.now() };
  if (records > 0) await two.first.transact([], () => ({ set: [[keyOf('restored', chat), restored]] }));
  return records > 0;
}

/** Brings the records after the last one back, page by page, until one is there already. @returns how many came. */
async function bringBack(two: Two, chat: string, generation: string): Promise<number> {
  const { first, copy } = two;
  if (await haveForked(two, chat, generation)) return 0;
  const from = await lastOf(first, chat, generation);
  const prefix = prefixOf('record', chat, generation);
  const batches = prefixOf('batch', chat, generation);
  for (let last = from; ; ) {
    const page = await recordsAfter(copy, prefix, numberedKey('record', chat, generation, last));
    const pairs = page.flatMap(([key, value], i): Pair[] => [
      [key, value],
      [batches + batchOf(value), last + 1 + i],
    ]);
    const free = page.length > 0 && (await first.insert(keyOf('head', chat), () => true, pairs));
    if (!free) return last - from;
    last += page.length;
  }
}
