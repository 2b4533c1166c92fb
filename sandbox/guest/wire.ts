/** The messages from a guest to its host, by the one host function: `(kind, id, text)`. */
export const SAY = {
  loaded: 1,
  failed: 2,
  done: 3,
  log: 4,
  progress: 5,
  request: 6,
  activated: 7,
  cut: 8,
  alive: 9,
} as const;

/** The messages from a host to its guest, by the one dispatcher: `(kind, id, a, b)`. */
export const TO_GUEST = {
  loaded: 1,
  threw: 2,
  execute: 3,
  simulate: 4,
  abort: 5,
  reply: 6,
  refuse: 7,
  tick: 8,
  context: 9,
  limits: 10,
  alive: 11,
} as const;

/** Limits a guest checks before anything is copied out of it. Sent as JSON text before the plugin is loaded. */
export interface GuestLimits {
  readonly resultChars: number;
  readonly requestChars: number;
  readonly requestsInFlight: number;
  readonly tools: number;
  readonly schemaChars: number;
  readonly errorNameChars: number;
  readonly errorMessageChars: number;
  readonly logLineChars: number;
  /** Tool names that others had when the plugin was loaded. */
  readonly namesTaken: readonly string[];
}

/** An error as a guest reports it: untrusted data, never taken for a limit of ours. */
export interface GuestError {
  readonly name: string;
  readonly message: string;
  /** Set by the prelude only, for faults it found itself. */
  readonly bridge?: string | undefined;
  readonly code?: string | undefined;
  readonly hint?: string | undefined;
  readonly stack?: string | undefined;
}
