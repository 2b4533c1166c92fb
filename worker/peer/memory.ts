import type { MemoryReads, MemoryWrites } from '../protocol/memory-methods.js';

/**
 * A chat's memory as a plugin's tool has it, on `ctx.memory`. Lists are arrays. Reads need `memory.read`, writes
 * `memory.write` and a tool of mode `write`; what is written may wait until the user has seen it, and is there for later
 * reads of the same call. All of them reject with `CAPABILITY_DENIED`, `CAPABILITY_LIMIT` and `BAD_ARGS`. One list has
 * 1,000 candidates at the most, one search 200 hits, one batch 500 ops and links.
 */
export interface PluginMemory extends MemoryReads<unknown, readonly string[]>, MemoryWrites {
  /**
   * Rejects with `NO_EMBEDDING_PROFILE` where the host has none. What this call has written is found as it is now where the
   * host's profile is the local one; where a server makes the vectors, as it was before.
   */
  vectorSearch: MemoryReads['vectorSearch'];
}
