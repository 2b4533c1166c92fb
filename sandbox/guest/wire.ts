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

/**
 * The questions of a guest that its host answers at once, by the same function: `(op, text, buffer, offset, length)`. None of them
 * reaches anything: they compute, or they concern the guest itself.
 */
export const NATIVE = {
  /** The source of a part of the platform, by its name; without a name, once that source is compiled. */
  part: 1,
  /** Begins a computation that takes its time: `[id, name, input]` as JSON. Its end is reported as `TO_GUEST.computed`. */
  start: 2,
  /** The bytes that a computation made, by its id, once. */
  take: 3,
  /** When the next timer is due, in milliseconds; a negative number when none is. */
  timer: 4,
  /** UTF-8 of a well-formed text without NUL. */
  encode: 5,
  /** UTF-8 of any text, given as JSON. */
  encodeJson: 6,
  /** Text of bytes: the encoding's label, `fatal` and `ignoreBOM` as JSON. */
  decode: 7,
  /** Random bytes. */
  random: 8,
  /** Anything of the table of pure functions: `[name, ...input]` as JSON, answered as JSON. */
  compute: 9,
  /** The bytes of base64. */
  fromBase64: 10,
  /** Bytes as base64. */
  toBase64: 11,
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
  /** Loads a part of the platform before the plugin's source is evaluated. */
  part: 12,
  /** The first timer is due. */
  timers: 13,
  /** A computation has ended: its id, and `[0]` for bytes, `[1, value]` or `[2, name, message]` as JSON. */
  computed: 14,
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

/** Bounds of the report of an error: how many of each, and characters. */
export const REPORT = {
  /** Causes of causes. */
  causes: 4,
  /** Errors of an `AggregateError`. */
  errors: 8,
  stackChars: 4_000,
  causeNameChars: 200,
  causeChars: 4_000,
  causeStackChars: 2_000,
  /** Message of each error of an `AggregateError`. */
  manyChars: 1_000,
} as const;

/** An error as a guest reports it: untrusted data, never taken for a limit of ours. */
export interface GuestError {
  readonly name: string;
  readonly message: string;
  /** Set by the prelude only, for faults it found itself. */
  readonly bridge?: string | undefined;
  readonly code?: string | undefined;
  readonly hint?: string | undefined;
  readonly stack?: string | undefined;
  /** Names of its class and of those that this extends. */
  readonly classes?: readonly string[] | undefined;
  readonly cause?: GuestError | undefined;
  readonly errors?: readonly GuestError[] | undefined;
}
