import { afterPrefix, type Changes, type Store } from '../protocol/storage.js';

/** A store that keeps nothing beyond the page, for hosts that want none. It means what the one in IndexedDB means. */
export function memoryStore(): Store {
  const kept = new Map<string, unknown>();
  const below = (prefix: string) => {
    const end = afterPrefix(prefix);
    return [...kept.keys()].filter((key) => key >= prefix && key < end).sort();
  };
  const copy = (keys: readonly string[]) =>
    new Map(keys.filter((key) => kept.has(key)).map((key) => [key, structuredClone(kept.get(key))]));
  const apply = ({ set = [], remove = [], removeAll = [] }: Changes) => {
    const copies = set.map(([key, value]) => [key, structuredClone(value)] as const);
    for (const prefix of removeAll) for (const key of below(prefix)) kept.delete(key);
    for (const [key, value] of copies) kept.set(key, value);
    for (const key of remove) kept.delete(key);
  };
  return {
    get: async (key) => structuredClone(kept.get(key)),
    read: async (keys) => copy(keys),
    list: async (prefix) => copy(below(prefix)),
    keys: async (prefix, beside) => ({ keys: below(prefix), value: structuredClone(kept.get(beside)) }),
    async page(prefix, { before, limit }) {
      const keys = below(prefix).filter((key) => before === undefined || key < before);
      return [...copy(keys.reverse().slice(0, limit))];
    },
    change: async (prefix, decide) => apply(decide(copy(below(prefix)))),
    transact: async (keys, decide) => apply(decide(copy(keys))),
    async trim(prefix, oldest, keep) {
      const keys = below(prefix);
      const young = keys.filter((key) => key >= oldest);
      const last = new Set(keep > 0 ? young.slice(-keep) : []);
      for (const key of keys) if (!last.has(key)) kept.delete(key);
    },
    erase: async () => kept.clear(),
  };
}
