import type { MemoryReads, MemoryWrites } from '../../worker/protocol/memory-methods.js';

/** Every method takes a signal; what it rejects with then is the signal's reason. */
export interface Abortable {
  readonly signal?: AbortSignal | undefined;
}

/** The reads of a session. @experimental */
export interface MemoryReadSession extends MemoryReads<Abortable> {}

/** The writes of a session. Each resolves when the change is kept. @experimental */
export interface MemoryWriteSession extends MemoryWrites<Abortable> {}

/** Sixteen methods on one chat's graph. @experimental */
export type MemorySession = Readonly<MemoryReadSession & MemoryWriteSession>;
