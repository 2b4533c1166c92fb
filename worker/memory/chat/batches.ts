import { Mutex } from '../../primitives/mutex.js';
import type { ChatLog } from '../log/chat-log.js';

/** The batches of one chat, one after another: the name of the one that runs is kept with its commit. */
export class Batches {
  readonly #log: () => ChatLog;
  #name = '';
  #isKept = false;
  #signal: AbortSignal | undefined;
  readonly #mutex = new Mutex();

  constructor(log: () => ChatLog) {
    this.#log = log;
  }

  /** Of the one that runs, for its commit. @throws the signal's reason where it was given up before it came to that. */
  get name(): string {
    this.#signal?.throwIfAborted();
    return this.#name;
  }

  /** What the one that runs has changed is kept, now or before. */
  kept(): void {
    this.#isKept = true;
  }

  /** Nobody else's batch is under way while it runs. */
  run<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#mutex.run(() => {
      this.#name = name;
      this.#signal = signal;
      this.#isKept = false;
      return work();
    });
  }

  /** The same for a write. One that finds nothing to do may have done it before: then it answers again as it did. */
  write(name: string, work: () => Promise<unknown>, signal?: AbortSignal): Promise<unknown> {
    const answering = async () => {
      const [done] = await Promise.allSettled([work()]);
      if (!this.#isKept) {
        const before = await this.#log()
          .find(name)
          .catch(() => undefined);
        if (before?.entry.kind === 'commit') return before.entry.commit.answer;
      }
      if (done.status === 'rejected') throw done.reason;
      return done.value;
    };
    return this.run(name, answering, signal);
  }
}
