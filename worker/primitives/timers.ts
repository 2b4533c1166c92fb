/** Resolves after `ms` milliseconds; by default in a later task. */
export const sleep = (ms = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** One timeout for several calls. */
export interface Debounce {
  /** Runs the work `ms` milliseconds after this, the last call. */
  again(): void;
  /** Runs the work `ms` milliseconds after the first of several calls. */
  soon(): void;
  cancel(): void;
}

export function debounce(ms: number, work: () => void): Debounce {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      work();
    }, ms);
  };
  return {
    cancel,
    soon,
    again() {
      cancel();
      soon();
    },
  };
}
