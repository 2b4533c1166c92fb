import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Changes, KeyValueStore, LogStore } from '../../../worker/protocol/storage.js';
import { type ByteRange, keyBytes, prefixRange } from './bytes.js';
import type { FolderDatabase } from './folder-database.js';
import { type Batch, puts, type Snapshot } from './snapshot.js';

type Values = Map<string, unknown>;

/** @throws `STORE_FAILED` for a value that cannot be kept. */
async function kept(make: () => Batch | Promise<Batch>): Promise<Batch> {
  try {
    return await make();
  } catch (cause) {
    throw new BulkheadError('STORE_FAILED', `the store failed: ${(cause as Error).message}`, {}, { cause });
  }
}

const listed = async (at: Snapshot, prefix: string): Promise<Values> => new Map(await at.pairs(prefixRange(prefix)));

/** Reads, decides, writes. What `decide` throws leaves as it is. */
const changing = async (found: Values, at: Snapshot, decide: (values: Values) => Changes) => {
  const changes = decide(found);
  return kept(() => at.batch(changes));
};

/** What both kinds of store have in the same words. */
function common(database: FolderDatabase) {
  const me = {};
  return {
    me,
    read: (keys: readonly string[]) => database.look(me, (at) => at.named(keys)),
    list: (prefix: string) => database.look(me, (at) => listed(at, prefix)),
    transact: (keys: readonly string[], decide: (values: Values) => Changes, sync: boolean) =>
      database.write(
        me,
        (at) => at.named(keys),
        (found, at) => changing(found, at, decide),
        sync,
      ),
    erase: () => database.erase(me),
    close: () => database.close(me),
  };
}

/** A key-value store in a database of a folder: a write is on the disk when its promise resolves. */
export function folderKeyValueStore(database: FolderDatabase): KeyValueStore {
  const { me, transact, ...rest } = common(database);
  return {
    ...rest,
    get: async (key) => (await rest.read([key])).get(key),
    keys: (prefix, beside) =>
      database.look(me, async (at) => ({
        keys: await at.keys(prefixRange(prefix)),
        value: (await at.named([beside])).get(beside),
      })),
    page: (prefix, { before, limit }) =>
      database.look(me, (at) => at.pairs(below(prefixRange(prefix), before), { limit, reverse: true })),
    async change(prefix, decide) {
      await database.write(
        me,
        (at) => listed(at, prefix),
        (found, at) => changing(found, at, decide),
        true,
      );
    },
    async transact(keys, decide) {
      await transact(keys, decide, true);
    },
    async trim(prefix, oldest, keep) {
      const all = prefixRange(prefix);
      await database.write(
        me,
        async (at) => [await at.keys(all), await at.keys(below(all, oldest))] as const,
        async ([keys, old]) => {
          const gone = keys.slice(0, Math.max(old.length, keys.length - Math.max(keep, 0)));
          return gone.length > 0 ? gone.map((key) => ({ type: 'del', key: keyBytes(key) }) as const) : undefined;
        },
        true,
      );
    },
  };
}

/** A log store in a database of a folder: a relaxed write survives the end of the process, a strict one is on the disk. */
export function folderLogStore(database: FolderDatabase): LogStore {
  const { me, transact, ...rest } = common(database);
  return {
    ...rest,
    listLarge: rest.list,
    after: (prefix, after, limit) => database.look(me, (at) => at.pairs(above(prefixRange(prefix), after), { limit })),
    keysAfter: (prefix, after, limit) =>
      database.look(me, (at) => at.keys(above(prefixRange(prefix), after), { limit })),
    count: (prefix) => database.look(me, async (at) => (await at.keys(prefixRange(prefix))).length),
    lastKey: (prefix) =>
      database.look(me, async (at) => (await at.keys(prefixRange(prefix), { limit: 1, reverse: true }))[0]),
    insert: (guard, holds, pairs) =>
      database.write(
        me,
        (at) => at.named([guard, ...pairs.map(([key]) => key)]),
        async (found) => {
          if (!holds(found.get(guard))) return undefined;
          const names = new Set(pairs.map(([key]) => key));
          if (names.size < pairs.length || pairs.some(([key]) => found.has(key))) return undefined;
          return kept(() => puts(pairs));
        },
        false,
      ),
    async transact(keys, decide, durability = 'relaxed') {
      await transact(keys, decide, durability === 'strict');
    },
  };
}

/** The part of a range that is below a key. */
function below(range: ByteRange, key: string | undefined): ByteRange {
  if (key === undefined) return range;
  const lt = keyBytes(key);
  return range.lt && Buffer.compare(range.lt, lt) < 0 ? range : { ...range, lt };
}

/** The part of a range that is above a key. */
function above({ gte, lt }: ByteRange, key: string): ByteRange {
  const gt = keyBytes(key);
  const end = lt ? { lt } : {};
  return gte && Buffer.compare(gte, gt) > 0 ? { gte, ...end } : { gt, ...end };
}
