/** Storage in memory, and the interfaces of a page's own. Experimental: names and signatures may still change. */

export { memoryKeyValueStore, memoryLogStore } from '../../worker/adapters/memory-stores.js';
export type {
  Changes,
  Durability,
  HostStorage,
  KeyValueStore,
  LogStore,
  Page,
  Pair,
} from '../../worker/protocol/storage.js';
