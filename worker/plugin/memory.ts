import type { MemoryReads, MemoryWrites } from '../protocol/memory-methods.js';

type Reads = MemoryReads<unknown, readonly string[]>;
type Writes = MemoryWrites;

/**
 * A chat's memory as a plugin's tool has it, on `ctx.memory`. Lists are arrays. To read needs `memory.read`:
 * `{ id: 'recall', cap: 'memory.read', reason: 'to know what has happened' }`. To write needs `memory.write`, and a tool of mode
 * `write`: `{ id: 'learn', cap: 'memory.write', types: ['event'], reason: 'to write down what has happened' }`. What is written may
 * wait until the user has seen it, and is there for later reads of the same call. All of them reject with `CAPABILITY_DENIED`,
 * `CAPABILITY_LIMIT` and `BAD_ARGS`. One list has 1,000 candidates at the most, one search 200 hits, one batch 500 ops and links.
 */
export interface PluginMemory extends Reads, Writes {
  /** Needs `memory.read`. Returns the node types. */
  getSchema: Reads['getSchema'];
  /** Needs `memory.read`. Returns the nodes that a recall may choose from, the newest first. */
  listVisibleCandidates: Reads['listVisibleCandidates'];
  /** Needs `memory.read`. Sums up the edges of a node. */
  getEdgeSummary: Reads['getEdgeSummary'];
  /** Needs `memory.read`. Returns what a model sees of a node when it chooses for a recall; `null` for a missing or archived node. */
  getNodeBrief: Reads['getNodeBrief'];
  /** Needs `memory.read`. Returns the seeds, then the nodes reached from them, in the order found. */
  expandFromSeeds: Reads['expandFromSeeds'];
  /** Needs `memory.read`. Searches all active nodes by exact words; Chinese by pairs of characters. */
  keywordSearch: Reads['keywordSearch'];
  /**
   * Needs `memory.read`. Searches by meaning. Rejects with `NO_EMBEDDING_PROFILE` where the host has none. What this call has written
   * is found as it is now where the host's profile is the local one; where a server makes the vectors, as it was before.
   */
  vectorSearch: Reads['vectorSearch'];
  /** Needs `memory.read`. Finds nodes by a part of a title or of a primary key, the oldest turn first. Use it before you create one. */
  findByName: Reads['findByName'];
  /** Needs `memory.read`. Returns groups of nodes of a type that are due to be summed up. */
  compactionCandidates: Reads['compactionCandidates'];
  /** Needs `memory.write`. Creates a node, even if its title exists; see `findByName`. */
  createNode: Writes['createNode'];
  /** Needs `memory.write`. Changes a node. Each field is replaced as a whole. */
  editNode: Writes['editNode'];
  /** Needs `memory.write`. Archives a node: it is hidden, its edges stay. */
  deleteNode: Writes['deleteNode'];
  /** Needs `memory.write`. Adds links, or updates existing ones. */
  upsertLinks: Writes['upsertLinks'];
  /** Needs `memory.write`. Deletes links, by default in both directions. */
  deleteLinks: Writes['deleteLinks'];
  /** Needs `memory.write`. Creates a rollup with this summary above the nodes. */
  compactNodes: Writes['compactNodes'];
  /** Needs `memory.write`. Makes several changes as one. Changes that cannot be made are in `rejected`. */
  applyExtractionBatch: Writes['applyExtractionBatch'];
}
