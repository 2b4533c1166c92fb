import { BulkheadError } from '../protocol/errors.js';
import type { Pair } from '../protocol/storage.js';
import type { Ledger } from './indexeddb-log.js';

/** A ledger that lasts as long as its worker. */
export function memoryLedger(): Ledger {
  const pairs = new Map<string, unknown>();
  const keysOf = (prefix: string, after = '') =>
    [...pairs.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const pairOf = (key: string): Pair => [key, structuredClone(pairs.get(key))];
  const list = async (prefix: string) => new Map(keysOf(prefix).map(pairOf));
  return {
    list,
    listLarge: list,
    read: async (keys) => new Map(keys.filter((key) => pairs.has(key)).map(pairOf)),
    after: async (prefix, after, limit) => keysOf(prefix, after).slice(0, limit).map(pairOf),
    keysAfter: async (prefix, after, limit) => keysOf(prefix, after).slice(0, limit),
    count: async (prefix) => keysOf(prefix).length,
    lastKey: async (prefix) => keysOf(prefix).at(-1),
    async insert(guard, holds, added) {
      const copies = copiesOf(added);
      if (!holds(pairs.get(guard)) || copies.some(([key]) => pairs.has(key))) return false;
      for (const [key, value] of copies) pairs.set(key, value);
      return true;
    },
    async transact(keys, decide) {
      const values = new Map(keys.filter((key) => pairs.has(key)).map(pairOf));
      const { set = [], remove = [], removeAll = [] } = decide(values);
      const copies = copiesOf(set);
      for (const key of removeAll.flatMap((prefix) => keysOf(prefix))) pairs.delete(key);
      for (const [key, value] of copies) pairs.set(key, value);
      for (const key of remove) pairs.delete(key);
    },
    erase: async () => pairs.clear(),
    close: async () => {},
  };
}

/** @throws `STORE_FAILED` for what cannot be cloned. */
function copiesOf(pairs: readonly Pair[]): readonly Pair[] {
  try {
    return pairs.map(([key, value]) => [key, structuredClone(value)]);
  } catch (cause) {
    throw new BulkheadError('STORE_FAILED', `the store failed: ${(cause as Error).message}`, {}, { cause });
  }
}
