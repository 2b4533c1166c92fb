import type { KeyValueStore } from '../protocol/storage.js';
import { asSize, asValue, checkQuota, type Operation, resize, type StoreSize } from './data.js';
import { dataKey, storeKey } from './keys.js';

/** A plugin's own store as one call sees it: the real one, or an overlay above it. */
export interface PluginData {
  /** JSON text. */
  get(key: string): Promise<string | undefined>;
  /** All or none. @throws `CAPABILITY_LIMIT` above the quota. */
  write(operations: readonly Operation[], signal: AbortSignal): Promise<void>;
  /** In order of their code units. */
  keys(prefix: string): Promise<readonly string[]>;
  size(): Promise<Pick<StoreSize, 'bytes' | 'keys'>>;
}

/** The store itself: each write is one transaction. */
export function pluginData(store: KeyValueStore, plugin: string, quotaBytes: number): PluginData {
  const at = (key: string) => dataKey(plugin, key);
  const sizeAt = storeKey(plugin);
  return {
    get: async (key) => asValue(await store.get(at(key)))?.text,
    write: (operations, signal) =>
      store.transact([sizeAt, ...new Set(operations.map(({ key }) => at(key)))], (values) => {
        signal.throwIfAborted();
        const before = new Map(operations.map(({ key }) => [key, asValue(values.get(at(key)))?.text]));
        const old = asSize(values.get(sizeAt));
        const size = resize(old, before, operations);
        checkQuota(old.bytes, size.bytes, quotaBytes);
        const last = new Map(operations.map(({ key, text }) => [key, text]));
        const { revision } = size;
        return {
          set: [
            [sizeAt, size],
            ...[...last]
              .filter(([, text]) => text !== undefined)
              .map(([key, text]) => [at(key), { text, revision }] as const),
          ],
          remove: [...last].filter(([, text]) => text === undefined).map(([key]) => at(key)),
        };
      }),
    async keys(prefix) {
      const { keys } = await store.keys(at(prefix), sizeAt);
      return keys.map((key) => key.slice(at('').length));
    },
    size: async () => asSize(await store.get(sizeAt)),
  };
}
