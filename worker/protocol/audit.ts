import * as z from 'zod/mini';

z.config({ jitless: true });

/** What the log tells of. */
export const AUDIT_TYPES = [
  'install',
  'remove',
  'grant',
  'revoke',
  'ask',
  'call',
  'use',
  'refused',
  'end',
  'safe-mode',
] as const;
/** What the log tells of. */
export type AuditType = (typeof AUDIT_TYPES)[number];

/** What is told of something that happened; the broker adds when. Sizes, hosts and keys: never a body. */
export const auditNote = z.object({
  type: z.enum(AUDIT_TYPES),
  plugin: z.string(),
  tool: z.optional(z.string()),
  /** The same in all entries of one call. */
  call: z.optional(z.string()),
  permission: z.optional(z.string()),
  /** What it was about, e.g. `storage.set score`, `GET api.weather.com`; for people. */
  what: z.optional(z.string()),
  /** `ok`, `denied`, or an error's code. */
  outcome: z.optional(z.string()),
  /** UTF-8 bytes that left the plugin, and that came back. */
  bytesOut: z.optional(z.number()),
  bytesIn: z.optional(z.number()),
  ms: z.optional(z.number()),
  cpuMs: z.optional(z.number()),
  simulated: z.optional(z.boolean()),
});
/** What is told of something that happened. */
export type AuditNote = z.infer<typeof auditNote>;

/** One entry of the log. */
export interface AuditEntry extends AuditNote {
  /** Unique, and in the order of time. */
  readonly seq: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Which entries are wanted; the newest first. */
export const auditQuery = z.object({
  plugin: z.optional(z.string()),
  type: z.optional(z.enum(AUDIT_TYPES)),
  /** Only older ones than this entry's `seq`: the next page. */
  before: z.optional(z.string()),
  limit: z.number(),
});
/** Which entries are wanted. */
export type AuditQuery = z.infer<typeof auditQuery>;
