import { BulkheadError } from '../protocol/errors.js';
import type { Changes, KeyValueStore, LogStore, Pair } from '../protocol/storage.js';

/** Pairs in a Map that nobody else reads while a method works on them. */
class MemoryPairs {
  readonly kept: Map<string, unknown>;

  constructor(kept: Map<string, unknown>) {
    this.kept = kept;
  }

  /** The keys of a prefix, in order. */
  keys(prefix: string): string[] {
    return [...this.kept.keys()].filter((key) => key.startsWith(prefix)).sort();
  }

  value(key: string): unknown {
    return structuredClone(this.kept.get(key));
  }

  /** Copies of the pairs that are there. */
  pairs(keys: readonly string[]): Map<string, unknown> {
    return new Map(keys.filter((key) => this.kept.has(key)).map((key) => [key, this.value(key)]));
  }

  /** @throws `STORE_FAILED` for what cannot be copied; then nothing is written. */
  apply({ set = [], remove = [], removeAll = [] }: Changes): void {
    const copies = copiesOf(set);
    for (const prefix of removeAll) for (const key of this.keys(prefix)) this.kept.delete(key);
    for (const [key, value] of copies) this.kept.set(key, value);
    for (const key of remove) this.kept.delete(key);
  }
}

function copiesOf(pairs: readonly Pair[]): readonly Pair[] {
  try {
    return pairs.map(([key, value]) => [key, structuredClone(value)]);
  } catch (cause) {
    throw new BulkheadError('STORE_FAILED', `the store failed: ${(cause as Error).message}`, {}, { cause });
  }
}

/**
 * A key-value store in a Map. It keeps what the Map keeps.
 *
 * @example
 * import { memoryKeyValueStore } from 'bulkhead/storage';
 * const kept = new Map<string, unknown>();
 * const store = memoryKeyValueStore(kept);
 */
export function memoryKeyValueStore(kept = new Map<string, unknown>()): KeyValueStore {
  const memory = new MemoryPairs(kept);
  return {
    get: async (key) => memory.value(key),
    read: async (keys) => memory.pairs(keys),
    list: async (prefix) => memory.pairs(memory.keys(prefix)),
    keys: async (prefix, beside) => ({ keys: memory.keys(prefix), value: memory.value(beside) }),
    async page(prefix, { before, limit }) {
      const keys = memory.keys(prefix).filter((key) => before === undefined || key < before);
      return [...memory.pairs(keys.reverse().slice(0, limit))];
    },
    change: async (prefix, decide) => memory.apply(decide(memory.pairs(memory.keys(prefix)))),
    transact: async (keys, decide) => memory.apply(decide(memory.pairs(keys))),
    async trim(prefix, oldest, keep) {
      const keys = memory.keys(prefix);
      const young = keys.filter((key) => key >= oldest);
      const last = new Set(keep > 0 ? young.slice(-keep) : []);
      for (const key of keys) if (!last.has(key)) kept.delete(key);
    },
    erase: async () => kept.clear(),
    close: async () => {},
  };
}

/**
 * A log store in a Map. It keeps what the Map keeps.
 *
 * @example
 * import { memoryLogStore } from 'bulkhead/storage';
 * const log = memoryLogStore();
 */
export function memoryLogStore(kept = new Map<string, unknown>()): LogStore {
  const memory = new MemoryPairs(kept);
  const above = (prefix: string, after: string, limit: number) =>
    memory
      .keys(prefix)
      .filter((key) => key > after)
      .slice(0, limit);
  const list = async (prefix: string) => memory.pairs(memory.keys(prefix));
  return {
    list,
    listLarge: list,
    read: async (keys) => memory.pairs(keys),
    after: async (prefix, after, limit) => [...memory.pairs(above(prefix, after, limit))],
    keysAfter: async (prefix, after, limit) => above(prefix, after, limit),
    count: async (prefix) => memory.keys(prefix).length,
    lastKey: async (prefix) => memory.keys(prefix).at(-1),
    async insert(guard, holds, added) {
      if (!holds(memory.value(guard))) return false;
      const names = new Set(added.map(([key]) => key));
      if (names.size < added.length || added.some(([key]) => kept.has(key))) return false;
      memory.apply({ set: added });
      return true;
    },
    transact: async (keys, decide) => memory.apply(decide(memory.pairs(keys))),
    erase: async () => kept.clear(),
    close: async () => {},
  };
}
