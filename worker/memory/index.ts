/**
 * The memory graph over plain stores, without a worker: for who holds a store already, for tools that run elsewhere than in a
 * page, and for tests. A page that wants a chat's memory kept opens a session of the host instead. Experimental: names and
 * signatures may still change. Importing it does nothing but load it; it runs in browsers, in workers and in Node.
 */
export { BulkheadError, type ErrorCode } from '../protocol/errors.js';
export type * from '../protocol/memory-types.js';
export { normalizeStore } from './commits/normalize-store.js';
export type { Counters, EdgeRecord, NodeRecord, StoreData } from './graph/records.js';
export {
  __recordInjectedNodeIds,
  applyMemoryGraphInjectionUpdate,
  createEmptyInjectionState,
  getCurrentlyInjectedNodeIds,
  getMemoryGraphInjectionState,
} from './plain/injection.js';
export { getMemoryGraphReadApi } from './plain/reads.js';
export { recall } from './plain/recall.js';
export type { MemoryGraphContext, MemoryGraphReadApi } from './plain/types.js';
export type { VectorBackend } from './plain/vectors.js';
export { getMemoryGraphWriteApi, type MemoryGraphWriteApi, type OnCommit } from './plain/writes.js';
export type { InjectionUpdate } from './reads/injection.js';
export type { Compression, NodeType } from './schema/node-type.js';
export { normalizeTypes } from './schema/normalize.js';
export type { CjkMode } from './search/tokens.js';
export { type ChatFile, type ChatMessage, readChatFile } from './transfer/chat-file.js';
export { type FromChatOptions, graphFromChat } from './transfer/graph-from-chat.js';
export type { BackendHit } from './vectors/vector-hits.js';
export { readWords, type WordVectors } from './vectors/word-vectors.js';
