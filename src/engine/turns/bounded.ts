/** What holds for one call. */
export interface Bounds {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly graceMs: number;
}

/** A timer that is set to more goes off at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Thrown for a call whose time is up. */
export class TimeUp extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Runs something with a signal of its own, which is aborted when the turn is and when its time is up; what does not stop then
 * is left behind, and nothing that it does later counts.
 * @throws `TimeUp`, the signal's reason, what it throws.
 */
export async function bounded<T>(run: (signal: AbortSignal) => Promise<T>, bounds: Bounds): Promise<T> {
  const { signal, timeoutMs, graceMs } = bounds;
  // It may have been aborted while the arguments were checked. The listener would not be called for that.
  signal?.throwIfAborted();
  const own = new AbortController();
  let leave: (reason: unknown) => void = () => {};
  const left = new Promise<never>((_, reject) => {
    leave = reject;
  });
  const timers: ReturnType<typeof setTimeout>[] = [];
  const stop = (reason: unknown) => {
    own.abort(reason);
    timers.push(setTimeout(() => leave(reason), Math.min(graceMs, LONGEST_MS)));
  };
  const aborted = () => stop(signal?.reason);
  signal?.addEventListener('abort', aborted, { once: true });
  if (timeoutMs <= LONGEST_MS) {
    const late = () => stop(new TimeUp(`no answer within ${timeoutMs / 1_000} s`));
    timers.push(setTimeout(late, timeoutMs));
  }
  try {
    return await Promise.race([run(own.signal), left]);
  } finally {
    for (const timer of timers) clearTimeout(timer);
    signal?.removeEventListener('abort', aborted);
  }
}
