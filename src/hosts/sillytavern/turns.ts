import type { Context } from './context.js';

const STOPPED = 'stopped by the user';
const LEFT = 'another chat was opened';

/**
 * The host's generations, as far as calls of tools belong to them. SillyTavern hands tools no signal, and its stop button ends only
 * the request to the model: this makes a signal of its events, and keeps it from asking the model again when the calls
 * that the user has stopped come to their end.
 */
export class Turns {
  readonly #off: (() => void)[] = [];
  readonly #open = new Set<object>();
  #turn = new AbortController();
  /** Calls were under way when the user pressed stop: their results are on the way to a request nobody wants. */
  #stopped = false;
  #refusing = false;

  /** `context`: the live one, asked anew at each use. */
  constructor(context: () => Context) {
    const { eventSource, eventTypes } = context();
    const on = (name: string, listener: (...args: never[]) => void) => {
      const event = eventTypes[name];
      if (event === undefined) return;
      eventSource.on(event, listener);
      this.#off.push(() => eventSource.removeListener(event, listener));
    };
    on('GENERATION_STARTED', (_type: string, options: unknown, dryRun: boolean) => this.#started(options, dryRun));
    on('GENERATION_STOPPED', () => this.#end(STOPPED));
    on('CHAT_CHANGED', () => this.#end(LEFT));
    on('TOOL_CALLS_PERFORMED', () => {
      this.#refusing = this.#stopped;
      this.#stopped = false;
    });
  }

  /** Does the work of one call; its signal aborts with the generation that it belongs to. */
  async within<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const call = {};
    this.#open.add(call);
    try {
      return await work(this.#turn.signal);
    } finally {
      this.#open.delete(call);
    }
  }

  /** True, once, for the request with which the host would go on after calls that the user has stopped. */
  takeRefusal(): boolean {
    const refusing = this.#refusing;
    this.#refusing = false;
    return refusing;
  }

  close(): void {
    for (const off of this.#off.splice(0)) off();
    this.#end(STOPPED);
  }

  /** Dry runs count tokens, at any moment: they begin nothing. What follows calls of tools is told by `force_name2`. */
  #started(options: unknown, dryRun: boolean): void {
    if (dryRun) return;
    const goesOn = (Object(options) as { force_name2?: unknown }).force_name2 === true;
    if (this.#refusing && goesOn) return;
    this.#refusing = false;
    this.#stopped = false;
    if (this.#turn.signal.aborted) this.#turn = new AbortController();
  }

  #end(why: string): void {
    this.#stopped ||= this.#open.size > 0;
    this.#turn.abort(new DOMException(why, 'AbortError'));
  }
}
