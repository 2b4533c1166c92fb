import type { BulkheadError } from '../protocol/errors.js';
import type { Usage } from '../protocol/tool.js';
import type { CallPorts } from './call-ports.js';
import type { CallLog } from './log.js';

/** How the guest ended a call. */
export type Settled = { readonly text: string; readonly cut?: true } | { readonly error: BulkheadError };

type OpenCallOptions = Pick<
  OpenCall,
  'id' | 'tool' | 'timeoutMs' | 'cpuMs' | 'log' | 'ports' | 'settle' | 'startedAt' | 'flag'
>;

/** One call that the guest has not answered yet, and what it has used. */
export class OpenCall {
  readonly id: number;
  readonly tool: string;
  readonly timeoutMs: number;
  readonly cpuMs: number;
  readonly log: CallLog;
  readonly ports: CallPorts;
  readonly settle: (outcome: Settled) => void;
  readonly flag: string;
  startedAt: number;
  /** Running time charged so far, without the stretch that runs now. */
  ranMs = 0;
  /** Entry keys the tool has added. */
  activated: readonly string[] | undefined;
  aborted = false;
  /** Its flag was found gone. */
  interrupted = false;
  #heldAt: number | undefined;

  constructor(options: OpenCallOptions) {
    this.id = options.id;
    this.tool = options.tool;
    this.timeoutMs = options.timeoutMs;
    this.cpuMs = options.cpuMs;
    this.log = options.log;
    this.ports = options.ports;
    this.settle = options.settle;
    this.startedAt = options.startedAt;
    this.flag = options.flag;
  }

  /** True while a person is being asked: the wall clock stands still then. */
  get held(): boolean {
    return this.#heldAt !== undefined;
  }

  /** When its wall clock runs out, unless it stands still. */
  get dueAt(): number {
    return this.startedAt + this.timeoutMs + 1;
  }

  hold(now: number): void {
    this.#heldAt ??= now;
  }

  release(now: number): void {
    this.startedAt += now - (this.#heldAt ?? now);
    this.#heldAt = undefined;
  }

  /** The limit this call is over, if any. */
  over(now: number, runningMs: number): 'cpuMs' | 'timeoutMs' | undefined {
    if (this.ranMs + runningMs > this.cpuMs) return 'cpuMs';
    return this.#wallMs(now) > this.timeoutMs ? 'timeoutMs' : undefined;
  }

  usage(now: number, runningMs: number, memoryBytes: number): Usage {
    return {
      wallMs: this.#wallMs(now),
      cpuMs: this.ranMs + runningMs,
      memoryBytes,
      logLines: this.log.lines,
      logLinesDropped: this.log.dropped,
      requests: this.ports.requests,
      bytesOut: this.ports.bytesOut,
    };
  }

  #wallMs(now: number): number {
    return (this.#heldAt ?? now) - this.startedAt;
  }
}
