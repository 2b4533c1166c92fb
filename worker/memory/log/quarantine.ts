import { randomId } from '../../primitives/random-id.js';
import type { LogStore, Pair } from '../../protocol/storage.js';
import { isObject } from '../commits/json-data.js';
import { headOf } from './entries.js';
import { keyOf, prefixOf } from './keys.js';
import type { LogStorage } from './storage.js';

/** A log that would not open, kept as it was. */
export interface QuarantinedLog {
  /** Its name for `exportQuarantined` and `removeQuarantined`. */
  readonly id: string;
  readonly chat: string;
  readonly why: string;
  /** When it was set aside, in milliseconds since 1970. */
  readonly at: number;
}

/** One thing of a log that was set aside; `value` is missing where it cannot be read. */
export interface QuarantinedPair {
  readonly key: string;
  readonly value?: unknown;
}

/** Things of a log read at once. */
const PAGE = 256;
const PARTS = ['record', 'snapshot', 'batch'] as const;

/** What is asked at that moment, and written, when a log is set aside. */
interface Circumstances {
  readonly still?: (head: unknown) => boolean;
  /** A key under which nothing may be kept. */
  readonly free?: string;
  /** What is written in the same transaction, with a head of its own. */
  readonly instead?: readonly Pair[];
}

/** Sets a chat's log aside under a name of its own. Nothing is copied: a log's keys name the log they belong to. @returns the names. */
export const quarantine = async (storage: LogStorage, chat: string, why: string, more?: Circumstances) =>
  (await takeAway(storage, chat, why, more)) ?? [];

/** The same. @returns `undefined` where something was not as it was to be: then nothing has changed. */
export async function takeAway(
  storage: LogStorage,
  chat: string,
  why: string,
  { still = () => true, free, instead = [] }: Circumstances = {},
): Promise<readonly string[] | undefined> {
  const headKey = keyOf('head', chat);
  const quarantineKey = (generation: string) => keyOf('aside', chat) + generation;
  const generations = await generationsOf(storage, chat);
  const ids: string[] = [];
  let taken = false;
  await storage.logStore.transact(
    [headKey, ...generations.map(quarantineKey), ...(free === undefined ? [] : [free])],
    (values) => {
      const head = values.get(headKey);
      if (!still(head) || (free !== undefined && values.has(free))) return {};
      taken = true;
      const names = new Set(generations.filter((generation) => !values.has(quarantineKey(generation))));
      // The head may belong to a log that was begun meanwhile, or be the only entry.
      if (head !== undefined) names.add(generationOf(head) ?? [...names][0] ?? randomId());
      ids.push(...[...names].map(quarantineKey));
      const at = Date.now();
      const moved = [...names].map(
        (generation) => [quarantineKey(generation), { chat, generation, why, at, head }] as const,
      );
      return { set: [...moved, ...instead], remove: instead.length > 0 ? [] : [headKey] };
    },
    'strict',
  );
  if (ids.length > 0) storage.notify({ chat, gone: true });
  return taken ? ids : undefined;
}

/** The logs of a chat that are not in quarantine yet: one, or several where its head was lost. */
export async function generationsOf({ logStore }: LogStorage, chat: string): Promise<readonly string[]> {
  const prefix = keyOf('aside', chat);
  const [found, already] = await Promise.all([generationsIn(logStore, chat), logStore.list(prefix)]);
  return found.filter((generation) => !already.has(prefix + generation));
}

/** All logs of a chat of which a log store has anything. */
export async function generationsIn(logStore: LogStore, chat: string): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const part of PARTS) {
    const prefix = keyOf(part, chat);
    let after = prefix;
    for (;;) {
      const [key] = await logStore.keysAfter(prefix, after, 1);
      if (key === undefined) break;
      const generation = key.slice(prefix.length).split(':', 1)[0] ?? '';
      found.add(generation);
      // Behind the colon that ends a generation comes the semicolon.
      after = `${prefix}${generation};`;
    }
  }
  return [...found];
}

/** The generation in a head, if it can be read. */
export function generationOf(head: unknown): string | undefined {
  try {
    return headOf(head)?.generation;
  } catch {
    return undefined;
  }
}

/** Everything in quarantine, the newest first. */
export async function listQuarantined({ logStore }: LogStorage): Promise<readonly QuarantinedLog[]> {
  const kept = await logStore.list('aside:');
  const quarantined = [...kept].flatMap(([id, value]): QuarantinedLog[] => {
    if (!isObject(value)) return [];
    return [{ id, chat: String(value.chat), why: String(value.why), at: Number(value.at) }];
  });
  return quarantined.sort((one, other) => other.at - one.at);
}

async function prefixesOf({ logStore }: LogStorage, id: string): Promise<readonly string[]> {
  const value = (await logStore.read([id])).get(id);
  if (!isObject(value)) return [];
  const { chat, generation } = value;
  return PARTS.map((part) => prefixOf(part, String(chat), String(generation)));
}

/** Everything of a log that was set aside, as it was kept, page by page. */
export async function* exportQuarantined(storage: LogStorage, id: string): AsyncGenerator<readonly QuarantinedPair[]> {
  const prefixes = await prefixesOf(storage, id);
  if (prefixes.length > 0) yield [{ key: id, value: (await storage.logStore.read([id])).get(id) }];
  for (const prefix of prefixes) {
    let after = prefix;
    for (;;) {
      const page = await readPage(storage, prefix, after);
      const last = page.at(-1);
      if (!last) break;
      yield page;
      after = last.key;
    }
  }
}

async function readPage({ logStore }: LogStorage, prefix: string, after: string): Promise<readonly QuarantinedPair[]> {
  const asPair = ([key, value]: Pair): QuarantinedPair => ({ key, value });
  try {
    return (await logStore.after(prefix, after, PAGE)).map(asPair);
  } catch {
    // One value that cannot be read must not keep the others from being saved.
    const keys = await logStore.keysAfter(prefix, after, PAGE);
    return Promise.all(
      keys.map(async (key) => ({
        key,
        ...(await logStore.read([key]).then(
          (values) => ({ value: values.get(key) }),
          () => ({}),
        )),
      })),
    );
  }
}

/** Deletes what was set aside, for good. */
export async function removeQuarantined(storage: LogStorage, id: string): Promise<void> {
  const removeAll = await prefixesOf(storage, id);
  if (removeAll.length > 0) await storage.logStore.transact([], () => ({ removeAll, remove: [id] }));
}
