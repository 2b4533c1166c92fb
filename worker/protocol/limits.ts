const KiB = 1024;
const MiB = 1024 * KiB;

/**
 * All limits, each with its unit in its name. A host sets its own with `createHost({ limits })`, a caller may lower those of a
 * call, and a plugin cannot raise any.
 */
export const LIMITS = {
  /** Wall time of one call, including the time it waits. */
  timeoutMs: 30_000,
  /** Running time of the guest in one call: what a quiet machine would take. */
  cpuMs: 5_000,
  /** Running time of the guest while its source is evaluated. */
  loadMs: 5_000,
  /** Time from a deadline, or from an abort, to the end of the worker. */
  graceMs: 100,
  /** Linear memory of one guest: the engine's stack, its heap and everything the plugin keeps. At least 16 MiB. */
  memoryBytes: 64 * MiB,
  /** The guest's own call stack. The browser's ends soon after: 128 KiB is more than Chromium's workers can give. */
  stackBytes: 116 * KiB,
  /** A plugin's worker without calls for this long is ended. The next call starts another. */
  idleMs: 60_000,
  /** UTF-8 text of a plugin's source. */
  sourceBytes: 4 * MiB,
  argumentsBytes: MiB,
  resultBytes: MiB,
  /** Size of one capability request, and of one reply. */
  requestBytes: 256 * KiB,
  /** Capability requests of one plugin that may be open at once. */
  requestsInFlight: 64,
  toolsPerPlugin: 64,
  /** Size of one tool's JSON Schema. */
  schemaBytes: 64 * KiB,
  /** Calls of one plugin that run at once, each in a guest of its own. Further calls wait. */
  callsAtOnce: 4,
  /** Calls of one plugin that may wait. */
  callsWaiting: 256,
  /** Log lines and log text kept per call. */
  logLines: 1_000,
  logBytes: 256 * KiB,
  /** Messages that a tool worker may send before the page has acknowledged any. Answers do not count. */
  credits: 256,
  /** An extension on a port that answers no ping for this long is cut off. */
  silenceMs: 5_000,
  /** UTF-8 text of one `role: 'tool'` message; a longer one is cut and flagged. */
  contentBytes: 64 * KiB,
  /** Size as JSON of the host's context that one call of a guest or of a port may carry. */
  contextBytes: 4 * MiB,
  /** Time of `dryRun` of a handwritten tool, and of the simulation that is shown before a question. */
  dryRunMs: 3_000,
  /** Capability requests one call may make. */
  requestsPerCall: 1_000,
  /** UTF-8 bytes that one call may send out by capability requests. */
  bytesOutPerCall: 4 * MiB,
  /** Size of one server's answer to a plugin. */
  responseBytes: 4 * MiB,
  /** Time of one request of a plugin to a server, redirects included. */
  netTimeoutMs: 30_000,
  /** Requests of one plugin to servers that are open at once. */
  netAtOnce: 4,
  /** Requests of one plugin to servers within a minute. */
  netPerMinute: 120,
  /** Requests of one plugin to the page's language model that are open at once. */
  llmAtOnce: 2,
  /** Requests of one plugin to the page's language model within a minute. */
  llmPerMinute: 20,
  /** Estimated tokens of one request to the language model, its answer included. */
  llmTokensPerCall: 32_768,
  /** Estimated tokens of one plugin's requests to the language model within an hour, their answers included. */
  llmTokensPerHour: 250_000,
  /** Notices that one call may show. */
  noticesPerCall: 5,
  /** Redirects that are followed for one request, if the host has a `fetch` of its own. */
  redirects: 5,
  /** A question that is not answered within this time counts as answered no. */
  askMs: 600_000,
  /** Entries of the audit log. The oldest are deleted first. */
  auditEntries: 10_000,
  /** Days an entry of the audit log is kept. */
  auditDays: 90,
  /** Failures in a row after which a plugin is switched off. */
  strikes: 5,
} as const;

/** A name of the limits table. */
export type LimitName = keyof typeof LIMITS;
/** A whole limits table. */
export type Limits = { readonly [name in LimitName]: number };

/** Greatest lengths of texts in errors and logs. */
export const PACE = {
  errorNameChars: 2_000,
  /** The size of a message for a model, so that a longer text is cut and flagged there. */
  errorMessageChars: 64 * KiB,
  logLineChars: 4_000,
} as const;

/** A gap between two looks at the clock that is longer than this many milliseconds means that the machine slept. */
export const GAP_MS = 1_000;

/**
 * Merges a host's limits over the defaults.
 * @throws {RangeError} naming a limit that is unknown, or not a positive finite number.
 */
export function mergeLimits<T extends { readonly [name in keyof T]: number }>(
  base: T,
  over: Partial<T> = {},
  where = 'limits',
): T {
  const merged: Record<string, number> = { ...base };
  for (const [name, value] of Object.entries<number | undefined>(over)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(base, name) || !(Number.isFinite(value) && value > 0)) {
      throw new RangeError(`${where}.${name}: a known limit above 0; got ${value}`);
    }
    merged[name] = value;
  }
  return merged as T;
}
