import { fault } from '../errors.js';
import type { MakePart } from '../platform.js';
import { NATIVE } from '../wire.js';

interface Timer {
  readonly id: number;
  /** As `Date.now()` counts. */
  due: number;
  readonly every: number | undefined;
  readonly work: () => void;
}

/** Timers of one guest that may wait at once. */
const MOST = 1_000;
/** The longest delay of the standard; a longer one is due at once. */
const LONGEST = 2_147_483_647;
/** From this depth of timers that set timers on, a delay is at least 4 ms. */
const NESTED = 5;

/** Timers whose queue lies in the guest; the host knows only when the first is due. They run while a call, or the load, is open. */
export const make: MakePart = (kit) => {
  const now = Date.now;
  let queue: Timer[] = [];
  let last = 0;
  let depth = 0;

  const arm = (): void => {
    const first = queue[0];
    kit.ask(NATIVE.timer, first ? `${Math.max(0, first.due - now())}` : '-1');
  };
  const insert = (timer: Timer): void => {
    let at = queue.length;
    while (at > 0 && (queue[at - 1] as Timer).due > timer.due) at -= 1;
    queue.splice(at, 0, timer);
    if (at === 0) arm();
  };
  const room = (): void => {
    if (queue.length >= MOST) throw fault('CAPABILITY_LIMIT', `more than ${MOST} timers and messages at once`);
  };
  const add = (callback: unknown, delay: unknown, given: unknown[], repeats: boolean): number => {
    room();
    const asked = Number(delay);
    let ms = Number.isFinite(asked) && asked > 0 && asked <= LONGEST ? Math.trunc(asked) : 0;
    const nesting = depth + 1;
    if (nesting > NESTED && ms < 4) ms = 4;
    const body = typeof callback === 'function' ? callback : undefined;
    if (!body) throw new TypeError('a timer takes a function; text is not run');
    const id = ++last;
    const work = () => run(nesting, () => body.apply(globalThis, given));
    insert({ id, due: now() + ms, every: repeats ? Math.max(ms, 1) : undefined, work });
    return id;
  };
  const run = (nesting: number, work: () => void): void => {
    const before = depth;
    depth = nesting;
    try {
      work();
    } catch (error) {
      kit.log('error', ['Uncaught', error]);
    } finally {
      depth = before;
    }
  };
  /** Runs this as a task of its own, after those that are due. For other parts. */
  const post = (work: () => void): void => {
    room();
    insert({ id: ++last, due: now(), every: undefined, work: () => run(0, work) });
  };
  const clear = (id: unknown): void => {
    const at = queue.findIndex((timer) => timer.id === Number(id));
    if (at < 0) return;
    queue.splice(at, 1);
    if (at === 0) arm();
  };
  /** Runs the first timer that is due; the jobs that it starts come before the next. */
  const fire = (): void => {
    const [first] = queue;
    if (!first || first.due > now()) {
      arm();
      return;
    }
    queue.shift();
    if (first.every !== undefined) insert({ ...first, due: now() + first.every });
    arm();
    first.work();
  };

  kit.hooks.timers = fire;
  kit.hooks.opened = () => {
    if (queue.length > 0) arm();
  };
  kit.hooks.closed = () => {
    if (queue.length === 0) return;
    queue = [];
    arm();
  };
  return {
    setTimeout: (callback: unknown, delay?: unknown, ...given: unknown[]) => add(callback, delay, given, false),
    setInterval: (callback: unknown, delay?: unknown, ...given: unknown[]) => add(callback, delay, given, true),
    clearTimeout: clear,
    clearInterval: clear,
    post,
  };
};
