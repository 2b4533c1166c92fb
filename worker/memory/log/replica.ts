import { Mutex } from '../../primitives/mutex.js';
import { debounce } from '../../primitives/timers.js';
import { chatsIn, copySome, dropAside, dropChat, LEVEL, type Progress, type Two } from './copy.js';
import { isShort, restoreAll, restoreEnd } from './restore.js';

/** How long nothing is to be written before it is copied, so that no write has to wait for the copying of another. */
const QUIET_MS = 200;
/** How long what is written without a pause may wait. */
const LATEST_MS = 3_000;

export interface ReplicaParts {
  /** Runs work while no other replica, in any tab, runs any. */
  readonly locked: <T>(work: () => Promise<T>) => Promise<T>;
  readonly restored: (chat: string) => void;
  readonly copied?: ((chat: string, key: number) => void) | undefined;
}

/** Copies the logs behind the writes: Chromium gives up a database whose last write was cut off, at the second start after it. */
export class LogReplica {
  readonly #two: Two;
  readonly #parts: ReplicaParts;
  readonly #waiting = new Set<string>();
  readonly #compared = new Set<string>();
  #swept = false;
  /** When something was written last, and when the first was that waits. */
  #last = 0;
  #since = 0;
  readonly #next = debounce(QUIET_MS, () => this.#look());
  readonly #copying = new Mutex();

  constructor(two: Two, parts: ReplicaParts) {
    this.#two = two;
    this.#parts = parts;
  }

  later(chat: string): void {
    this.#waiting.add(chat);
    this.#last = performance.now();
    this.#wake();
  }

  /** Brings back what the first log store has lost, before anything is read. @throws `STORE_FAILED` where it cannot be. */
  async restore(chat?: string): Promise<void> {
    const { first, copy } = this.#two;
    if (!(await first.read([LEVEL])).has(LEVEL) && (await chatsIn(copy).catch(() => [])).length > 0) {
      await this.#parts.locked(() => this.#restoreAll());
    }
    if (chat !== undefined && (await isShort(this.#two, chat).catch(() => false))) {
      if (await this.#parts.locked(() => restoreEnd(this.#two, chat))) this.#parts.restored(chat);
    }
    if (!this.#swept) this.#wake();
  }

  /** Removes a chat's log from the copy, and then as `work` says: what is half removed is there still. */
  async removing(chat: string, work: () => Promise<void>): Promise<void> {
    await this.#dropping((copy) => dropChat(copy, chat), work);
  }

  async removingAside(id: string, work: () => Promise<void>): Promise<void> {
    await this.#dropping((copy) => dropAside(copy, id), work);
  }

  async erasing(work: () => Promise<void>): Promise<void> {
    this.#rest();
    await this.#parts.locked(async () => {
      await this.#two.copy.erase();
      await work();
    });
  }

  /** Copies what is waiting at once, and closes the copy. */
  async close(): Promise<void> {
    if (this.#next.pending) this.#run();
    this.#next.cancel();
    await this.#copying.idle;
    this.#rest();
    await this.#two.copy.close();
  }

  #rest(): void {
    this.#next.cancel();
    this.#waiting.clear();
  }

  #dropping(drop: (copy: Two['copy']) => Promise<void>, work: () => Promise<void>): Promise<void> {
    return this.#parts.locked(async () => {
      // Where the copy fails now, it is gone through later: the first log store says what there is, as long as it is level.
      await drop(this.#two.copy).catch(() => {});
      await work();
    });
  }

  #wake(): void {
    if (this.#next.pending) return;
    this.#since = performance.now();
    this.#next.soon();
  }

  #look(): void {
    const left = Math.min(this.#last + QUIET_MS, this.#since + LATEST_MS) - performance.now();
    // A timer may come a moment early.
    if (left > 1) this.#next.soon(left);
    else this.#run();
  }

  #run(): void {
    // After a failure, whatever is written next, or the next start, tries again.
    this.#copying.run(() => this.#copyAll()).catch(() => {});
  }

  async #copyAll(): Promise<void> {
    const { first, copy } = this.#two;
    if (!this.#swept) {
      // Others may have written where no copy was to be had.
      for (const logStore of [first, copy]) for (const chat of await chatsIn(logStore)) this.#waiting.add(chat);
      this.#swept = true;
    }
    for (const chat of this.#waiting) {
      this.#waiting.delete(chat);
      let progress: Progress;
      do progress = await this.#parts.locked(() => this.#copySome(chat));
      while (progress.state === 'more');
      this.#parts.copied?.(chat, progress.copied);
    }
  }

  async #copySome(chat: string): Promise<Progress> {
    const progress = await copySome(this.#two, chat, this.#compared);
    if (progress.state !== 'lost') return progress;
    await this.#restoreAll();
    return copySome(this.#two, chat, this.#compared);
  }

  async #restoreAll(): Promise<void> {
    for (const chat of await restoreAll(this.#two)) this.#parts.restored(chat);
  }
}
