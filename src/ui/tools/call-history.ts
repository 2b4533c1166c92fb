import type { CallProgress } from '../../contracts/index.js';
import type { DispatchResult, Effects, Host, LogLine, Progress, Review, ToolFlags, ToolMessage } from '../../index.js';
import { readAnswer } from '../models/model-answer.js';
import { type ErrorView, viewError } from '../shared/error-text.js';

/** One call as the interface shows it. */
export interface CallView extends CallProgress {
  readonly error?: ErrorView;
  /** It was made in a simulated review. */
  readonly simulated: boolean;
  /** What a model that made this call would get. */
  readonly message?: ToolMessage;
  /** The message holds less than the tool answered. */
  readonly truncated?: boolean;
  readonly ran?: DispatchResult['ran'];
  readonly layer?: DispatchResult['layer'];
  /** What a simulated call would have done. */
  readonly effects?: Effects;
  /** Whether that has been done since. */
  readonly commit?: 'running' | 'done' | ErrorView;
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

/**
 * Starts calls and keeps what is known of each, newest first. It notifies its listener at most once a frame.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { CallHistory, keptFlags } from 'bulkhead/ui';
 * const history = new CallHistory(() => console.log(history.calls.length));
 * const call = await history.dispatch(createHost(), 'roll_dice', { notation: '2d6' }, { flags: keptFlags() });
 */
export class CallHistory {
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

  /** Makes a call as a model would, in a run of its own. Its failure becomes part of the history, never a rejection. */
  async dispatch(host: Host, tool: string, args: unknown, options: CallOptions): Promise<CallView | undefined> {
    const { flags, simulate: simulated = false, timeoutMs } = options;
    const { id, stop, listeners } = this.#begin(tool, args, simulated);
    try {
      const review = simulated ? this.#join(host) : undefined;
      try {
        const { signal } = stop;
        const run = await host.orchestrator.openRun({ signal, flags, ...(review && { review: review.review }) });
        const given = { name: tool, arguments: args };
        const limits = timeoutMs === undefined ? {} : { timeoutMs };
        const answer = host.orchestrator.dispatch(given, run, { ...limits, ...listeners });
        this.#answer(id, await answer.finally(() => run.end()));
      } finally {
        review?.leave();
      }
    } catch (thrown) {
      const error = viewError(thrown);
      this.#end(id, { state: stateOf(error), error });
    }
    return this.#calls.find((one) => one.id === id);
  }

  /** Simulates a call of a plugin's tool, and keeps what it would have done. */
  async simulate(host: Host, tool: string, args: unknown, timeoutMs?: number): Promise<CallView | undefined> {
    const { id, stop, listeners } = this.#begin(tool, args, true);
    const options = { signal: stop.signal, ...listeners, ...(timeoutMs !== undefined && { timeoutMs }) };
    try {
      const { value, usage, ran, effects, unvalidated } = await host.tools.simulate(tool, args, options);
      this.#end(id, { state: 'done', result: { value }, usage, ran, effects: { ...effects, unvalidated } });
    } catch (thrown) {
      const error = viewError(thrown);
      this.#end(id, { state: stateOf(error), error });
    }
    return this.#calls.find((one) => one.id === id);
  }

  /** Does what a simulated call would have done, once. */
  async commit(host: Host, id: number): Promise<void> {
    const call = this.#calls.find((one) => one.id === id);
    if (!call || !isCommittable(call)) return;
    this.#update(id, { commit: 'running' });
    try {
      await host.tools.commit(call.effects);
      this.#update(id, { commit: 'done' });
    } catch (thrown) {
      this.#update(id, { commit: viewError(thrown) });
    }
  }

  /** Stops one call: aborts the tool's signal, and ends a tool that ignores it. */
  stop(id: number): void {
    this.#stops.get(id)?.abort();
  }

  /** Forgets the calls that have ended. */
  clear(): void {
    this.#calls = this.#calls.filter(({ state }) => state === 'running');
    this.#notify();
  }

  #begin(tool: string, args: unknown, simulated: boolean) {
    this.#lastId += 1;
    const id = this.#lastId;
    const stop = new AbortController();
    const log: LogLine[] = [];
    let logDropped = 0;
    this.#stops.set(id, stop);
    const startedAt = performance.now();
    const call: CallView = { id, tool, args, state: 'running', startedAt, log, logDropped, simulated };
    this.#calls = [call, ...this.#calls].slice(0, KEPT_CALLS);
    this.#notify();
    const listeners = {
      onProgress: (progress: Progress) => this.#update(id, { progress }),
      onLog: (line: LogLine) => {
        if (log.length < KEPT_LINES) log.push(line);
        else logDropped += 1;
        this.#update(id, { log, logDropped });
      },
    };
    return { id, stop, listeners };
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
  #join(host: Host): { readonly review: Review; leave(): void } {
    this.#review ??= host.orchestrator.beginReview();
    const review = this.#review;
    this.#simulations += 1;
    return {
      review,
      leave: () => {
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
    this.#notify();
  }

  #notify(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    const notify = () => {
      this.#scheduled = false;
      this.#changed();
    };
    // A hidden page gets no frames, and its calls end all the same.
    if (document.hidden) queueMicrotask(notify);
    else requestAnimationFrame(notify);
  }
}

/** True for a call whose effects can still be made real: some, all of them known, and not done yet. */
export const isCommittable = (call: CallView): call is CallView & { readonly effects: Effects } =>
  call.effects !== undefined && call.effects.items.length > 0 && !call.effects.unvalidated && call.commit === undefined;

function stateOf(error: ErrorView | undefined): CallView['state'] {
  if (!error) return 'done';
  return error.code === 'STOPPED' ? 'stopped' : 'failed';
}
