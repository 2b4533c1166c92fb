/** Runs one piece of work at a time, in the order of the calls. A failure reaches its own caller only. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves when all work that was given so far is over. Never rejects. */
  get idle(): Promise<unknown> {
    return this.#last;
  }

  /** Runs `work` when all work before it is over. `signal` rejects work that still waits at once: it never begins. */
  run<T>(work: () => T | Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal) return this.#runUnlessAborted(work, signal);
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  #runUnlessAborted<T>(work: () => T | Promise<T>, signal: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      const stop = () => reject(signal.reason);
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
      this.run(() => {
        // From here on the work itself follows the signal.
        signal.removeEventListener('abort', stop);
        if (!signal.aborted) return work();
        throw signal.reason;
      }).then(resolve, reject);
    });
  }
}

/** A mutex for each key. A key takes no memory while no work runs or waits under it. */
export class KeyedMutex<K> {
  readonly #open = new Map<K, { readonly mutex: Mutex; users: number }>();

  /** Keys under which work runs or waits. */
  get size(): number {
    return this.#open.size;
  }

  /** Runs `work` when all work before it with the same key is over. */
  async run<T>(key: K, work: () => T | Promise<T>): Promise<T> {
    const entry = this.#open.get(key) ?? { mutex: new Mutex(), users: 0 };
    this.#open.set(key, entry);
    entry.users += 1;
    try {
      return await entry.mutex.run(work);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) this.#open.delete(key);
    }
  }
}
