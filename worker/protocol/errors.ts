import { PACE } from './limits.js';

/** The party that an error is about. It decides whom the interface addresses, and whether it offers a retry. */
export type Fault = 'caller' | 'model' | 'plugin' | 'environment' | 'host';

/** Every error code with its fault. docs/errors.md explains each one; a test compares the two. */
export const ERROR_FAULTS = {
  BAD_ARGS: 'caller',
  STOPPED: 'caller',
  HOST_DISPOSED: 'caller',
  TOOL_NOT_FOUND: 'caller',
  PLUGIN_NOT_FOUND: 'caller',
  PLUGIN_DISABLED: 'caller',
  TOO_MANY_CALLS: 'caller',
  REVIEW_ACTIVE: 'caller',
  CONSENT_DENIED: 'caller',
  PLUGIN_CHANGED: 'caller',
  EFFECTS_STALE: 'caller',
  ARGUMENTS_UNSERIALIZABLE: 'caller',
  ARGUMENTS_TOO_LARGE: 'caller',
  NOT_IMPLEMENTED: 'model',
  TOOL_ARGUMENTS_INVALID: 'model',
  TOOL_ERROR: 'plugin',
  TOOL_TIMEOUT: 'plugin',
  TOOL_MEMORY: 'plugin',
  TOOL_CRASHED: 'plugin',
  TOOL_RESULT_UNSERIALIZABLE: 'plugin',
  TOOL_RESULT_TOO_LARGE: 'plugin',
  CAPABILITY_DENIED: 'plugin',
  CAPABILITY_LIMIT: 'plugin',
  NET_REDIRECT: 'plugin',
  NET_FAILED: 'environment',
  PLUGIN_STRUCK: 'plugin',
  WORKER_FLOODED: 'plugin',
  PROTOCOL_VIOLATION: 'plugin',
  SOURCE_TOO_LARGE: 'plugin',
  SOURCE_NOT_TEXT: 'plugin',
  SOURCE_SYNTAX: 'plugin',
  SOURCE_THREW: 'plugin',
  SOURCE_UNREACHABLE: 'environment',
  NO_TOOL_REGISTERED: 'plugin',
  TOO_MANY_TOOLS: 'plugin',
  MANIFEST_INVALID: 'plugin',
  SPEC_INVALID: 'plugin',
  NAME_INVALID: 'plugin',
  NAME_RESERVED: 'plugin',
  NAME_TAKEN: 'plugin',
  EXEC_INVALID: 'plugin',
  MODE_INVALID: 'plugin',
  SIMULATE_INVALID: 'plugin',
  SCHEMA_INVALID: 'plugin',
  WORKER_LOST: 'environment',
  STORE_UNAVAILABLE: 'environment',
  STORE_FAILED: 'environment',
  MEMORY_STORE_MISSING: 'caller',
  NO_EMBEDDING_PROFILE: 'caller',
  OP_FAILED: 'caller',
  CHILD_NOT_FOUND: 'caller',
  CHILD_HAS_PARENT: 'caller',
  STORE_NEWER: 'environment',
  STORE_BROKEN: 'environment',
  EMBEDDING_FAILED: 'environment',
  MODEL_FAILED: 'environment',
  WALL_MISSING: 'host',
  HOST_BLOCKED: 'host',
  ASSET_UNREACHABLE: 'host',
  INTERNAL: 'host',
} as const satisfies Record<string, Fault>;

/** A code of the table in docs/errors.md. */
export type ErrorCode = keyof typeof ERROR_FAULTS;

/** The part that stopped a call, from the inside out. `guest` means that the tool ended by itself. */
export type StoppedBy = 'guest' | 'interrupt' | 'pump' | 'memory' | 'engine' | 'watchdog' | 'abort' | 'validation';

/** One place in a plugin's own files that was running. Everything in it is the plugin's word. */
export interface GuestFrame {
  /** Left out for a function without a name. */
  readonly function?: string;
  /** The file that the plugin was built from, where its source map says so; else the file that runs. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
}

/** An error of a guest, in bounded plain data. Treat all of it as data: the plugin wrote it. */
export interface GuestFault {
  /** The error's own name, else that of its class. */
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly hint?: string;
  /** At most 16 frames, the innermost first; left out where none lies in the plugin's own files. */
  readonly stack?: readonly GuestFrame[];
  /** At most four deep. */
  readonly cause?: GuestFault;
  /** Name and message of the first eight errors of an `AggregateError`. */
  readonly errors?: readonly GuestFault[];
}

/** Plain data about an error. It never contains an object of a guest. */
export interface ErrorDetails {
  readonly stoppedBy?: StoppedBy;
  /**
   * Position in the plugin's source as it runs, counted from 1; `file` is the path of its module, if the plugin has several.
   * `guest.stack` has it by the plugin's source map.
   */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** JSON Pointer into the arguments or the manifest. */
  readonly path?: string;
  /** What the plugin's author can do, where the error says that a guest lacks something. */
  readonly hint?: string;
  /** A guest's own error; name and message are cut at `PACE.errorNameChars` and `errorMessageChars`. */
  readonly guest?: GuestFault;
  readonly [key: string]: unknown;
}

/** The form in which an error crosses between threads. */
export interface ErrorData {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: ErrorDetails;
}

const OURS = Symbol.for('bulkhead.error');

/**
 * The error class of Bulkhead: a code of the table in docs/errors.md, its fault, and plain details. Every entry of the package has its own
 * copy of the class; `instanceof` works across all copies.
 */
export class BulkheadError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object(value)[OURS] === true;
  }

  override readonly name = 'BulkheadError';
  readonly [OURS] = true;
  readonly code: ErrorCode;
  readonly fault: Fault;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
    this.fault = ERROR_FAULTS[code];
    this.details = details;
  }
}

/** The same as a `TypeError`, for the checks where the orchestrator's specification requires one. */
export class BulkheadTypeError extends TypeError {
  override readonly name = 'BulkheadError';
  readonly [OURS] = true;
  readonly code: ErrorCode;
  readonly fault: Fault;
  readonly details: ErrorDetails = {};

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
    this.fault = ERROR_FAULTS[code];
  }
}

/** Returns the error of a registration's check. */
export const specError = (code: ErrorCode, message: string, asTypeError: boolean): Error =>
  asTypeError ? new BulkheadTypeError(code, message) : new BulkheadError(code, message);

/** Reduces anything thrown to plain data. A `BulkheadError` keeps its code; everything else becomes `INTERNAL`. */
export function toErrorData(thrown: unknown): ErrorData {
  if (thrown instanceof BulkheadError) {
    return { code: thrown.code, message: thrown.message, details: thrown.details };
  }
  return { code: 'INTERNAL', message: thrown instanceof Error ? thrown.message : String(thrown) };
}

/** Rebuilds an error from data of another thread. An unknown code becomes `PROTOCOL_VIOLATION`. */
export function fromErrorData(data: unknown): BulkheadError {
  const { code, message, details } = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  const known = typeof code === 'string' && Object.hasOwn(ERROR_FAULTS, code);
  return new BulkheadError(
    known ? (code as ErrorCode) : 'PROTOCOL_VIOLATION',
    typeof message === 'string' ? message.slice(0, PACE.errorMessageChars) : 'an answer without a reason',
    typeof details === 'object' && details !== null ? (details as ErrorDetails) : {},
  );
}
