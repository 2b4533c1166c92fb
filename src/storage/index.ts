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
