import * as z from 'zod/mini';
import { type Permission, permissionSchema } from './permissions.js';

z.config({ jitless: true });

/** The scope of a yes. The scope on the button is the one that is stored; `call` is never stored. */
export type Scope =
  | { readonly kind: 'call' }
  /** `id` is the host's id of the chat or the character. */
  | { readonly kind: 'chat' | 'character'; readonly id: string }
  | { readonly kind: 'always' };

export const scopeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('call') }),
  z.strictObject({ kind: z.enum(['chat', 'character']), id: z.string() }),
  z.strictObject({ kind: z.literal('always') }),
]);

/** `call`, `chat`, `character` or `always`. */
export type ScopeKind = Scope['kind'];

/** A tool as it was when the user said yes. */
export interface PinnedTool {
  readonly name: string;
  readonly description: string;
  readonly mode: 'read' | 'write';
  /** SHA-256 of the canonical JSON of name, description, schema and mode. */
  readonly hash: string;
  /** The tool's entry in the manifest, if there is one. */
  readonly uses?: readonly string[] | undefined;
  readonly consent?: 'auto' | 'first' | 'each' | undefined;
  readonly destructive?: boolean | undefined;
}

export const pinnedTool = z.object({
  name: z.string(),
  description: z.string(),
  mode: z.enum(['read', 'write']),
  hash: z.string(),
  uses: z.optional(z.array(z.string())),
  consent: z.optional(z.enum(['auto', 'first', 'each'])),
  destructive: z.optional(z.boolean()),
});
/** The user's grant for one version of a plugin. Stored by the broker worker. */
export const grantSchema = z.object({
  package: z.string(),
  version: z.string(),
  /** SHA-256 of the files that were installed when the user said yes. */
  filesHash: z.string(),
  /** SHA-256 of all tool definitions. */
  toolsHash: z.string(),
  /** Maps permission ids to scopes. A permission that is missing is not granted. */
  permissions: z.record(z.string(), z.array(scopeSchema)),
  /** Maps tool names to the scopes in which calls are no longer asked about. */
  calls: z.record(z.string(), z.array(scopeSchema)),
  /** Maps tool names to the permissions that were granted at that time. With other permissions, that yes does not count. */
  callsWith: z.optional(z.record(z.string(), z.array(z.string()))),
  /** Maps tools of the page that the plugin calls to their identity, and to the scopes in which these calls are no longer asked about. */
  others: z.optional(z.record(z.string(), z.object({ identity: z.string(), scopes: z.array(scopeSchema) }))),
  /** Milliseconds since 1970. */
  grantedAt: z.number(),
  expiresAt: z.optional(z.number()),
  /** The state that the user was shown then. Changes are found by comparing with it. */
  shown: z.object({ tools: z.array(pinnedTool), permissions: z.array(permissionSchema) }),
  /** If `true`, what its calls write to the memory counts at once, without being shown first. */
  direct: z.optional(z.boolean()),
  /** Hosts that data was sent to after the user's yes. */
  knownHosts: z.array(z.string()),
});

/** The user's grants for one plugin. */
export interface Grant {
  readonly package: string;
  readonly version: string;
  readonly filesHash: string;
  readonly toolsHash: string;
  readonly permissions: { readonly [id: string]: readonly Scope[] };
  readonly calls: { readonly [tool: string]: readonly Scope[] };
  readonly callsWith?: { readonly [tool: string]: readonly string[] } | undefined;
  readonly others?:
    | { readonly [tool: string]: { readonly identity: string; readonly scopes: readonly Scope[] } }
    | undefined;
  readonly grantedAt: number;
  readonly expiresAt?: number | undefined;
  readonly shown: { readonly tools: readonly PinnedTool[]; readonly permissions: readonly Permission[] };
  readonly knownHosts: readonly string[];
  readonly direct?: boolean | undefined;
}
