import * as z from 'zod/mini';
import type { Contract } from './contract.js';
import { type Effect, effectSchema, type ReadMark, readMark } from './effects.js';
import { memoryGrant } from './memory-guests.js';
import type { GraphInfo, HistoryEntry, SetAside, WantedTexts } from './memory-info.js';
import type { TablePage } from './memory-table.js';
import { type PortUse, portDecision } from './rights.js';

export type * from './memory-info.js';

z.config({ jitless: true });

/** Reads of a graph, by the names of its API; each takes what its method takes. */
export const MEMORY_READS = [
  ...['getSchema', 'listVisibleCandidates', 'getEdgeSummary', 'getNodeBrief', 'expandFromSeeds', 'keywordSearch'],
  ...['fuzzySearch', 'findByName', 'compactionCandidates', 'listNodes', 'getNode', 'listEdges', 'getNeighbors'],
  ...['ancestors', 'getDescendants', 'getNearestVisibleAncestor', 'projectEdges', 'getNodeExposure', 'page'],
] as const satisfies readonly string[];

/** Writes of a graph. */
export const MEMORY_WRITES = [
  ...['applyExtractionBatch', 'createNode', 'editNode', 'deleteNode', 'upsertLinks', 'deleteLinks', 'compactNodes'],
] as const satisfies readonly string[];

const graph = z.object({ graph: z.number() });
const lists = z.object({
  alwaysInjectIds: z.readonly(z.array(z.string())),
  recallSelectedIds: z.readonly(z.array(z.string())),
  visibleIds: z.readonly(z.array(z.string())),
});
const message = z.nullable(
  z.object({
    is_user: z.optional(z.boolean()),
    is_system: z.optional(z.boolean()),
    mes: z.optional(z.string()),
    swipe_id: z.optional(z.number()),
  }),
);
const maker = z.object({ source: z.string(), model: z.string() });

/** The memory worker: one per page, started when the first chat's memory is opened. */
export const memoryContract = {
  /** Opens a chat's graph, or finds it open. @throws `STORE_NEWER`, `STORE_BROKEN` after it was set aside, `STORE_FAILED`. */
  open: {
    input: z.object({
      store: z.nullable(z.string()),
      chat: z.string(),
      durability: z.enum(['relaxed', 'strict']),
      /** Node types of everybody, and of this chat's character; normalised there. */
      types: z.optional(z.unknown()),
      ownTypes: z.optional(z.unknown()),
      cjk: z.optional(z.enum(['bigram', 'run'])),
      /** What the chat shows, where that is known already. */
      messages: z.optional(z.readonly(z.array(message))),
    }),
    output: z.custom<{ readonly graph: number; readonly info: GraphInfo }>(),
  },
  /** Forgets an open graph; what is kept stays. */
  close: { input: graph, output: z.custom<null>() },
  read: {
    input: z.object({ graph: z.number(), method: z.enum(MEMORY_READS), args: z.readonly(z.array(z.unknown())) }),
    output: z.custom<unknown>(),
  },
  /** Searches by the meaning of a vector, or of a text where the maker is the local one. */
  vectorSearch: {
    input: z.object({
      graph: z.number(),
      maker,
      query: z.union([z.string(), z.custom<Float32Array>((value) => value instanceof Float32Array)]),
      options: z.unknown(),
    }),
    output: z.custom<unknown>(),
  },
  /** `batch` is made by the caller: a write that is sent twice is done once. */
  write: {
    input: z.object({
      graph: z.number(),
      batch: z.string(),
      method: z.enum(MEMORY_WRITES),
      args: z.readonly(z.array(z.unknown())),
    }),
    output: z.custom<unknown>(),
  },
  /** Takes the last commit of this tab back, as a commit of its own. @returns whether there was one. */
  undo: { input: z.object({ graph: z.number(), batch: z.string() }), output: z.custom<boolean>() },
  /** The chat's messages from `from` on; those before are as they were. The graph follows. */
  chat: {
    input: z.object({ graph: z.number(), from: z.int(), messages: z.readonly(z.array(message)) }),
    output: z.custom<GraphInfo>(),
  },
  /** Messages from `length` on were deleted, and what was tied to them is gone with them. */
  truncate: {
    input: z.object({ graph: z.number(), batch: z.string(), length: z.number() }),
    output: z.custom<GraphInfo>(),
  },
  removeSwipe: {
    input: z.object({ graph: z.number(), batch: z.string(), floor: z.number(), swipe: z.number() }),
    output: z.custom<GraphInfo>(),
  },
  /** A message was edited in place: the turn's ordinal is stale until it is written anew. */
  edited: { input: z.object({ graph: z.number(), floor: z.number() }), output: z.custom<GraphInfo>() },
  /** Copies what another chat keeps of its first `length` messages to one that has nothing yet. */
  branch: {
    input: z.object({ store: z.nullable(z.string()), from: z.string(), to: z.string(), length: z.number() }),
    output: z.custom<boolean>(),
  },
  /** A recall's report: all three sets are replaced. */
  inject: { input: z.object({ graph: z.number(), lists }), output: z.custom<null>() },
  /** Other node types; `null` for the default ones. */
  types: {
    input: z.object({ graph: z.number(), types: z.unknown(), ownTypes: z.unknown() }),
    output: z.custom<GraphInfo>(),
  },
  /** The next texts an index lacks; with the local maker the index makes them itself. */
  wanted: { input: z.object({ graph: z.number(), maker, limit: z.int() }), output: z.custom<WantedTexts>() },
  /** Vectors for texts that were wanted. */
  embedded: {
    input: z.object({
      graph: z.number(),
      maker,
      hashes: z.readonly(z.array(z.number())),
      dims: z.int(),
      vectors: z.custom<Float32Array>((value) => value instanceof Float32Array),
    }),
    output: z.custom<null>(),
  },
  /** The last commits that count, the newest first. */
  history: {
    input: z.object({ graph: z.number(), limit: z.int().check(z.minimum(1), z.maximum(200)) }),
    output: z.custom<readonly HistoryEntry[]>(),
  },
  info: { input: graph, output: z.custom<GraphInfo>() },
  /** A part of an export: the first from 0, each other from the name that came with the one before; `null` when it is over. */
  export: {
    input: z.object({
      graph: z.number(),
      format: z.enum(['json', 'jsonl']),
      from: z.int(),
      /** Nobody wants the rest. */
      stop: z.optional(z.boolean()),
    }),
    output: z.custom<{ readonly text: string; readonly next: number | null }>(),
  },
  /** One part of a file to be imported; the last one decides. @throws `BAD_ARGS` naming the line, and nothing is imported. */
  import: {
    input: z.object({
      graph: z.number(),
      batch: z.string(),
      upload: z.string(),
      text: z.string(),
      last: z.boolean(),
      /** The rest does not come: what has is forgotten. */
      stop: z.optional(z.boolean()),
    }),
    output: z.custom<GraphInfo | null>(),
  },
  /** Some rows of a table of the nodes. */
  table: {
    input: z.object({
      graph: z.number(),
      types: z.optional(z.readonly(z.array(z.string()))),
      archived: z.optional(z.boolean()),
      name: z.optional(z.string()),
      sort: z.optional(z.enum(['turn', 'oldest', 'title', 'links'])),
      from: z.optional(z.int().check(z.nonnegative())),
      limit: z.optional(z.int().check(z.positive())),
    }),
    output: z.custom<TablePage>(),
  },
  /** Puts what a chat file of SillyTavern tells in the place of what is there. @throws `BAD_ARGS` naming the line. */
  importChat: {
    input: z.object({ graph: z.number(), batch: z.string(), text: z.string() }),
    output: z.custom<GraphInfo>(),
  },
  /** What the host's own storage is to keep: the commits after `from`, as text, within `maxChars`. */
  mirror: {
    input: z.object({ graph: z.number(), maxChars: z.int() }),
    output: z.custom<{ readonly text: string; readonly key: number; readonly whole: boolean }>(),
  },
  /** Merges what another device has mirrored. @returns whether anything was new. */
  merge: {
    input: z.object({ graph: z.number(), text: z.string(), length: z.optional(z.number()) }),
    output: z.custom<boolean>(),
  },
  /** Node types of all chats for which none are told, as they are kept; `null` where none are. */
  keptTypes: { input: z.object({ store: z.nullable(z.string()) }), output: z.custom<readonly object[] | null>() },
  /** Keeps others, for graphs that are open here as well; `null` for none. @throws `BAD_ARGS` for what is no list, or too long. */
  keepTypes: { input: z.object({ store: z.nullable(z.string()), types: z.unknown() }), output: z.custom<null>() },
  /** Chats that something is kept of. */
  chats: { input: z.object({ store: z.nullable(z.string()) }), output: z.custom<readonly string[]>() },
  /** Deletes all that is kept of a chat. */
  remove: { input: z.object({ store: z.nullable(z.string()), chat: z.string() }), output: z.custom<null>() },
  asides: { input: z.object({ store: z.nullable(z.string()) }), output: z.custom<readonly SetAside[]>() },
  /** The text of what was set aside, as it was kept. */
  exportAside: { input: z.object({ store: z.nullable(z.string()), id: z.string() }), output: z.custom<string>() },
  removeAside: { input: z.object({ store: z.nullable(z.string()), id: z.string() }), output: z.custom<null>() },
  /** Serves the port of one call of a plugin over this graph, until `drop`. The port is transferred. */
  serve: {
    input: z.object({ graph: z.number(), grant: memoryGrant, port: z.custom<object>() }),
    output: z.custom<null>(),
  },
  /** The user's answer to a guest's `ask`. */
  decide: { input: portDecision, output: z.custom<null>() },
  /** Closes ports of guests. Resolves when nothing asked over them has an effect any more. Unknown ones are no error. */
  drop: { input: z.object({ grants: z.array(z.string()) }), output: z.custom<readonly PortUse[]>() },
  /** Answers a guest's `mean`: the maker, and the vector of the query or, for the local maker, the query itself. */
  meant: {
    input: z.object({
      mean: z.number(),
      maker: z.optional(maker),
      query: z.optional(z.union([z.string(), z.custom<Float32Array>((value) => value instanceof Float32Array)])),
      /** Why there is none. */
      error: z.optional(z.object({ code: z.string(), message: z.string() })),
    }),
    output: z.custom<null>(),
  },
  /** Ends a simulation, or the staging of one call. @returns what it came to; nothing for one that nobody has used. */
  endSimulation: {
    input: z.object({ id: z.string() }),
    output: z.custom<{
      readonly items: readonly Effect[];
      readonly reads: readonly ReadMark[];
      readonly deltas: { readonly [store: string]: unknown };
    }>(),
  },
  /**
   * Makes these effects real as one commit. @throws `EFFECTS_STALE` when what was read, or what they begin with, is not so
   * any more; `BAD_ARGS` for effects that no simulation makes.
   */
  commitEffects: {
    input: z.object({ graph: z.number(), id: z.string(), items: z.array(effectSchema), reads: z.array(readMark) }),
    output: z.custom<null>(),
  },
  /** Deletes everything that is kept of all chats. */
  erase: { input: z.object({ store: z.nullable(z.string()) }), output: z.custom<null>() },
} as const satisfies Contract;

export type MemoryContract = typeof memoryContract;
