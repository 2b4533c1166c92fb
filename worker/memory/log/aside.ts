import type { LogStore, Pair } from '../../protocol/storage.js';
import { isObject } from '../floor/json-data.js';
import { headOf } from './entries.js';
import { keyOf, newGeneration, prefixOf } from './keys.js';
import type { Shelf } from './shelf.js';

/** A log that would not open, kept as it was. */
export interface Aside {
  /** Its name for `exportAside` and `removeAside`. */
  readonly id: string;
  readonly chat: string;
  readonly why: string;
  /** When it was set aside, in milliseconds since 1970. */
  readonly at: number;
}

/** One thing of a log that was set aside; `value` is missing where it cannot be read. */
export interface AsidePair {
  readonly key: string;
  readonly value?: unknown;
}

/** Things of a log read at once. */
const PAGE = 256;
const PARTS = ['record', 'snapshot', 'batch'] as const;

/** What is asked at that moment, and written, when a log is set aside. */
interface Circumstances {
  /** Looks at the head. */
  readonly still?: (head: unknown) => boolean;
  /** A key under which nothing may be kept. */
  readonly free?: string;
  /** What is written in the same transaction, with a head of its own. */
  readonly instead?: readonly Pair[];
}

/**
 * Takes a chat its log away, so that the next one to open it finds none, and keeps it under a name of its own. Nothing is
 * copied or read: a log's keys tell which of the chat's logs they are of.
 * @returns the names; one, as a rule.
 */
export const setAside = async (shelf: Shelf, chat: string, why: string, more?: Circumstances) =>
  (await takeAway(shelf, chat, why, more)) ?? [];

/** The same. @returns `undefined` where something was not as it was to be: then nothing has changed. */
export async function takeAway(
  shelf: Shelf,
  chat: string,
  why: string,
  { still = () => true, free, instead = [] }: Circumstances = {},
): Promise<readonly string[] | undefined> {
  const headKey = keyOf('head', chat);
  const asideKey = (generation: string) => keyOf('aside', chat) + generation;
  const generations = await generationsOf(shelf, chat);
  const ids: string[] = [];
  let taken = false;
  await shelf.logStore.transact(
    [headKey, ...generations.map(asideKey), ...(free === undefined ? [] : [free])],
    (values) => {
      const head = values.get(headKey);
      if (!still(head) || (free !== undefined && values.has(free))) return {};
      taken = true;
      const names = new Set(generations.filter((generation) => !values.has(asideKey(generation))));
      // The head may tell of one that was begun meanwhile, or be all that there is.
      if (head !== undefined) names.add(generationOf(head) ?? [...names][0] ?? newGeneration());
      ids.push(...[...names].map(asideKey));
      const at = Date.now();
      const aside = [...names].map(
        (generation) => [asideKey(generation), { chat, generation, why, at, head }] as const,
      );
      return { set: [...aside, ...instead], remove: instead.length > 0 ? [] : [headKey] };
    },
    'strict',
  );
  if (ids.length > 0) shelf.tell({ chat, gone: true });
  return taken ? ids : undefined;
}

/** The logs of a chat that are not aside already: one, or several where its head was lost. */
export async function generationsOf({ logStore }: Shelf, chat: string): Promise<readonly string[]> {
  const aside = keyOf('aside', chat);
  const [found, already] = await Promise.all([generationsIn(logStore, chat), logStore.list(aside)]);
  return found.filter((generation) => !already.has(aside + generation));
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

/** The generation that a head tells, if it can be read. */
export function generationOf(head: unknown): string | undefined {
  try {
    return headOf(head)?.generation;
  } catch {
    return undefined;
  }
}

/** Everything that is aside, the newest first. */
export async function listAsides({ logStore }: Shelf): Promise<readonly Aside[]> {
  const kept = await logStore.list('aside:');
  const asides = [...kept].flatMap(([id, value]): Aside[] => {
    if (!isObject(value)) return [];
    return [{ id, chat: String(value.chat), why: String(value.why), at: Number(value.at) }];
  });
  return asides.sort((one, other) => other.at - one.at);
}

/** Where the keys of what is aside begin. */
async function prefixesOf({ logStore }: Shelf, id: string): Promise<readonly string[]> {
  const value = (await logStore.read([id])).get(id);
  if (!isObject(value)) return [];
  const { chat, generation } = value;
  return PARTS.map((part) => prefixOf(part, String(chat), String(generation)));
}

/** Everything of a log that was set aside, as it was kept, page by page. */
export async function* exportAside(shelf: Shelf, id: string): AsyncGenerator<readonly AsidePair[]> {
  const prefixes = await prefixesOf(shelf, id);
  if (prefixes.length > 0) yield [{ key: id, value: (await shelf.logStore.read([id])).get(id) }];
  for (const prefix of prefixes) {
    let after = prefix;
    for (;;) {
      const page = await readPage(shelf, prefix, after);
      const last = page.at(-1);
      if (!last) break;
      yield page;
      after = last.key;
    }
  }
}

async function readPage({ logStore }: Shelf, prefix: string, after: string): Promise<readonly AsidePair[]> {
  const asPair = ([key, value]: Pair): AsidePair => ({ key, value });
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
export async function removeAside(shelf: Shelf, id: string): Promise<void> {
  const removeAll = await prefixesOf(shelf, id);
  if (removeAll.length > 0) await shelf.logStore.transact([], () => ({ removeAll, remove: [id] }));
}
