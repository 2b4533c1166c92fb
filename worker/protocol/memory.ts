import * as z from 'zod/mini';
import { type Contract, method } from './contract.js';
import { type Effect, effectSchema, type ReadMark, readMark } from './effects.js';
import { memoryGrant } from './memory-guests.js';
import type { GraphInfo, HistoryEntry, QuarantinedMemory, WantedTexts } from './memory-info.js';
import type { TablePage } from './memory-table.js';
import { type PortUse, portDecision } from './rights.js';
import { answer } from './shape.js';

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

const graph = { graph: z.number() };
const store = { store: z.nullable(z.string()) };
const batch = { ...graph, batch: z.string() };
const vector = z.custom<Float32Array>((value) => value instanceof Float32Array);
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
  open: method(
    {
      ...store,
      chat: z.string(),
      durability: z.enum(['relaxed', 'strict']),
      /** Node types of everybody, and of this chat's character; normalised there. */
      types: z.optional(z.unknown()),
      ownTypes: z.optional(z.unknown()),
      cjk: z.optional(z.enum(['bigram', 'run'])),
      /** The messages of the chat, if they are known already. */
      messages: z.optional(z.readonly(z.array(message))),
    },
    answer<{ readonly graph: number; readonly info: GraphInfo }>(),
  ),
  /** Closes an open graph; stored data stays. */
  close: method(graph),
  read: method({ ...graph, method: z.enum(MEMORY_READS), args: z.readonly(z.array(z.unknown())) }, answer<unknown>()),
  /** Searches by the meaning of a vector, or of a text where the worker itself is the maker. */
  vectorSearch: method(
    { ...graph, maker, query: z.union([z.string(), vector]), options: z.unknown() },
    answer<unknown>(),
  ),
  /**
   * What a model should be shown. `meaning`: what is asked, as a vector by the maker of the index or, where this worker is the maker,
   * as a text; without it, words alone decide.
   */
  recall: method(
    { ...graph, options: z.unknown(), meaning: z.optional(z.object({ maker, query: z.union([z.string(), vector]) })) },
    answer<unknown>(),
  ),
  /** `batch` is made by the caller: a write that is sent twice is done once. */
  write: method({ ...batch, method: z.enum(MEMORY_WRITES), args: z.readonly(z.array(z.unknown())) }, answer<unknown>()),
  /** Takes the last commit of this tab back, as a commit of its own. @returns whether there was one. */
  undo: method(batch, answer<boolean>()),
  /** The chat's messages from `from` on; those before are as they were. The graph follows. */
  chat: method({ ...graph, from: z.int(), messages: z.readonly(z.array(message)) }, answer<GraphInfo>()),
  /** Messages from `length` on were deleted, and what was tied to them is gone with them. */
  truncate: method({ ...batch, length: z.number() }, answer<GraphInfo>()),
  removeSwipe: method({ ...batch, floor: z.number(), swipe: z.number() }, answer<GraphInfo>()),
  /** A message was edited in place: the turn's ordinal is stale until it is written anew. */
  edited: method({ ...graph, floor: z.number() }, answer<GraphInfo>()),
  /** Copies what another chat keeps of its first `length` messages to one that has nothing yet. */
  branch: method({ ...store, from: z.string(), to: z.string(), length: z.number() }, answer<boolean>()),
  /** A recall's report: all three sets are replaced. */
  inject: method({ ...graph, lists }),
  /** Other node types; `null` for the default ones. */
  types: method({ ...graph, types: z.unknown(), ownTypes: z.unknown() }, answer<GraphInfo>()),
  /** Takes a file of word vectors, for makers of this model. The one before goes. @throws `BAD_ARGS` for anything else. */
  words: method({ model: z.string(), file: z.custom<Uint8Array>((value) => value instanceof Uint8Array) }),
  /** The next texts an index lacks; vectors that the worker makes itself are not among them. */
  wanted: method({ ...graph, maker, limit: z.int() }, answer<WantedTexts>()),
  /** Vectors for texts that were wanted. */
  embedded: method({ ...graph, maker, hashes: z.readonly(z.array(z.number())), dims: z.int(), vectors: vector }),
  /** The last commits that count, the newest first. */
  history: method({ ...graph, limit: z.int().check(z.minimum(1), z.maximum(200)) }, answer<readonly HistoryEntry[]>()),
  info: method(graph, answer<GraphInfo>()),
  /** A part of an export: the first from 0, each other from the name that came with the one before; `null` when it is over. */
  export: method(
    {
      ...graph,
      format: z.enum(['json', 'jsonl']),
      from: z.int(),
      /** Ends the transfer early. */
      stop: z.optional(z.boolean()),
    },
    answer<{ readonly text: string; readonly next: number | null }>(),
  ),
  /** One part of a file to be imported; the last one decides. @throws `BAD_ARGS` naming the line, and nothing is imported. */
  import: method(
    {
      ...batch,
      upload: z.string(),
      text: z.string(),
      last: z.boolean(),
      /** The rest does not come: what has is forgotten. */
      stop: z.optional(z.boolean()),
    },
    answer<GraphInfo | null>(),
  ),
  /** Some rows of a table of the nodes. */
  table: method(
    {
      ...graph,
      types: z.optional(z.readonly(z.array(z.string()))),
      archived: z.optional(z.boolean()),
      name: z.optional(z.string()),
      sort: z.optional(z.enum(['turn', 'oldest', 'title', 'links'])),
      from: z.optional(z.int().check(z.nonnegative())),
      limit: z.optional(z.int().check(z.positive())),
    },
    answer<TablePage>(),
  ),
  /** Replaces the content by that of a SillyTavern chat file. @throws `BAD_ARGS` naming the line. */
  importChat: method({ ...batch, text: z.string() }, answer<GraphInfo>()),
  /** Keeps messages of the chat word for word, each with its message. `edited`: floors that are written anew. @returns how many were new. */
  remember: method(
    {
      ...graph,
      messages: z.readonly(
        z.array(
          z.object({
            floor: z.int().check(z.nonnegative()),
            swipe: z.int().check(z.nonnegative()),
            name: z.string(),
            mes: z.string(),
            date: z.optional(z.union([z.string(), z.number()])),
          }),
        ),
      ),
      edited: z.readonly(z.array(z.number())),
    },
    answer<number>(),
  ),
  /** Takes away everything that is kept word for word. @returns how many messages that were. */
  forgetSaid: method(graph, answer<number>()),
  /** The text for the host's own storage: the newest commits, within `maxChars`; `before` where it says the same. */
  mirror: method(
    { ...graph, maxChars: z.int(), withoutSaid: z.boolean(), before: z.optional(z.string()) },
    answer<{ readonly text: string; readonly key: number; readonly commits: number; readonly whole: boolean }>(),
  ),
  /** Merges what another device has mirrored. @returns whether anything was new. */
  merge: method({ ...graph, text: z.string(), length: z.optional(z.number()) }, answer<boolean>()),
  /** The stored node types of all chats without types of their own; `null` if there are none. */
  keptTypes: method(store, answer<readonly object[] | null>()),
  /** Replaces the stored types, for open graphs as well; `null` for none. @throws `BAD_ARGS` if it is no list, or too long. */
  keepTypes: method({ ...store, types: z.unknown() }),
  /** Chats with stored data. */
  chats: method(store, answer<readonly string[]>()),
  /** Deletes all stored data of a chat. */
  remove: method({ ...store, chat: z.string() }),
  quarantined: method(store, answer<readonly QuarantinedMemory[]>()),
  /** The stored text of a memory in quarantine. */
  exportQuarantined: method({ ...store, id: z.string() }, answer<string>()),
  removeQuarantined: method({ ...store, id: z.string() }),
  /** Serves the port of one call of a plugin over this graph, until `drop`. The port is transferred. */
  serve: method({ ...graph, grant: memoryGrant, port: z.custom<object>() }),
  /** The user's answer to a guest's `ask`. */
  decide: { input: portDecision, output: answer<null>() },
  /** Closes ports of guests. Resolves when nothing asked over them has an effect any more. Unknown ones are no error. */
  drop: method({ grants: z.array(z.string()) }, answer<readonly PortUse[]>()),
  /** Answers a guest's `mean`: the maker, and the vector of the query or, where the worker itself is the maker, the query. */
  meant: method({
    mean: z.number(),
    maker: z.optional(maker),
    query: z.optional(z.union([z.string(), vector])),
    /** Why there is none. */
    error: z.optional(z.object({ code: z.string(), message: z.string() })),
  }),
  /** Ends a simulation, or the staging of one call. @returns its effects; nothing for an unused one. */
  endSimulation: method(
    { id: z.string() },
    answer<{
      readonly items: readonly Effect[];
      readonly reads: readonly ReadMark[];
      readonly deltas: { readonly [store: string]: unknown };
    }>(),
  ),
  /**
   * Makes these effects real as one commit. @throws `EFFECTS_STALE` when what was read, or what they begin with, is not so
   * any more; `BAD_ARGS` for effects that no simulation makes.
   */
  commitEffects: method({ ...graph, id: z.string(), items: z.array(effectSchema), reads: z.array(readMark) }),
  /** Deletes the stored data of all chats. */
  erase: method(store),
} as const satisfies Contract;

export type MemoryContract = typeof memoryContract;
