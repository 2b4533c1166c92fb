import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { CallOutcome, LogLine, Progress } from '../../../worker/protocol/tool.js';
import type { AskCaller } from '../../contracts/index.js';
import type { Simulation } from '../../simulation/index.js';
import type { CallControl } from './ports.js';

/** The function of a tool that is called. */
export type Phase = 'execute' | 'simulate';

/** The context of a call, in the form that the tool's realm can take. */
export interface BoundContext {
  /** Returns the live object, for trusted tools of the page. */
  readonly live: () => object;
  /** Returns plain data as JSON text, for all other tools; empty for nothing. */
  readonly text: () => string;
}

/** Counters that all calls of tools by tools share which one call has led to. */
export interface CallFamily {
  /** Number of open calls. */
  open: number;
  /** Milliseconds that questions to the user have taken. */
  askedMs: number;
  /** Tools that the user has refused, or whose question has timed out. They are not asked about again. */
  readonly denied: Set<string>;
}

/** Relates a call to the run, the chat and the calls it is part of. */
export interface CallFrame {
  /** Number of calls between the model's call and this one. Each depth waits in a queue of its own. */
  readonly depth?: number;
  /** The simulated run that it belongs to. With one, it changes nothing. */
  readonly simulation?: Simulation | undefined;
  /** Aborts when all calls are stopped after this one was requested. */
  readonly stop?: AbortSignal | undefined;
  /** Shared by all calls that one call of a model has led to. */
  readonly family?: CallFamily | undefined;
  /** The calls that have led to it, the first one first. Only for a call by a plugin's tool. */
  readonly callers?: readonly AskCaller[] | undefined;
  /** Asks the user about it in the name of the calling plugin. Only for a tool that is asked about. @returns the milliseconds it took. */
  readonly consent?: ((args: string) => Promise<number>) | undefined;
  /** The chat that was open when the first of these calls was made. Only for a plugin's tool. */
  readonly chat?: string | undefined;
  /** The chat whose memory was available then. */
  readonly memory?: string | undefined;
  /** The call that waits for it. The timeout of that call is paused whenever this one's is. */
  readonly waiting?: Pick<CallControl, 'hold' | 'release'> | undefined;
}

export interface CallOptions extends CallFrame {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly cpuMs: number;
  /** `performance.now()` when the caller made the call. The timeout counts from there. */
  readonly startedAt: number;
  readonly onLog?: ((line: LogLine) => void) | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly context?: BoundContext | undefined;
  /** Holds what the call writes to the memory until the user has seen it. */
  readonly staging?: Simulation | undefined;
  /** Id of this call in the audit log. */
  readonly id?: string;
}

/** Executes tools: a plugin's runner, functions of the page, or an extension on a port. */
export interface Executor {
  /**
   * Settles with the outcome, at the deadline, or at the caller's abort, whichever is first. A tool's failure is an outcome.
   * @throws the signal's reason, or the reason why the call could not be made.
   */
  execute(tool: string, phase: Phase, args: string, options: CallOptions): Promise<CallOutcome>;
}

export const overdue = (what: string, ms: number): BulkheadError =>
  new BulkheadError('TOOL_TIMEOUT', `${what} ${ms} ms`, { stoppedBy: 'watchdog', limit: 'timeoutMs', ms });
