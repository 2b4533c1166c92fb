import type { KeyValueStore } from '../protocol/storage.js';
import { MemoryPairs } from './memory-pairs.js';

/** A key-value store in a Map. It keeps what the Map keeps. */
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
