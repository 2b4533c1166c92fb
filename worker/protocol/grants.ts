import * as z from 'zod/mini';
import { type Permission, permissionSchema } from './permissions.js';

z.config({ jitless: true });

/** How far a yes goes. What the button says is what is stored; `call` is never stored. */
export const scopeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('call') }),
  /** `id`: which chat, or which character, in the host's own words. */
  z.strictObject({ kind: z.enum(['chat', 'character']), id: z.string() }),
  z.strictObject({ kind: z.literal('always') }),
]);

/** How far a yes goes. */
export type Scope = z.infer<typeof scopeSchema>;
/** `call`, `chat`, `character` or `always`. */
export type ScopeKind = Scope['kind'];

/** A tool as it was when the user said yes. */
export const pinnedTool = z.object({
  name: z.string(),
  description: z.string(),
  mode: z.enum(['read', 'write']),
  /** SHA-256 of the canonical JSON of name, description, schema and mode. */
  hash: z.string(),
  /** What the manifest says of it, where it does. */
  uses: z.optional(z.array(z.string())),
  consent: z.optional(z.enum(['auto', 'first', 'each'])),
  destructive: z.optional(z.boolean()),
});
/** A tool as it was when the user said yes. */
export type PinnedTool = z.infer<typeof pinnedTool>;

/** What the user granted one plugin, and of which plugin that was said: kept by the broker. */
export const grantSchema = z.object({
  package: z.string(),
  version: z.string(),
  /** SHA-256 of what was installed when the user said yes. */
  filesHash: z.string(),
  /** SHA-256 of all tool definitions. */
  toolsHash: z.string(),
  /** Permission id → scopes. What is not here is not granted. */
  permissions: z.record(z.string(), z.array(scopeSchema)),
  /** Tool name → scopes in which its calls are not asked about any more. */
  calls: z.record(z.string(), z.array(scopeSchema)),
  /** Tool name → permissions that were granted when that was said: with any other it does not count. */
  callsWith: z.optional(z.record(z.string(), z.array(z.string()))),
  /** Tool of the page that it calls → what that was, and scopes in which these calls are not asked about any more. */
  others: z.optional(z.record(z.string(), z.object({ identity: z.string(), scopes: z.array(scopeSchema) }))),
  /** Milliseconds since 1970. */
  grantedAt: z.number(),
  expiresAt: z.optional(z.number()),
  /** What was shown then: a change is told by comparison with it. */
  shown: z.object({ tools: z.array(pinnedTool), permissions: z.array(permissionSchema) }),
  /** What its calls write for the memory counts at once, in place of being shown first. */
  direct: z.optional(z.boolean()),
  /** Hosts that data was sent to with the user's yes. */
  knownHosts: z.array(z.string()),
});

/** What the user granted one plugin. */
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
