import type { Contract } from './contract.js';
import type { ErrorData } from './errors.js';
import type { Limits } from './limits.js';
import { answer, shape } from './shape.js';

/** A plugin's declaration of one of its tools. */
export interface ToolDeclaration {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: { readonly [key: string]: unknown };
  readonly mode: 'read' | 'write';
  readonly hasSimulate: boolean;
}

/** The resources that one call has used. */
export interface Usage {
  readonly wallMs: number;
  /** Running time of the guest. */
  readonly cpuMs: number;
  /** Linear memory of the guest after the call. It never shrinks while the guest lives. */
  readonly memoryBytes: number;
  readonly logLines: number;
  readonly logLinesDropped: number;
  /** Number of capability requests. */
  readonly requests: number;
  /** UTF-8 bytes of their arguments. */
  readonly bytesOut: number;
}

/** The progress of a call, in units that the tool chooses. */
export interface Progress {
  readonly done: number;
  readonly total?: number;
  readonly label?: string;
}

/** The method of the guest’s console. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
/** One line of a call’s log, at most 4,000 characters. */
export interface LogLine {
  readonly level: LogLevel;
  readonly text: string;
}

/** An event of an open call. */
export interface CallEvent {
  readonly call: number;
  readonly log?: readonly LogLine[];
  readonly progress?: Progress;
}

/** The outcome of a call. A failure is an outcome too, so that its usage and its log are not lost. */
export interface CallOutcome {
  /** The result as JSON text; empty if the tool returned nothing. */
  readonly text?: string;
  /** `true` if the result was too large: the text is a JSON string with its beginning. Only in a run. */
  readonly cut?: true;
  readonly error?: ErrorData;
  readonly usage: Usage;
  /** Log lines that were not sent in an event. */
  readonly log: readonly LogLine[];
  /** Capabilities that a guest requested and was not granted, each once. */
  readonly refused?: readonly string[];
  /** World-info entries (`world.uid`) that the tool has activated. Later tools of the run see them. */
  readonly activated?: readonly string[];
}

/** A handwritten tool that did not compile. */
export interface SkippedTool {
  readonly name: string;
  readonly error: string;
}

/** When a guest gets a fresh state: `call`, for each call; otherwise a call gets whatever guest is there. */
export type FreshState = 'call' | 'guest';

/** The memory image of a loaded plugin, for its next worker. With it, the source need not be evaluated again. */
export interface PackedGuest {
  /** The parts of its memory that differ from an empty guest's. */
  readonly image: ArrayBuffer;
  /** The plugin's declarations. */
  readonly declared: string;
}

/** The tool worker. It loads one plugin once and runs its calls. */
export const toolContract = {
  load: {
    /**
     * `manifest`: JSON text of `bulkhead.json`; empty for a source that brings its manifest itself, or has none; `null` for
     * a plugin that is installed: what it says of itself was read then.
     * `namesTaken`: tools of others. `handwritten`: the source is a JSON list of handwritten tools, each to have guests of
     * its own; those that do not load are skipped. `packed`: what an earlier worker of this plugin answered, if it did.
     */
    input: shape<{ limits: Limits; packed: PackedGuest | null }>()({
      source: 'string',
      manifest: 'string',
      limits: 'object',
      namesTaken: 'strings',
      handwritten: 'boolean',
      freshState: ['call', 'guest'],
    }),
    /**
     * JSON text of a `Manifest` or null, of a list of `ToolDeclaration`, and of a list of `SkippedTool`. `fresh`: the reason why guests
     * do not start from a memory image; empty if they do. `packed`: the image for the next worker of this plugin.
     */
    output: answer<{
      readonly manifest: string;
      readonly tools: string;
      readonly skipped: string;
      readonly fresh: string;
      readonly packed: PackedGuest | null;
    }>(),
  },
  call: {
    /**
     * `args`: JSON text. `context`: fields of `ctx` beyond the guest API, as JSON text; empty for none. `waitedMs`: milliseconds the
     * call has waited on the caller's side; they count as wall time. `flag`: a blob URL that is revoked when the call must stop; empty
     * for none. `ports`: maps capability groups to transferred `MessagePort`s; a port is the grant, for this call. `denials`: the
     * reasons why groups that the manifest names have no port. `limits`: limits of this call, lower than the plugin's.
     */
    input: shape<{
      ports: { readonly [group: string]: object };
      denials: { readonly [group: string]: string };
      limits: Partial<Pick<Limits, 'requestsPerCall' | 'bytesOutPerCall'>>;
    }>()({
      call: 'number',
      tool: 'string',
      phase: ['execute', 'simulate'],
      args: 'string',
      context: 'string',
      timeoutMs: 'number',
      cpuMs: 'number',
      waitedMs: 'number',
      flag: 'string',
      ports: 'object',
      denials: 'object',
      limits: 'object',
    }),
    output: answer<CallOutcome>(),
  },
  /** How many times slower this worker runs now than at its best. Takes some 30 ms. */
  measure: { input: shape()({}), output: answer<number>() },
  /** A port of a call was closed. Requests that wait for an answer over it are refused. */
  revoke: { input: shape()({ call: 'number', group: 'string', why: 'string' }), output: answer<null>() },
  /** Pauses a call's timeout while a person is asked, and resumes it. */
  hold: { input: shape()({ call: 'number', held: 'boolean' }), output: answer<null>() },
} as const satisfies Contract;

export type ToolContract = typeof toolContract;
