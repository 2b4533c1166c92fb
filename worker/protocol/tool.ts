import type { Contract } from './contract.js';
import type { ErrorData } from './errors.js';
import type { Limits } from './limits.js';
import { answer, shape } from './shape.js';

/** What a plugin declared about one of its tools. */
export interface ToolDeclaration {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: { readonly [key: string]: unknown };
  readonly mode: 'read' | 'write';
  readonly hasSimulate: boolean;
}

/** What one call cost. */
export interface Usage {
  readonly wallMs: number;
  /** Time the guest itself ran. */
  readonly cpuMs: number;
  /** Linear memory of the guest after the call: it never shrinks while the guest lives. */
  readonly memoryBytes: number;
  readonly logLines: number;
  readonly logLinesDropped: number;
  /** Capability requests. */
  readonly requests: number;
  /** UTF-8 bytes of their arguments. */
  readonly bytesOut: number;
}

/** How far a call has come, in units of the tool’s own. */
export interface Progress {
  readonly done: number;
  readonly total?: number;
  readonly label?: string;
}

/** Of the guest’s console. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
/** One line of a call’s log, at most 4,000 characters. */
export interface LogLine {
  readonly level: LogLevel;
  readonly text: string;
}

/** What a tool worker says unasked about a call that is open. */
export interface CallEvent {
  readonly call: number;
  readonly log?: readonly LogLine[];
  readonly progress?: Progress;
}

/** How a call ended. A failure is an outcome too, because what it cost and said must not be lost. */
export interface CallOutcome {
  /** The result as JSON text; empty when the tool returned nothing. */
  readonly text?: string;
  /** The text is a JSON string with the beginning of a result that was too large; only in a run. */
  readonly cut?: true;
  readonly error?: ErrorData;
  readonly usage: Usage;
  /** Log lines that no event has carried yet. */
  readonly log: readonly LogLine[];
  /** Capabilities that it asked for and was not granted, each once; of a guest. */
  readonly refused?: readonly string[];
  /** World-info entries (`world.uid`) that the tool says are in use now; later tools of the run see them. */
  readonly activated?: readonly string[];
}

/** A handwritten tool that did not compile. */
export interface SkippedTool {
  readonly name: string;
  readonly error: string;
}

/** Since when a call finds its guest untouched: itself, or whatever guest it happens to get. */
export type FreshState = 'call' | 'guest';

/** A plugin that has loaded, to be loaded again without its source being evaluated. Of its own worker, for its own worker. */
export interface PackedGuest {
  /** What of its memory differs from an empty guest's. */
  readonly image: ArrayBuffer;
  /** What it declared. */
  readonly declared: string;
}

/** The tool worker: one plugin, loaded once, called often. */
export const toolContract = {
  load: {
    /**
     * `manifest`: JSON text of `bulkhead.json`; empty for a source that brings its manifest itself, or has none; `null` for
     * a plugin that is installed: what it says of itself was read then.
     * `namesTaken`: tools of others. `handwritten`: the source is a JSON list of handwritten tools, each to have guests of
     * its own; those that do not load are skipped. `packed`: what an earlier worker of this plugin answered, if it did.
     */
    input: shape<
      {
        source: 'string';
        manifest: 'string';
        limits: 'object';
        namesTaken: 'strings';
        handwritten: 'boolean';
        freshState: readonly ['call', 'guest'];
      },
      { limits: Limits; packed: PackedGuest | null }
    >({
      source: 'string',
      manifest: 'string',
      limits: 'object',
      namesTaken: 'strings',
      handwritten: 'boolean',
      freshState: ['call', 'guest'],
    }),
    /**
     * JSON text of a `Manifest` or null, of a list of `ToolDeclaration`, and of a list of `SkippedTool`. `fresh`: why guests
     * start from nothing; empty while they start from an image. `packed`: for the next worker of this plugin.
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
     * `args`: JSON text. `context`: what `ctx` holds beyond the guest API, as JSON text; empty for nothing. `waitedMs`: what the
     * call has waited on the caller's side; counts as wall clock. `flag`: a blob URL that is gone once the call is to stop; empty for none.
     * `ports`: capability group → its `MessagePort`, transferred: the port is the grant, for this call. `denials`: why a group
     * that the manifest names has no port. `limits`: of this call, lower than the plugin's.
     */
    input: shape<
      {
        call: 'number';
        tool: 'string';
        phase: readonly ['execute', 'simulate'];
        args: 'string';
        context: 'string';
        timeoutMs: 'number';
        cpuMs: 'number';
        waitedMs: 'number';
        flag: 'string';
        ports: 'object';
        denials: 'object';
        limits: 'object';
      },
      {
        ports: { readonly [group: string]: object };
        denials: { readonly [group: string]: string };
        limits: Partial<Pick<Limits, 'requestsPerCall' | 'bytesOutPerCall'>>;
      }
    >({
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
  /** A port of a call was closed: what was asked for over it is refused. */
  revoke: { input: shape({ call: 'number', group: 'string', why: 'string' }), output: answer<null>() },
  /** Stops a call's wall clock while a person is asked, and lets it go on. */
  hold: { input: shape({ call: 'number', held: 'boolean' }), output: answer<null>() },
} as const satisfies Contract;

export type ToolContract = typeof toolContract;
