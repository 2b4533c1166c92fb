import type { BulkheadError } from '../../../worker/protocol/errors.js';
import type { CallGrants } from './ports.js';

/** A call that one worker owes an answer. */
export interface OpenCall {
  /** `true` for a call that waits in the worker for those before it. Only calls without permissions do. */
  readonly waits: boolean;
  readonly cpuMs: number;
  readonly grants: CallGrants;
  readonly startedAt: number;
  readonly fail: (error: BulkheadError) => void;
}

/** The calls that one worker owes an answer, in the order in which it got them. */
export class OpenCalls extends Map<number, OpenCall> {
  /** Whether a call may be the running one: it has not left the worker, and is the first unanswered one of those that wait in it. */
  mayRun(id: number): boolean {
    const call = this.get(id);
    if (!call?.waits) return call !== undefined;
    for (const [first, { waits }] of this) if (waits) return first === id;
    return true;
  }

  /** The greatest limit of running time, so that a call with a small one does not shorten another's. */
  get cpuMs(): number {
    return Math.max(...Array.from(this.values(), (call) => call.cpuMs));
  }

  /** The calls that may have kept their worker silent: those that may run and were open for at least as long as they may be silent. */
  silent(allowedMs: (limitMs: number) => number): number[] {
    const now = performance.now();
    const isLong = ({ startedAt, cpuMs }: OpenCall) => now - startedAt >= allowedMs(cpuMs);
    return Array.from(this).flatMap(([id, call]) => (isLong(call) && this.mayRun(id) ? [id] : []));
  }
}
