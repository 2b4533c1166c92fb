import { Mutex } from '../../../worker/primitives/mutex.js';
import { after, untilAborted } from '../../primitives/index.js';

const WINDOW_MS = 60_000;
/** A waiting request checks again at least this often (in milliseconds), to notice a changed limit or a clock that jumped. */
const LOOK_MS = 200;

/** Calls a function once after a while. @returns what takes that back. */
export type Timer = (work: () => void, ms: number) => () => void;

export const pageTimer: Timer = (work, ms) => after(ms, work);

export interface PacerClock {
  /** Milliseconds. */
  readonly now?: () => number;
  readonly timer?: Timer;
}

/** Spreads requests over time: in no 60 seconds are there more than a limit says. */
export interface Pacer {
  /** Resolves when a request may begin, and counts it. 0 or less: at once. @throws the signal’s reason. */
  take(requestsPerMinute: number, signal: AbortSignal): Promise<void>;
}

/** One window for all who share it; they begin in the order they came. */
export function createPacer({ now = () => performance.now(), timer = pageTimer }: PacerClock = {}): Pacer {
  let begun: number[] = [];
  const mutex = new Mutex();

  /** How long until one more may begin; 0: now. */
  const wait = (limit: number): number => {
    const at = now();
    begun = begun.filter((one) => one > at - WINDOW_MS && one <= at);
    const before = begun.at(-limit);
    return before === undefined ? 0 : before + WINDOW_MS - at;
  };

  const pause = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const end = () => {
        cancel();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const cancel = timer(end, Math.min(ms, LOOK_MS));
      signal.addEventListener('abort', end);
    });

  const enter = async (limit: number, signal: AbortSignal): Promise<void> => {
    for (;;) {
      signal.throwIfAborted();
      const ms = wait(limit);
      if (ms <= 0) break;
      await pause(ms, signal);
    }
    begun.push(now());
  };

  return {
    async take(requestsPerMinute, signal) {
      signal.throwIfAborted();
      if (!(requestsPerMinute > 0)) {
        begun.push(now());
        return;
      }
      const limit = Math.max(1, Math.floor(requestsPerMinute));
      await untilAborted(
        mutex.run(() => enter(limit, signal)),
        signal,
      );
    },
  };
}

/** Where a page has its pacer: files of the package are bundled apart, and each has its own copy of this one. */
const PAGE = Symbol.for('bulkhead.studio.pacer');

const page = globalThis as { [PAGE]?: Pacer };
page[PAGE] ??= createPacer();

/** The pacer of all studios of the page, and of what they try. */
export const pagePacer: Pacer = page[PAGE];
