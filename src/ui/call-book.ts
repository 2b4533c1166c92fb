import type { DispatchResult, Host, LogLine, Progress, Review, ToolFlags, ToolMessage, Usage } from '../index.js';
import { type ErrorView, viewError } from './error-text.js';
import { readAnswer } from './model-answer.js';

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
  /** It was made in a simulated review. */
  readonly simulated: boolean;
  /** What a model that made this call would get. */
  readonly message?: ToolMessage;
  /** The message holds less than the tool answered. */
  readonly truncated?: boolean;
  readonly ran?: DispatchResult['ran'];
  readonly layer?: DispatchResult['layer'];
}

/** How a call is made. */
export interface CallOptions {
  readonly flags: ToolFlags;
  /** In a review: a tool that changes data only says what it would do. */
  readonly simulate?: boolean;
  readonly timeoutMs?: number;
}

const KEPT_CALLS = 50;
const KEPT_LINES = 1_000;

/** Starts calls and keeps what is known of each, newest first; tells about it at most once a frame. */
export class CallBook {
  readonly #changed: () => void;
  readonly #stops = new Map<number, AbortController>();
  #calls: readonly CallView[] = [];
  #lastId = 0;
  #review: Review | undefined;
  #simulations = 0;
  #scheduled = false;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get calls(): readonly CallView[] {
    return this.#calls;
  }

  /** Makes a call as a model would, in a run of its own. Its failure is part of the book, never a rejection. */
  async dispatch(host: Host, tool: string, args: unknown, options: CallOptions): Promise<CallView | undefined> {
    const { flags, simulate: simulated = false, timeoutMs } = options;
    this.#lastId += 1;
    const id = this.#lastId;
    const stop = new AbortController();
    const log: LogLine[] = [];
    let logDropped = 0;
    this.#stops.set(id, stop);
    const call: CallView = {
      id,
      tool,
      args,
      state: 'running',
      startedAt: performance.now(),
      log,
      logDropped,
      simulated,
    };
    this.#calls = [call, ...this.#calls].slice(0, KEPT_CALLS);
    this.#tell();
    try {
      using review = simulated ? this.#join(host) : undefined;
      await using run = await host.orchestrator.openRun({
        signal: stop.signal,
        flags,
        ...(review && { review: review.review }),
      });
      const given = { name: tool, arguments: args };
      const answer = await host.orchestrator.dispatch(given, run, {
        ...(timeoutMs !== undefined && { timeoutMs }),
        onProgress: (progress) => this.#update(id, { progress }),
        onLog: (line) => {
          if (log.length < KEPT_LINES) log.push(line);
          else logDropped += 1;
          this.#update(id, { log, logDropped });
        },
      });
      this.#answer(id, answer);
    } catch (thrown) {
      const error = viewError(thrown);
      this.#end(id, { state: stateOf(error), error });
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

  #answer(id: number, answer: DispatchResult): void {
    const { message, call, layer, ran, usage } = answer;
    const { result, error, truncated } = readAnswer(answer);
    this.#end(id, {
      state: stateOf(error),
      // As the tool got them, which need not be what was typed.
      args: JSON.parse(call.function.arguments),
      message,
      ran,
      usage,
      truncated,
      ...(layer && { layer }),
      ...(result && { result }),
      ...(error && { error }),
    });
  }

  /** A host has one review at a time: simulations that overlap share it. */
  #join(host: Host): Disposable & { readonly review: Review } {
    this.#review ??= host.orchestrator.beginReview();
    const review = this.#review;
    this.#simulations += 1;
    return {
      review,
      [Symbol.dispose]: () => {
        this.#simulations -= 1;
        if (this.#simulations > 0) return;
        this.#review = undefined;
        review.end();
      },
    };
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

function stateOf(error: ErrorView | undefined): CallView['state'] {
  if (!error) return 'done';
  return error.code === 'STOPPED' ? 'stopped' : 'failed';
}
