import * as z from 'zod/mini';
import type { AuditNote } from './audit.js';
import type { MemoryRightName } from './capabilities/index.js';
import { type PortEvent, portGrant, rightState } from './rights.js';

z.config({ jitless: true });

/** Reads that a plugin may be granted, by the names of a session. */
export const GUEST_READS = [
  ...['getSchema', 'listVisibleCandidates', 'getEdgeSummary', 'getNodeBrief', 'expandFromSeeds', 'keywordSearch'],
  ...['vectorSearch', 'findByName', 'compactionCandidates'],
] as const satisfies readonly string[];

/** How much one call of a plugin may have of a memory. */
export const MEMORY_GUEST_LIMITS = {
  /** UTF-8 bytes of one answer of a read, and of all of one call. */
  answerBytes: 256 * 1024,
  answerBytesPerCall: 4 * 1024 * 1024,
  /** Milliseconds of work on the reads of one call, its waiting not counted. */
  readMsPerCall: 5_000,
  /** Nodes that one expansion may reach: so many are more than an answer holds. */
  expanded: 4_000,
  /** Ops of one batch, and of all writes of one call. Each link counts. */
  opsPerBatch: 500,
  opsPerCall: 1_000,
  /** Hits of one search, and candidates of one list. */
  hits: 200,
  candidates: 1_000,
  /** Ids, or names of types, in one list. */
  ids: 1_000,
  types: 32,
  hops: 8,
  /** Characters of a search, of an id or a name, of a title, and of one text of a field. */
  queryChars: 2_000,
  nameChars: 200,
  titleChars: 500,
  textChars: 20_000,
  /** Fields of one node, and how deep their values may be. */
  fields: 64,
  depth: 6,
} as const;

/** One permission over a memory. */
const memoryRight = z.object({
  permission: z.string(),
  state: rightState,
  /** Its place in the manifest; for a denied one, with the reason. */
  line: z.string(),
  /** Lower-cased types of the nodes that it is about; `null` for all. */
  types: z.nullable(z.array(z.string())),
});
/** One permission over a memory. */
export type MemoryRight = z.infer<typeof memoryRight>;

/** The rights of one call to one chat's memory. */
export const memoryRights = z.object({
  ...({ read: z.nullable(memoryRight), write: z.nullable(memoryRight) } satisfies {
    readonly [name in MemoryRightName]: z.ZodMiniType;
  }),
  /** `reader`: the tool only reads. `staged`: writes wait until the user has seen them. `direct`: they count at once. */
  mode: z.enum(['reader', 'staged', 'direct']),
});
export type MemoryRights = z.infer<typeof memoryRights>;

/** A port's whole life: who it was given to, for which call, with which rights over the chat it is served for. */
export const memoryGrant = z.object({
  ...portGrant,
  rights: memoryRights,
  /** The staging area of writes. */
  staging: z.optional(z.string()),
});
export type MemoryGrant = z.infer<typeof memoryGrant>;

/** Events of the memory worker about guests' ports, for main. */
export type MemoryGuestEvent =
  | PortEvent
  /** For the log. */
  | { readonly notes: readonly AuditNote[] }
  /** A search needs the vector of its query; `meant` answers. */
  | { readonly mean: number; readonly grant: string; readonly query: string };

const text = z.string();
/** A stored node, in an effect. */
export const keptNode = z.object({
  id: text,
  type: text,
  level: text,
  title: text,
  parentId: text,
  childrenIds: z.array(text),
  fields: z.record(text, z.unknown()),
  semanticDepth: z.number(),
  semanticRollup: z.boolean(),
  seqTo: z.optional(z.number()),
  archived: z.boolean(),
  floorRange: z.optional(z.object({ start: z.number(), end: z.number() })),
  supersededBy: z.optional(text),
});
/** A stored edge, in an effect. */
export const keptEdge = z.object({ from: text, to: text, type: text, seqTo: z.optional(z.number()) });
