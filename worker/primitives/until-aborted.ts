/** Waits for `work`, at the longest until the signal aborts: rejects with its reason then. The work itself goes on. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    const forget = () => signal.removeEventListener('abort', abort);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(forget);
  });
}

/** Yields the pieces of a stream until the signal aborts. What is not read to its end is cancelled, and not waited for. */
export async function* piecesUntilAborted<T>(
  stream: AsyncIterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  const iterator = stream[Symbol.asyncIterator]();
  let over = false;
  try {
    for (;;) {
      const { done, value } = await untilAborted(Promise.resolve(iterator.next()), signal);
      over = done === true;
      if (over) return;
      yield value;
    }
  } finally {
    // A stream that hangs would hang its stop.
    if (!over) void (async () => iterator.return?.())().catch(() => {});
  }
}
