export { memoryKeyValueStore } from '../../worker/adapters/memory-key-value.js';
export { memoryLogStore } from '../../worker/adapters/memory-log.js';
export type {
  Changes,
  Durability,
  HostStorage,
  KeyValueStore,
  LogStore,
  Page,
  Pair,
} from '../../worker/protocol/storage.js';
