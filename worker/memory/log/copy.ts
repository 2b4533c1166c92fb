import type { LogStore, Pair } from '../../protocol/storage.js';
import { isObject } from '../commits/json-data.js';
import { chatOf, keyOf, prefixOf } from './keys.js';
import { generationsIn } from './quarantine.js';

/** Two log stores: the copy has the records, the heads and what is set aside of the first, as far as it has come. */
export interface Two {
  readonly first: LogStore;
  readonly copy: LogStore;
}

/** Stands in the first log store when it has everything that its copy had: one without it is new, or has lost everything. */
export const LEVEL = 'level';
/** Records that are copied in one transaction. */
export const AT_ONCE = 256;

interface Holding {
  readonly level: boolean;
  readonly head: unknown;
  readonly generation: string | undefined;
  readonly quarantined: ReadonlyMap<string, unknown>;
  /** Of the chat's log first, then of those set aside. */
  readonly generations: readonly string[];
}

export interface Progress {
  /** `lost`: the first log store has to be restored before anything is copied from it. */
  readonly state: 'more' | 'done' | 'lost';
  /** Key of the last record of the chat's log that the copy has; 0 for none. */
  readonly copied: number;
}

/** The generation in a head or in a quarantined log. The rest is checked when it is opened. */
export const generationIn = (value: unknown): string | undefined =>
  isObject(value) && typeof value.generation === 'string' && value.generation !== '' ? value.generation : undefined;

export async function holdingOf(logStore: LogStore, chat: string): Promise<Holding> {
  const headKey = keyOf('head', chat);
  const [values, quarantined] = await Promise.all([
    logStore.read([headKey, LEVEL]),
    logStore.list(keyOf('aside', chat)),
  ]);
  const head = values.get(headKey);
  const generation = generationIn(head);
  const generations = [generation, ...[...quarantined.values()].map(generationIn)].filter((one) => one !== undefined);
  return { level: values.has(LEVEL), head, generation, quarantined, generations: [...new Set(generations)] };
}

/** Every chat of which a log store has a log, or one that was set aside. */
export async function chatsIn(logStore: LogStore): Promise<readonly string[]> {
  const [heads, quarantined] = await Promise.all([logStore.list('head:'), logStore.list('aside:')]);
  const chats = [
    ...[...heads.keys()].map((key) => chatOf('head', key)),
    ...[...quarantined.keys()].map((key) => chatOf('aside', key)),
  ];
  return [...new Set(chats.filter((chat) => chat !== undefined))].sort();
}

/** Key of the last record of a log; 0 for none. */
export async function lastOf(logStore: LogStore, chat: string, generation: string): Promise<number> {
  const prefix = prefixOf('record', chat, generation);
  return Number((await logStore.lastKey(prefix))?.slice(prefix.length) ?? 0);
}

/** The records after a key, up to the first that is missing or holds no batch. Nothing after it is copied. */
export async function recordsAfter(logStore: LogStore, prefix: string, after: string): Promise<readonly Pair[]> {
  const page = await logStore.after(prefix, after, AT_ONCE);
  const before = Number(after.slice(prefix.length));
  const end = page.findIndex(
    ([key, value], i) => Number(key.slice(prefix.length)) !== before + 1 + i || batchOf(value) === undefined,
  );
  return end < 0 ? page : page.slice(0, end);
}

export const batchOf = (value: unknown): string | undefined =>
  isObject(value) && typeof value.batch === 'string' ? value.batch : undefined;

/** True for logs of one generation that went on differently: the first lost its end, and was written to before it had it again. */
export async function haveForked({ first, copy }: Two, chat: string, generation: string): Promise<boolean> {
  const prefix = prefixOf('record', chat, generation);
  const [one, two] = [await first.lastKey(prefix), await copy.lastKey(prefix)];
  if (one === undefined || two === undefined) return false;
  const key = one < two ? one : two;
  const values = await Promise.all([first.read([key]), copy.read([key])]);
  const [mine, theirs] = values.map((value) => batchOf(value.get(key)));
  return mine !== undefined && theirs !== undefined && mine !== theirs;
}

/** Copies a page more of a chat, alone. `compared` keeps the logs that need not be compared again. */
export async function copySome(two: Two, chat: string, compared: Set<string>): Promise<Progress> {
  const { first, copy } = two;
  const [there, here] = await Promise.all([holdingOf(first, chat), holdingOf(copy, chat)]);
  if (!there.level) return { state: 'lost', copied: 0 };
  // The records are kept even if the head is unreadable.
  if (there.head !== undefined && there.generation === undefined) return { state: 'done', copied: 0 };
  let copied = 0;
  for (const generation of there.generations) {
    const prefix = prefixOf('record', chat, generation);
    if (!compared.has(prefix)) {
      if (await haveForked(two, chat, generation)) await copy.transact([], () => ({ removeAll: [prefix] }));
      compared.add(prefix);
    }
    // What cannot be read of a log stays where it is.
    const last = (await copy.lastKey(prefix)) ?? prefix;
    const page = await recordsAfter(first, prefix, last).catch(() => []);
    const own = generation === there.generation;
    if (own) copied = Number((page.at(-1)?.[0] ?? last).slice(prefix.length));
    if (page.length === 0) continue;
    const begin: readonly Pair[] = own && here.head === undefined ? [[keyOf('head', chat), there.head]] : [];
    await copy.transact([], () => ({ set: [...begin, ...page] }));
    if (page.length === AT_ONCE) return { state: 'more', copied };
  }
  await takeOver(copy, chat, here, there);
  return { state: 'done', copied };
}

/** Makes the copy equal: the same log and the same quarantined logs. Other entries are deleted. */
async function takeOver(copy: LogStore, chat: string, here: Holding, there: Holding): Promise<void> {
  const gone = [...here.quarantined.keys()].filter((key) => !there.quarantined.has(key));
  const news = [...there.quarantined].filter(([key]) => !here.quarantined.has(key));
  if (here.generation === there.generation && gone.length + news.length === 0) return;
  const kept = new Set(there.generations);
  const orphans = [...(await generationsIn(copy, chat)), ...here.generations].filter((one) => !kept.has(one));
  const headKey = keyOf('head', chat);
  await copy.transact([], () => ({
    set: there.head === undefined ? news : [...news, [headKey, there.head]],
    remove: there.head === undefined ? [...gone, headKey] : gone,
    removeAll: orphans.map((generation) => prefixOf('record', chat, generation)),
  }));
}

/** Deletes a chat's log from the copy, with whatever was begun of others; what was set aside stays. */
export async function dropChat(copy: LogStore, chat: string): Promise<void> {
  const headKey = keyOf('head', chat);
  const { head, quarantined } = await holdingOf(copy, chat);
  const kept = new Set([...quarantined.values()].map(generationIn));
  const generations = (await generationsIn(copy, chat)).filter((generation) => !kept.has(generation));
  if (head === undefined && generations.length === 0) return;
  await copy.transact([], () => ({
    remove: [headKey],
    removeAll: generations.map((generation) => prefixOf('record', chat, generation)),
  }));
}

/** Deletes from the copy what was set aside under a name. */
export async function dropAside(copy: LogStore, id: string): Promise<void> {
  const chat = chatOf('aside', id);
  const generation = generationIn((await copy.read([id])).get(id));
  if (chat === undefined || generation === undefined) return;
  await copy.transact([], () => ({ remove: [id], removeAll: [prefixOf('record', chat, generation)] }));
}
