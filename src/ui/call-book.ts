import type { Host, LogLine, Progress, Usage } from '../index.js';
import { type ErrorView, viewError } from './error-text.js';

/** One call as the interface shows it. A new object each time something about it changes. */
export interface CallView {
  readonly id: number;
  readonly tool: string;
  readonly args: unknown;
  readonly state: 'running' | 'done' | 'failed' | 'stopped';
  /** Both by `performance.now()`. */
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly progress?: Progress;
  readonly log: readonly LogLine[];
  readonly logDropped: number;
  readonly result?: { readonly value: unknown };
  readonly error?: ErrorView;
  readonly usage?: Usage;
}

const KEPT_CALLS = 50;
const KEPT_LINES = 1_000;

/** Starts calls and keeps what is known of each, newest first; tells about it at most once a frame. */
export class CallBook {
  readonly #changed: () => void;
  readonly #stops = new Map<number, AbortController>();
  #calls: readonly CallView[] = [];
  #lastId = 0;
  #scheduled = false;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get calls(): readonly CallView[] {
    return this.#calls;
  }

  /** Starts a call. Its failure is part of the book, never a rejection. */
  async execute(host: Host, tool: string, args: unknown, timeoutMs?: number): Promise<CallView | undefined> {
    this.#lastId += 1;
    const id = this.#lastId;
    const stop = new AbortController();
    const log: LogLine[] = [];
    let logDropped = 0;
    this.#stops.set(id, stop);
    const call: CallView = { id, tool, args, state: 'running', startedAt: performance.now(), log, logDropped };
    this.#calls = [call, ...this.#calls].slice(0, KEPT_CALLS);
    this.#tell();
    try {
      const { value, usage } = await host.tools.execute(tool, args, {
        signal: stop.signal,
        ...(timeoutMs !== undefined && { timeoutMs }),
        onProgress: (progress) => this.#update(id, { progress }),
        onLog: (line) => {
          if (log.length < KEPT_LINES) log.push(line);
          else logDropped += 1;
          this.#update(id, { log, logDropped });
        },
      });
      this.#end(id, { state: 'done', result: { value }, usage });
    } catch (thrown) {
      const error = viewError(thrown);
      const usage = (thrown as { details?: { usage?: Usage } } | null)?.details?.usage;
      this.#end(id, { state: error.code === 'STOPPED' ? 'stopped' : 'failed', error, ...(usage && { usage }) });
    }
    return this.#calls.find((one) => one.id === id);
  }

  /** Stops one call; the tool hears of it, and Bulkhead ends what does not listen. */
  stop(id: number): void {
    this.#stops.get(id)?.abort();
  }

  /** Forgets the calls that have ended. */
  clear(): void {
    this.#calls = this.#calls.filter(({ state }) => state === 'running');
    this.#tell();
  }

  #end(id: number, end: Partial<CallView>): void {
    this.#stops.delete(id);
    this.#update(id, { ...end, endedAt: performance.now() });
  }

  #update(id: number, change: Partial<CallView>): void {
    this.#calls = this.#calls.map((call) => (call.id === id ? { ...call, ...change } : call));
    this.#tell();
  }

  #tell(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    const tell = () => {
      this.#scheduled = false;
      this.#changed();
    };
    // A hidden page gets no frames, and its calls end all the same.
    if (document.hidden) queueMicrotask(tell);
    else requestAnimationFrame(tell);
  }
}
