import * as z from 'zod/mini';
import type { Contract } from './contract.js';
import type { ErrorData } from './errors.js';
import { LIMITS, type LimitName } from './limits.js';

z.config({ jitless: true });

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

const limitsSchema = z.record(z.enum(Object.keys(LIMITS) as [LimitName, ...LimitName[]]), z.number());

/** The tool worker: one plugin, loaded once, called often. */
export const toolContract = {
  load: {
    /**
     * `namesTaken`: tools of others. `handwritten`: the source is a JSON list of handwritten tools, each to have guests of
     * its own; those that do not load are skipped.
     */
    input: z.object({
      source: z.string(),
      /** JSON text of `bulkhead.json`; empty for a source that brings its manifest itself, or has none. */
      manifest: z.string(),
      limits: limitsSchema,
      namesTaken: z.array(z.string()),
      handwritten: z.boolean(),
      freshState: z.enum(['call', 'guest']),
      /** What an earlier worker of this plugin answered, if it did. */
      packed: z.nullable(z.custom<PackedGuest>()),
    }),
    /**
     * JSON text of a `Manifest` or null, of a list of `ToolDeclaration`, and of a list of `SkippedTool`. `fresh`: why guests
     * start from nothing; empty while they start from an image. `packed`: for the next worker of this plugin.
     */
    output: z.custom<{
      readonly manifest: string;
      readonly tools: string;
      readonly skipped: string;
      readonly fresh: string;
      readonly packed: PackedGuest | null;
    }>(),
  },
  call: {
    input: z.object({
      call: z.number(),
      tool: z.string(),
      phase: z.enum(['execute', 'simulate']),
      /** JSON text. */
      args: z.string(),
      /** What `ctx` holds beyond the guest API, as JSON text; empty for nothing. */
      context: z.string(),
      timeoutMs: z.number(),
      cpuMs: z.number(),
      /** What the call has waited on the caller's side; counts as wall clock. */
      waitedMs: z.number(),
      /** A blob URL that is gone once the call is to stop; empty for none. */
      flag: z.string(),
      /** Capability group → its `MessagePort`, transferred: the port is the grant, for this call. */
      ports: z.record(z.string(), z.custom<object>()),
      /** Why a group that the manifest names has no port. */
      denials: z.record(z.string(), z.string()),
      /** Limits of this call that are lower than the plugin's. */
      limits: z.partialRecord(z.enum(['requestsPerCall', 'bytesOutPerCall']), z.number()),
    }),
    output: z.custom<CallOutcome>(),
  },
  /** A port of a call was closed: what was asked for over it is refused. */
  revoke: {
    input: z.object({ call: z.number(), group: z.string(), why: z.string() }),
    output: z.custom<null>(),
  },
  /** Stops a call's wall clock while a person is asked, and lets it go on. */
  hold: { input: z.object({ call: z.number(), held: z.boolean() }), output: z.custom<null>() },
} as const satisfies Contract;

export type ToolContract = typeof toolContract;
