import * as z from 'zod/mini';
import { type Contract, method } from './contract.js';
import { answer } from './shape.js';
import type { CallOutcome, Usage } from './tool.js';

z.config({ jitless: true });

/** The methods that an extension serves to its host: its tools. */
export const peerContract = {
  call: method(
    {
      call: z.number(),
      tool: z.string(),
      phase: z.enum(['execute', 'simulate']),
      /** JSON text. */
      args: z.string(),
      /** The fields of `ctx` beyond the extension API, as JSON text; empty for none. */
      context: z.string(),
      resultBytes: z.number(),
    },
    answer<CallOutcome>(),
  ),
} as const satisfies Contract;

export type PeerContract = typeof peerContract;

/** A row of the list of extension tools, exactly these fields. */
export interface ToolRow {
  readonly name: string;
  readonly mode: 'read' | 'write';
  readonly description: string;
  readonly displayName: string;
  readonly hasSimulate: boolean;
  readonly source: 'extension' | 'st-bridge';
}

/** Where a name comes from, as a label for interfaces. */
export type RowSource = 'profile' | 'builtin' | 'st-bridge' | 'extension' | 'unknown';

/** A function tool of another application that is not bridged yet. */
export interface BridgeRow {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
}

/** What a host serves to an extension. The host reads every input itself, field by field: the schemas are for types. */
export const hostContract = {
  /** JSON text of a declaration; the functions stay with the extension. */
  register: method({ declaration: z.string() }),
  unregister: method({ name: z.string() }),
  list: method({}, answer<ToolRow[]>()),
  source: method({ name: z.string() }, answer<RowSource>()),
  bridgeable: method({}, answer<BridgeRow[]>()),
  bridge: method({ name: z.string(), mode: z.enum(['read', 'write']) }),
  /** Result as JSON text; empty for nothing. */
  execute: method(
    { name: z.string(), args: z.string(), timeoutMs: z.optional(z.number()) },
    answer<{ readonly text: string; readonly usage: Usage }>(),
  ),
} as const satisfies Contract;

export type HostContract = typeof hostContract;
