import type { Abortable, MemorySession } from '../session-types.js';
import type { Args } from './arguments.js';
import type { Pretence } from './pretence.js';
import type { Previews } from './preview.js';

/** What a tool has once its arguments are read and its session is open. */
export interface MemoryCall {
  readonly session: MemorySession;
  /** The call's signal, to spread into options. */
  readonly abort: Abortable;
  readonly previews: Previews;
}

/** One tool. Both functions read the arguments at once, before a session is opened, and answer what to do with it. */
export interface MemoryTool {
  readonly name: `memory_${string}`;
  readonly displayName: string;
  readonly description: string;
  readonly parameters: object;
  readonly mode: 'read' | 'write';
  readonly exec: (args: Args) => (call: MemoryCall) => Promise<object>;
  /** Every `write` tool has one. */
  readonly simulate?: (args: Args) => (pretence: Pretence) => Promise<object>;
}
