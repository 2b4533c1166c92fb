import * as z from 'zod/mini';
import { type AuditEntry, auditNote, auditQuery } from './audit.js';
import type { Contract } from './contract.js';
import { type Effect, effectSchema, type ReadMark, readMark } from './effects.js';
import type { EmbeddingAnswer } from './embeddings.js';
import { type Grant, grantSchema } from './grants.js';
import { isManifest, type Manifest } from './manifest.js';
import { type ModelProfile, modelProfile, modelRequest } from './models.js';
import { callGrant, type PortEvent, type PortUse, portDecision } from './rights.js';
import type { ToolDeclaration } from './tool.js';

z.config({ jitless: true });

const toolDeclaration = z.object({
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  mode: z.enum(['read', 'write']),
  hasSimulate: z.boolean(),
});

/** A plugin as it is kept, without its source. */
export const pluginRecord = z.object({
  id: z.string(),
  manifest: z.nullable(z.custom<Manifest>(isManifest)),
  tools: z.array(toolDeclaration),
  enabled: z.boolean(),
  origin: z.string(),
  installedAt: z.number(),
  sourceBytes: z.number(),
  filesHash: z.string(),
  toolsHash: z.string(),
  toolHashes: z.record(z.string(), z.string()),
});

export interface PluginRecord {
  readonly id: string;
  readonly manifest: Manifest | null;
  readonly tools: readonly ToolDeclaration[];
  readonly enabled: boolean;
  /** Where it came from, as shown to the user: a file name, a URL, or `pasted`. */
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly installedAt: number;
  readonly sourceBytes: number;
  /** SHA-256 of the list of its files and their hashes; hexadecimal, like the next two. */
  readonly filesHash: string;
  /** SHA-256 of all tool definitions. */
  readonly toolsHash: string;
  /** Tool name → SHA-256 of the canonical JSON of its name, description, schema and mode. */
  readonly toolHashes: { readonly [tool: string]: string };
}

/** A source as it was read, before any of it has run. */
export interface ReadPackage {
  /** Text of the entry. */
  readonly source: string;
  /** JSON text of `bulkhead.json`, checked; empty for a single file, which brings its manifest itself. */
  readonly manifest: string;
  readonly origin: string;
  readonly bytes: number;
  readonly filesHash: string;
}

/** A request that the page sends in the broker's place: checked, and with its secrets. */
export interface OutboundRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
  /** Bytes where the plugin gave base64. */
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

const plugin = z.object({ plugin: z.string() });
const id = z.object({ id: z.string() });
const nothing = z.object({});
const bytes = z.custom<Uint8Array>((value) => ArrayBuffer.isView(value));

/** What is kept and sent for plugins. One per page; several tabs share one store. */
export const brokerContract = {
  /** Records in the order of installation. One that cannot be read stays where it is, and is not listed. */
  list: {
    input: nothing,
    output: z.custom<{
      readonly records: readonly PluginRecord[];
      readonly grants: readonly Grant[];
      readonly safeMode: boolean;
    }>(),
  },
  /** Reads a package: from a URL, or from files of the user, whose entry is the only one or that of `bulkhead.json`. */
  read: {
    input: z.object({
      url: z.optional(z.string()),
      files: z.optional(z.array(z.object({ path: z.string(), bytes }))),
      origin: z.string(),
    }),
    output: z.custom<ReadPackage>(),
  },
  /** The kept source; throws `PLUGIN_CHANGED` when it is not what was installed. */
  source: { input: id, output: z.custom<string>() },
  /** What pins tools to what they are: see `PluginRecord`. */
  hashTools: {
    input: z.object({ tools: z.array(toolDeclaration) }),
    output: z.custom<Pick<PluginRecord, 'toolsHash' | 'toolHashes'>>(),
  },
  /** Keeps a plugin, its source and, unless it is `null`, what is granted to it, in one transaction. */
  put: {
    input: z.object({ record: pluginRecord, source: z.string(), grant: z.nullable(grantSchema) }),
    output: z.custom<null>(),
  },
  /** Throws `PLUGIN_CHANGED` when `grant` is of other files or tools than those that are kept. */
  setEnabled: {
    input: z.object({ id: z.string(), enabled: z.boolean(), grant: z.optional(grantSchema) }),
    output: z.custom<null>(),
  },
  /**
   * Replaces what was granted to a plugin that is kept. `expected`: `grantedAt` of what it replaces; throws `EFFECTS_STALE`
   * when another tab was first.
   */
  setGrant: { input: z.object({ grant: grantSchema, expected: z.number() }), output: z.custom<null>() },
  /** `wipe`: its own store and secrets too. */
  remove: { input: z.object({ id: z.string(), wipe: z.boolean() }), output: z.custom<null>() },
  setSafeMode: { input: z.object({ on: z.boolean() }), output: z.custom<null>() },
  /**
   * Deletes the store with everything in it, and tells other hosts on it. For a broker that is started for this and closed
   * after it. All is gone then, or, when it throws, all is there; where somebody holds the store open, all goes once he lets go.
   */
  erase: { input: nothing, output: z.custom<null>() },

  /** Serves one port of one call: a `MessagePort`, transferred. */
  open: { input: z.object({ grant: callGrant, port: z.custom<object>() }), output: z.custom<null>() },
  /** The user's answer to an `ask` event. */
  decide: { input: portDecision, output: z.custom<null>() },
  /** Closes ports. Resolves when nothing that was asked for over them has an effect any more. Unknown ones are no error. */
  drop: { input: z.object({ grants: z.array(z.string()) }), output: z.custom<readonly PortUse[]>() },
  /** The page's answer to a `send` event: a status of 0, with an error in words that no guest sees, or a response. */
  sent: {
    input: z.object({
      send: z.number(),
      status: z.number(),
      headers: z.record(z.string(), z.string()),
      body: z.nullable(bytes),
      error: z.optional(z.string()),
    }),
    output: z.custom<null>(),
  },

  /**
   * Ends a simulation: what it would have done to stores and sent, and what it read. Its overlay is gone then. `others`:
   * what was simulated elsewhere, for the deltas.
   */
  endSimulation: {
    input: z.object({
      id: z.string(),
      others: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
    }),
    output: z.custom<{
      readonly items: readonly Effect[];
      readonly reads: readonly ReadMark[];
      readonly deltas: { readonly [store: string]: unknown };
    }>(),
  },
  /**
   * Applies storage effects, all or none, once for each id. `quotas`: bytes each plugin may take. Throws `EFFECTS_STALE` when a
   * mark does not hold any more, `CAPABILITY_LIMIT` over a quota. @returns `false` when they had been applied before.
   */
  commit: {
    input: z.object({
      id: z.string(),
      items: z.array(effectSchema),
      reads: z.array(readMark),
      quotas: z.record(z.string(), z.number()),
    }),
    output: z.custom<{ readonly applied: boolean }>(),
  },
  /** True when effects of this id have been applied. */
  applied: { input: id, output: z.custom<boolean>() },
  /** Takes a commit back whose other half failed: each key that has not changed since. */
  rollback: { input: id, output: z.custom<null>() },

  /** `hosts`: where the value may go, whatever the plugin declares later. */
  setSecret: {
    input: z.object({ plugin: z.string(), name: z.string(), value: z.string(), hosts: z.array(z.string()) }),
    output: z.custom<null>(),
  },
  deleteSecret: { input: z.object({ plugin: z.string(), name: z.string() }), output: z.custom<null>() },
  secretNames: { input: plugin, output: z.custom<readonly string[]>() },
  /** What a plugin's own store takes. */
  storage: { input: plugin, output: z.custom<{ readonly keys: number; readonly bytes: number }>() },
  wipe: { input: plugin, output: z.custom<null>() },

  /**
   * Sends a POST of the host itself, of which no plugin knows: its headers may ask for secrets of `HOST_OWNER`, which go
   * only to the hosts they were set for. Secrets in the answer are masked. `body` goes out as it stands.
   */
  sendForHost: {
    input: z.object({
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.string(),
      timeoutMs: z.number(),
    }),
    output: z.custom<EmbeddingAnswer>(),
  },

  /** What is kept of the page's model; never its key. */
  model: {
    input: nothing,
    output: z.custom<{ readonly profile: ModelProfile | null; readonly hasKey: boolean }>(),
  },
  /** `null` forgets it. A key for another origin than the new one's is forgotten, too. */
  setModelProfile: { input: z.object({ profile: z.nullable(modelProfile) }), output: z.custom<null>() },
  /**
   * Keeps the key for the origin of the profile; `null` forgets it. `endpoint`: that of the profile which the user saw; throws
   * `BAD_ARGS` where another tab has another server by now.
   */
  setModelKey: {
    input: z.object({ key: z.nullable(z.string()), endpoint: z.optional(z.string()) }),
    output: z.custom<null>(),
  },
  /**
   * Sends a request of the host to the origin of the profile, with the key. The answer comes over the port that is
   * transferred, as `ModelAnswerPart`s; this settles when it is over.
   */
  askModel: { input: modelRequest, output: z.custom<null>() },

  note: { input: z.object({ notes: z.array(auditNote) }), output: z.custom<null>() },
  audit: { input: auditQuery, output: z.custom<readonly AuditEntry[]>() },
  /** The whole log as JSON lines, the oldest first. */
  exportAudit: { input: nothing, output: z.custom<string>() },
} as const satisfies Contract;

export type BrokerContract = typeof brokerContract;

/** What the broker says unasked. */
export type BrokerEvent =
  /** Another host on the same store has changed this plugin (or, empty, safe mode). */
  | { readonly changed: string }
  /** Another host has erased the store. This broker has ended: it answers nothing, and writes nothing back. */
  | { readonly erased: true }
  | PortEvent
  /** A request for the page to send; `sent` answers. */
  | { readonly send: number; readonly request: OutboundRequest }
  /** The call that a request belonged to is over. */
  | { readonly unsend: number };
