import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { CallOutcome, LogLine, Progress } from '../../../worker/protocol/tool.js';
import type { AskCaller } from '../../contracts/index.js';
import type { Simulation } from '../../simulation/index.js';
import type { CallControl } from './ports.js';

/** Which of a tool's two functions is called. */
export type Phase = 'execute' | 'simulate';

/** What a call tells its tool of the page and the run, in the form that suits where the tool runs. */
export interface BoundContext {
  /** The object itself, for trusted tools of the page. */
  readonly live: () => object;
  /** Plain data as JSON text for everybody else; empty for nothing. */
  readonly text: () => string;
}

/** The calls of tools by tools that one call has led to. */
export interface CallFamily {
  /** How many are open. */
  open: number;
  /** Milliseconds that their user was asked for. */
  askedMs: number;
  /** Tools to which the user, or their time, said no: they are not asked about again. */
  readonly denied: Set<string>;
}

/** What a call is part of. */
export interface CallFrame {
  /** How many calls of tools by tools it is away from the model: such a call must not wait in the same queue. */
  readonly depth?: number;
  /** The simulated run it belongs to: then it changes nothing. */
  readonly simulation?: Simulation | undefined;
  /** Aborts when everything was stopped after this was asked for. */
  readonly stop?: AbortSignal | undefined;
  /** What it has in common with all calls that one call of a model has led to. */
  readonly family?: CallFamily | undefined;
  /** The calls that have led to it, the first of them first; of a call by a plugin's tool. */
  readonly callers?: readonly AskCaller[] | undefined;
  /** Asks the user about it in the name of the plugin that calls; of a tool that is asked about. @returns milliseconds they took. */
  readonly consent?: ((args: string) => Promise<number>) | undefined;
  /** The chat that was open when the first of these calls was asked for; of a plugin's tool. */
  readonly chat?: string | undefined;
  /** The chat whose memory was at hand then. */
  readonly memory?: string | undefined;
  /** The call that waits for it: its clock stands still with this one's. */
  readonly waiting?: Pick<CallControl, 'hold' | 'release'> | undefined;
}

export interface CallOptions extends CallFrame {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly cpuMs: number;
  /** `performance.now()` when the caller asked: its clock runs from there. */
  readonly startedAt: number;
  readonly onLog?: ((line: LogLine) => void) | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly context?: BoundContext | undefined;
  /** Where what it writes for the memory waits until its user has seen it. */
  readonly staging?: Simulation | undefined;
  /** The same in all that the audit log says of this call. */
  readonly id?: string;
}

/** Whatever executes tools: a plugin's runner, functions of the page, an extension on a port. */
export interface Executor {
  /**
   * Settles by the outcome, by the deadline, or by the caller's abort, whichever is first.
   * @throws the signal's own reason, or why the call could not be made; a tool's failure is an outcome.
   */
  execute(tool: string, phase: Phase, args: string, options: CallOptions): Promise<CallOutcome>;
}

export const overdue = (what: string, ms: number): BulkheadError =>
  new BulkheadError('TOOL_TIMEOUT', `${what} ${ms} ms`, { stoppedBy: 'watchdog', limit: 'timeoutMs', ms });
