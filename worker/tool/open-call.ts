import type { BulkheadError } from '../protocol/errors.js';
import type { Usage } from '../protocol/tool.js';
import type { Calibration } from './calibration.js';
import type { CallPorts } from './call-ports.js';
import type { CallLog } from './log.js';
import { RunningTime } from './running-time.js';

/** How the guest ended a call. */
export type Settled = { readonly text: string; readonly cut?: true } | { readonly error: BulkheadError };

/** A call as it comes. */
interface GivenCall {
  readonly id: number;
  readonly tool: string;
  readonly timeoutMs: number;
  readonly cpuMs: number;
  readonly log: CallLog;
  readonly ports: CallPorts;
  readonly settle: (outcome: Settled) => void;
  readonly flag: string;
  readonly calibration: Calibration;
  startedAt: number;
}

export type OpenCall = ReturnType<typeof openCall>;

/** One call that the guest has not answered yet, and what it has used. */
export function openCall(given: GivenCall) {
  let heldAt: number | undefined;
  const wallMs = (now: number) => (heldAt ?? now) - call.startedAt;
  const call = {
    ...given,
    /** Its running time, without the stretch that runs now. */
    time: new RunningTime(given.cpuMs, given.calibration),
    /** Entry keys the tool has added. */
    activated: undefined as readonly string[] | undefined,
    aborted: false,
    /** Its flag was found gone. */
    interrupted: false,
    /** True while a person is being asked: the wall clock stands still then. */
    get held(): boolean {
      return heldAt !== undefined;
    },
    /** When its wall clock runs out, unless it stands still. */
    get dueAt(): number {
      return call.startedAt + call.timeoutMs + 1;
    },
    hold(now: number): void {
      heldAt ??= now;
    },
    release(now: number): void {
      call.startedAt += now - (heldAt ?? now);
      heldAt = undefined;
    },
    /** The limit this call is over, if any. */
    over(now: number, runningMs: number): 'cpuMs' | 'timeoutMs' | undefined {
      if (call.time.isOver(runningMs)) return 'cpuMs';
      return wallMs(now) > call.timeoutMs ? 'timeoutMs' : undefined;
    },
    usage(now: number, memoryBytes: number): Usage {
      const { log, ports } = given;
      return {
        ...{ wallMs: wallMs(now), cpuMs: call.time.ms, memoryBytes },
        ...{ logLines: log.lines, logLinesDropped: log.dropped },
        ...{ requests: ports.requests, bytesOut: ports.bytesOut },
      };
    },
  };
  return call;
}
