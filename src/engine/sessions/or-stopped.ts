/** Waits for something, but not beyond a stop: what it comes to after that counts for nothing. @throws the signal's reason. */
export function orStopped<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    const over = () => signal.removeEventListener('abort', stop);
    work.then(resolve, reject).finally(over);
  });
}
