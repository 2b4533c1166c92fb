import * as z from 'zod/mini';

z.config({ jitless: true });

/** The kinds of log entries. */
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
/** The kinds of log entries. */
export type AuditType = (typeof AUDIT_TYPES)[number];

/** Checks what the log records of an event; the broker worker adds the time. It contains sizes, hosts and keys, never a body. */
export const auditNote = z.object({
  type: z.enum(AUDIT_TYPES),
  plugin: z.string(),
  tool: z.optional(z.string()),
  call: z.optional(z.string()),
  permission: z.optional(z.string()),
  what: z.optional(z.string()),
  outcome: z.optional(z.string()),
  bytesOut: z.optional(z.number()),
  bytesIn: z.optional(z.number()),
  ms: z.optional(z.number()),
  cpuMs: z.optional(z.number()),
  simulated: z.optional(z.boolean()),
});
/** What the log records of an event. */
export interface AuditNote {
  readonly type: AuditType;
  readonly plugin: string;
  readonly tool?: string | undefined;
  /** Id of the call; the same in all of its entries. */
  readonly call?: string | undefined;
  readonly permission?: string | undefined;
  /** The subject in words for people, e.g. `storage.set score`, `GET api.weather.com`. */
  readonly what?: string | undefined;
  /** `ok`, `denied`, or the code of an error. */
  readonly outcome?: string | undefined;
  /** UTF-8 bytes that left the plugin, and bytes that came back. */
  readonly bytesOut?: number | undefined;
  readonly bytesIn?: number | undefined;
  readonly ms?: number | undefined;
  readonly cpuMs?: number | undefined;
  readonly simulated?: boolean | undefined;
}

/** One entry of the log. */
export interface AuditEntry extends AuditNote {
  /** Unique number of the entry. Later entries have greater numbers. */
  readonly seq: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Selects entries of the log; they are returned newest first. */
export const auditQuery = z.object({
  plugin: z.optional(z.string()),
  type: z.optional(z.enum(AUDIT_TYPES)),
  /** Only entries older than this `seq`: pass the last one's to get the next page. */
  before: z.optional(z.string()),
  limit: z.number(),
});
/** The filter of a query. */
export type AuditQuery = z.infer<typeof auditQuery>;
