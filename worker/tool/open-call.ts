import type { BulkheadError } from '../protocol/errors.js';
import type { Usage } from '../protocol/tool.js';
import type { CallLog } from './log.js';

/** How the guest ended a call. */
export type Settled = { readonly text: string; readonly cut?: true } | { readonly error: BulkheadError };

/** One call that the guest has not answered yet, and what it has used. */
export class OpenCall {
  readonly id: number;
  readonly tool: string;
  readonly timeoutMs: number;
  readonly cpuMs: number;
  readonly log: CallLog;
  readonly settle: (outcome: Settled) => void;
  startedAt: number;
  /** Running time charged so far, without the stretch that runs now. */
  ranMs = 0;
  requests = 0;
  /** Entry keys the tool has added. */
  activated: readonly string[] | undefined;
  aborted = false;

  constructor(options: Pick<OpenCall, 'id' | 'tool' | 'timeoutMs' | 'cpuMs' | 'log' | 'settle' | 'startedAt'>) {
    this.id = options.id;
    this.tool = options.tool;
    this.timeoutMs = options.timeoutMs;
    this.cpuMs = options.cpuMs;
    this.log = options.log;
    this.settle = options.settle;
    this.startedAt = options.startedAt;
  }

  /** The limit this call is over, if any. */
  over(now: number, runningMs: number): 'cpuMs' | 'timeoutMs' | undefined {
    if (this.ranMs + runningMs > this.cpuMs) return 'cpuMs';
    return now - this.startedAt > this.timeoutMs ? 'timeoutMs' : undefined;
  }

  usage(now: number, runningMs: number, memoryBytes: number): Usage {
    return {
      wallMs: now - this.startedAt,
      cpuMs: this.ranMs + runningMs,
      memoryBytes,
      logLines: this.log.lines,
      logLinesDropped: this.log.dropped,
      requests: this.requests,
    };
  }
}
