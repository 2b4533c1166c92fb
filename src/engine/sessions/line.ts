/** Does one thing after another. */
export class Line {
  #last: Promise<unknown> = Promise.resolve();

  /** Does it when its turn has come. What is stopped while it waits rejects at once, is never begun, and holds nobody up. */
  take<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      const stop = () => reject(signal?.reason);
      if (signal?.aborted) stop();
      signal?.addEventListener('abort', stop, { once: true });
      const turn = this.#last.then(() => {
        // From here on, the signal of the work reports a stop.
        signal?.removeEventListener('abort', stop);
        return signal?.aborted ? undefined : work().then(resolve, reject);
      });
      this.#last = turn;
    });
  }

  /** Resolves when all that was taken is done. */
  async empty(): Promise<void> {
    await this.#last;
  }
}
