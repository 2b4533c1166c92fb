import { GAP_MS } from '../../worker/protocol/limits.js';
import { notify } from './signals.js';

const STEP_MS = 250;
const RESTARTS = 3;

interface Waiting {
  readonly ms: number;
  readonly work: () => void;
  due: number;
  restarts: number;
}

/** All that wait share one timer of the browser, because setting and clearing one costs as much as half a call. */
const waiting = new Set<Waiting>();
let timer: ReturnType<typeof setTimeout> | undefined;
let firesAt = Number.POSITIVE_INFINITY;

/** A timeout that stands still while the machine sleeps: a step that comes a second late restarts it, a few times. @returns a function that cancels it. */
export function awakeTimeout(ms: number, work: () => void): () => void {
  const one: Waiting = { ms, work, due: performance.now() + ms, restarts: 0 };
  waiting.add(one);
  if (one.due < firesAt) arm();
  return () => waiting.delete(one);
}

/** Waits for `work`, at most `ms` milliseconds in which the machine is awake. The work itself goes on. @throws what `work` throws in that time. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let cancel = () => {};
  const over = new Promise<void>((resolve) => {
    cancel = awakeTimeout(ms, resolve);
  });
  await Promise.race([work, over]).finally(() => cancel());
}

/** Cancels the timer when no timeout is pending. Otherwise it fires once more without effect. */
export function restTimeouts(): void {
  if (waiting.size > 0) return;
  clearTimeout(timer);
  firesAt = Number.POSITIVE_INFINITY;
}

function arm(): void {
  clearTimeout(timer);
  firesAt = Number.POSITIVE_INFINITY;
  if (waiting.size === 0) return;
  const now = performance.now();
  firesAt = now + STEP_MS;
  for (const { due } of waiting) firesAt = Math.min(firesAt, due);
  timer = setTimeout(look, Math.max(0, firesAt - now));
}

function look(): void {
  const now = performance.now();
  const slept = now - firesAt > GAP_MS;
  const over: Waiting[] = [];
  firesAt = Number.POSITIVE_INFINITY;
  for (const one of waiting) {
    if (slept && one.restarts < RESTARTS) {
      one.restarts += 1;
      one.due = now + one.ms;
    } else if (one.due <= now + 0.5) over.push(one);
  }
  // What one does may cancel another that was due at the same time.
  for (const one of over) if (waiting.delete(one)) notify(one.work);
  arm();
}
