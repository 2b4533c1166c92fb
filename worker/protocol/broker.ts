import * as z from 'zod/mini';
import { type AuditEntry, auditNote, auditQuery } from './audit.js';
import { type Contract, method } from './contract.js';
import { type Effect, effectSchema, type ReadMark, readMark } from './effects.js';
import type { EmbeddingAnswer } from './embeddings.js';
import { type Grant, grantSchema } from './grants.js';
import { isManifest, type Manifest } from './manifest.js';
import { type ModelProfile, modelProfile, modelRequest } from './models.js';
import { callGrant, type PortEvent, type PortUse, portDecision } from './rights.js';
import { answer } from './shape.js';
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

/** The stored record of a plugin, without its source. */
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
  /** Its origin, as shown to the user: a file name, a URL, or `pasted`. */
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
  /** Its modules as one source: see `sourceOf`. */
  readonly source: string;
  /** JSON text of `bulkhead.json`, checked; empty for a single file, which brings its manifest itself. */
  readonly manifest: string;
  readonly origin: string;
  readonly bytes: number;
  readonly filesHash: string;
  /** The beginning of its `CHANGELOG.md`, if its manifest lists one. */
  readonly changelog?: string;
}

/** A request that the page sends instead of the broker worker. It has been checked and contains its secrets. */
export interface OutboundRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
  /** Bytes if the plugin passed base64. Their type can be sent by `fetch`, in every version of TypeScript from 5.0 on. */
  readonly body: string | (Uint8Array & { readonly buffer: ArrayBuffer }) | null;
}

const plugin = { plugin: z.string() };
const id = { id: z.string() };
const bytes = z.custom<Uint8Array>((value) => ArrayBuffer.isView(value));

/** The broker worker: stores plugins and sends their requests. There is one per page; several tabs share one store. */
export const brokerContract = {
  /** Returns records in the order of installation. A record that cannot be read is kept and not listed. */
  list: method(
    {},
    answer<{
      readonly records: readonly PluginRecord[];
      readonly grants: readonly Grant[];
      readonly safeMode: boolean;
    }>(),
  ),
  /** Reads a package from a URL or from the user's files. Its entry is the only file, or the one that `bulkhead.json` names. */
  read: method(
    {
      url: z.optional(z.string()),
      files: z.optional(z.array(z.object({ path: z.string(), bytes }))),
      origin: z.string(),
    },
    answer<ReadPackage>(),
  ),
  /** Returns the stored source. Throws `PLUGIN_CHANGED` if it is not what was installed. */
  source: method(id, answer<string>()),
  /** Returns the hashes of tool definitions, see `PluginRecord`. */
  hashTools: method({ tools: z.array(toolDeclaration) }, answer<Pick<PluginRecord, 'toolsHash' | 'toolHashes'>>()),
  /**
   * Stores a plugin, its source and, unless it is `null`, its grant, in one transaction. A different version that was there is kept
   * for `stepBack`.
   */
  put: method({ record: pluginRecord, source: z.string(), grant: z.nullable(grantSchema) }),
  /** Throws `PLUGIN_CHANGED` if `grant` is for other files or tools than the stored ones. */
  setEnabled: method({ id: z.string(), enabled: z.boolean(), grant: z.optional(grantSchema) }),
  /**
   * Replaces the grant of a stored plugin. `expected` is the `grantedAt` of the grant it replaces; throws `EFFECTS_STALE` if
   * another tab has replaced it first.
   */
  setGrant: method({ grant: grantSchema, expected: z.number() }),
  /**
   * Puts the version that was kept back in place, in one transaction. It is on only if it was, and the stored grant is for it. Throws
   * `PLUGIN_CHANGED` if none is kept, or another tab has replaced the plugin.
   */
  stepBack: method(id),
  /** Returns the version that `stepBack` would put back; an empty text for a plugin without a manifest. */
  previous: method(plugin, answer<string | null>()),
  /** Removes a plugin. `wipe` also deletes its own store and its secrets. */
  remove: method({ id: z.string(), wipe: z.boolean() }),
  setSafeMode: method({ on: z.boolean() }),
  /**
   * Deletes the store with everything in it, and notifies other hosts that use it. Start a broker worker for this only, and close
   * it afterwards. When it throws, everything is still there. If another tab holds the store open, everything is deleted once
   * that tab closes it.
   */
  erase: method({}),

  /** Serves one port of one call: a `MessagePort`, transferred. */
  open: method({ grant: callGrant, port: z.custom<object>() }),
  /** The user's answer to an `ask` event. */
  decide: { input: portDecision, output: answer<null>() },
  /** Closes ports. Resolves when no request made over them has an effect any more. Unknown ports are ignored. */
  drop: method({ grants: z.array(z.string()) }, answer<readonly PortUse[]>()),
  /** The page's answer to a `send` event: a status of 0, with an error in words that no guest sees, or a response. */
  sent: method({
    send: z.number(),
    status: z.number(),
    headers: z.record(z.string(), z.string()),
    body: z.nullable(bytes),
    error: z.optional(z.string()),
  }),

  /**
   * Ends a simulation and deletes its overlay. Returns what it would have stored and sent, and what it has read. `others` are
   * effects that were simulated elsewhere, for the deltas.
   */
  endSimulation: method(
    { id: z.string(), others: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })) },
    answer<{
      readonly items: readonly Effect[];
      readonly reads: readonly ReadMark[];
      readonly deltas: { readonly [store: string]: unknown };
    }>(),
  ),
  /**
   * Applies storage effects, all or none, once for each id. `quotas` are the bytes each plugin may store. Throws `EFFECTS_STALE` if
   * something that was read has changed, `CAPABILITY_LIMIT` above a quota. @returns `false` if they were applied before.
   */
  commit: method(
    {
      id: z.string(),
      items: z.array(effectSchema),
      reads: z.array(readMark),
      quotas: z.record(z.string(), z.number()),
    },
    answer<{ readonly applied: boolean }>(),
  ),
  /** Returns `true` if effects of this id have been applied. */
  applied: method(id, answer<boolean>()),
  /** Reverts a commit whose other half has failed: every key that has not changed since. */
  rollback: method(id),

  /** Stores a secret. `hosts` are the hosts it may be sent to, whatever the plugin declares later. */
  setSecret: method({ plugin: z.string(), name: z.string(), value: z.string(), hosts: z.array(z.string()) }),
  deleteSecret: method({ plugin: z.string(), name: z.string() }),
  secretNames: method(plugin, answer<readonly string[]>()),
  /** Returns a value of a backup as it may be stored: a plugin's record is off. Throws for one that may not. */
  checkRestored: method({ key: z.string(), value: z.unknown() }, answer<unknown>()),
  /** Returns the ids of the permissions that the backup from which a plugin was restored names as allowed. */
  allowedEarlier: method(plugin, answer<readonly string[]>()),
  /** Returns the size of a plugin's own store. */
  storage: method(plugin, answer<{ readonly keys: number; readonly bytes: number }>()),
  wipe: method(plugin),

  /**
   * Sends a POST request of the host itself. Its headers may name secrets of `HOST_OWNER`, which are sent only to the hosts they
   * were set for. Secrets in the answer are masked. `body` is sent unchanged.
   */
  sendForHost: method(
    { url: z.string(), headers: z.record(z.string(), z.string()), body: z.string(), timeoutMs: z.number() },
    answer<EmbeddingAnswer>(),
  ),

  /** Returns the stored profile of the page's model, without its key. */
  model: method({}, answer<{ readonly profile: ModelProfile | null; readonly hasKey: boolean }>()),
  /** Stores the profile; `null` deletes it. A key for another origin than the new profile's is deleted, too. */
  setModelProfile: method({ profile: z.nullable(modelProfile) }),
  /**
   * Stores the key for the origin of the profile; `null` deletes it. `endpoint` is the one in the profile which the user saw.
   * Throws `BAD_ARGS` if another tab has set another server since.
   */
  setModelKey: method({ key: z.nullable(z.string()), endpoint: z.optional(z.string()) }),
  /**
   * Sends a request of the host to the origin of the profile, with the key. The answer is sent over the transferred port, as
   * `ModelAnswerPart`s. Settles when the answer is complete.
   */
  askModel: { input: modelRequest, output: answer<null>() },

  note: method({ notes: z.array(auditNote) }),
  audit: { input: auditQuery, output: answer<readonly AuditEntry[]>() },
  /** Returns the whole log as JSON lines, the oldest entry first. */
  exportAudit: method({}, answer<string>()),
} as const satisfies Contract;

export type BrokerContract = typeof brokerContract;

/** Events of the broker worker. */
export type BrokerEvent =
  /** Another host on the same store has changed this plugin. An empty id means safe mode. */
  | { readonly changed: string }
  /** Another host has erased the store. This broker worker has ended: it answers and writes nothing any more. */
  | { readonly erased: true }
  | PortEvent
  /** A request for the page to send; `sent` answers. */
  | { readonly send: number; readonly request: OutboundRequest }
  /** The call that a request belonged to has ended. */
  | { readonly unsend: number };
