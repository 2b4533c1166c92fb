import type { LogStore } from '../protocol/storage.js';
import { MemoryPairs } from './memory-pairs.js';

/** A log store in a Map. It keeps what the Map keeps. */
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
