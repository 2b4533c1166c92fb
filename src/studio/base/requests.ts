import { BulkheadError } from '../../../worker/protocol/errors.js';
import { untilAborted } from '../../primitives/index.js';
import { type Pacer, pageTimer, type Timer } from './pacer.js';

export { createPacer, type Pacer, type PacerClock, pagePacer, type Timer } from './pacer.js';

const RETRIES = 3;
const MOST_RETRIES = 10;
const MOST_MS = 2 ** 31 - 1;

/** How often and how fast a model is asked, and how long it is waited for. */
export interface RequestLimits {
  /** Attempts beside the first. */
  readonly retries: number;
  /** 0: as many as there are. */
  readonly requestsPerMinute: number;
  /** Of each attempt; 0: no limit. */
  readonly timeoutMs: number;
}

/** The limits that an adapter’s settings name: `toolCallRetryMax`, `requestsPerMinute`, `requestTimeoutMs`, where they are numbers. */
export function requestLimits(settings: unknown): RequestLimits {
  const given = (typeof settings === 'object' && settings !== null ? settings : {}) as Record<string, unknown>;
  const number = (key: string): number | undefined => {
    const value = given[key];
    return typeof value === 'number' && !Number.isNaN(value) ? value : undefined;
  };
  const perMinute = number('requestsPerMinute') ?? 0;
  return {
    retries: Math.floor(Math.min(MOST_RETRIES, Math.max(0, number('toolCallRetryMax') ?? RETRIES))),
    requestsPerMinute: perMinute > 0 && Number.isFinite(perMinute) ? Math.max(1, Math.floor(perMinute)) : 0,
    timeoutMs: Math.min(MOST_MS, Math.max(0, number('requestTimeoutMs') ?? 0)),
  };
}

export interface RequestOptions<T> extends RequestLimits {
  /** Makes one attempt; its signal ends with the attempt’s time, or with the whole. */
  ask(signal: AbortSignal): Promise<T>;
  /** Why an answer is none that can be used. */
  check(answer: T): string | undefined | Promise<string | undefined>;
  readonly pacer: Pacer;
  readonly signal: AbortSignal;
  readonly timer?: Timer;
}

/** Somebody has stopped the request: nobody waits for another attempt. */
const isStop = (error: unknown): boolean => {
  const { name, code } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  return name === 'AbortError' || code === 'STOPPED';
};

/** Asks until an answer can be used, without a pause. @throws the signal’s reason at once, else what the last attempt came to. */
export async function requestTurn<T>(options: RequestOptions<T>): Promise<T> {
  const { retries, requestsPerMinute, pacer, signal } = options;
  for (let left = retries; ; left -= 1) {
    await pacer.take(requestsPerMinute, signal);
    try {
      return await attempt(options);
    } catch (error) {
      signal.throwIfAborted();
      if (left <= 0 || isStop(error)) throw error;
    }
  }
}

/** Makes one attempt. A service that ignores its signal is not waited for. */
async function attempt<T>({ ask, check, timeoutMs, signal, timer = pageTimer }: RequestOptions<T>): Promise<T> {
  const late = new AbortController();
  const end = () =>
    late.abort(new BulkheadError('MODEL_FAILED', `the model has not answered within ${timeoutMs / 1000} s`));
  const cancel = timeoutMs > 0 ? timer(end, timeoutMs) : undefined;
  const own = AbortSignal.any([signal, late.signal]);
  const work = async () => {
    const answer = await ask(own);
    const why = await check(answer);
    if (why !== undefined) throw new BulkheadError('MODEL_FAILED', why);
    return answer;
  };
  try {
    const answer = await untilAborted(work(), own);
    own.throwIfAborted();
    return answer;
  } catch (error) {
    // Too late, or stopped: whatever the one who was asked says of it.
    throw own.aborted ? own.reason : error;
  } finally {
    cancel?.();
  }
}
