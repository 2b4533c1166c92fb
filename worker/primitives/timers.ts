import { untilAborted } from './until-aborted.js';

/** Resolves after `ms` milliseconds; by default in a later task. @throws the signal's reason where it aborts before. */
export function sleep(ms = 0, signal?: AbortSignal): Promise<void> {
  let cancel = () => {};
  const over = new Promise<void>((resolve) => {
    cancel = after(ms, resolve);
  });
  return signal ? untilAborted(over, signal).finally(() => cancel()) : over;
}

/** Runs `work` after `ms` milliseconds. @returns a function that cancels it. */
export function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

/** Waits for `work`, at most `ms` milliseconds. The work itself goes on. @throws what `late` returns if it takes longer. */
export async function within<T>(ms: number, work: Promise<T>, late: () => unknown): Promise<T> {
  let cancel = () => {};
  const over = new Promise<never>((_resolve, reject) => {
    cancel = after(ms, () => reject(late()));
  });
  return Promise.race([work, over]).finally(() => cancel());
}

/** One timeout for several calls. */
export interface Debounce {
  /** True while the work waits to be run. */
  readonly pending: boolean;
  /** Runs the work `ms` milliseconds after this, the last call. */
  again(ms?: number): void;
  /** Runs the work `ms` milliseconds after the first of several calls. */
  soon(ms?: number): void;
  cancel(): void;
}

/** @param usualMs The time to wait where a call names no other. */
export function debounce(usualMs: number, work: () => void): Debounce {
  let stop: (() => void) | undefined;
  const cancel = () => {
    stop?.();
    stop = undefined;
  };
  const soon = (ms = usualMs) => {
    stop ??= after(ms, () => {
      stop = undefined;
      work();
    });
  };
  return {
    get pending() {
      return stop !== undefined;
    },
    cancel,
    soon,
    again(ms) {
      cancel();
      soon(ms);
    },
  };
}
