import type { Context } from './context.js';

/** Why the calls of a generation are over. */
const ENDS = { stopped: 'stopped by the user', left: 'another chat was opened' } as const;
type End = keyof typeof ENDS;

/**
 * The host's generations, as far as calls of tools belong to them. SillyTavern hands tools no signal; its stop button ends only
 * the request to the model, and nothing ends with the chat. So this makes a signal of its events, and when calls that were
 * ended so come to their end, keeps the host from asking the model again, and what was for one chat out of another.
 */
export class Turns {
  readonly #context: () => Context;
  readonly #off: (() => void)[] = [];
  /** Each open call's chat. */
  readonly #open = new Map<object, string | undefined>();
  #turn = new AbortController();
  /** How calls ended whose results the host has yet to collect. */
  #ended: End | undefined;
  #refusing = false;

  /** `context`: the live one, asked anew at each use. */
  constructor(context: () => Context) {
    this.#context = context;
    const { eventSource, eventTypes } = context();
    const on = (name: string, listener: (...args: never[]) => void) => {
      const event = eventTypes[name];
      if (event === undefined) return;
      eventSource.on(event, listener);
      this.#off.push(() => eventSource.removeListener(event, listener));
    };
    on('GENERATION_STARTED', (_type: string, options: unknown, dryRun: boolean) => this.#started(options, dryRun));
    on('GENERATION_STOPPED', () => this.#end('stopped'));
    on('CHAT_CHANGED', () => this.#changed());
    on('TOOL_CALLS_RENDERED', () => this.#collected());
  }

  /** Does the work of one call; its signal aborts with the generation that it belongs to. */
  async within<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const call = {};
    this.#open.set(call, this.#context().chatId);
    try {
      return await work(this.#turn.signal);
    } finally {
      this.#open.delete(call);
    }
  }

  /** True, once, for the request with which the host would go on after calls that were ended. */
  takeRefusal(): boolean {
    const refusing = this.#refusing;
    this.#refusing = false;
    return refusing;
  }

  close(): void {
    for (const off of this.#off.splice(0)) off();
    this.#end('stopped');
  }

  /** Dry runs count tokens, at any moment: they begin nothing. What follows calls of tools is told by `force_name2`. */
  #started(options: unknown, dryRun: boolean): void {
    if (dryRun) return;
    const goesOn = (Object(options) as { force_name2?: unknown }).force_name2 === true;
    if (this.#refusing && goesOn) return;
    this.#refusing = false;
    this.#ended = undefined;
    if (this.#turn.signal.aborted) this.#turn = new AbortController();
  }

  /** The same chat read anew is no other chat. */
  #changed(): void {
    const { chatId } = this.#context();
    if ([...this.#open.values()].some((chat) => chat !== chatId)) this.#end('left');
  }

  /** The host has put the results of calls into the chat that is open now. */
  #collected(): void {
    const ended = this.#ended;
    this.#ended = undefined;
    this.#refusing = ended !== undefined;
    if (ended !== 'left') return;
    const { chat, deleteMessage } = this.#context();
    if (chat.at(-1)?.extra?.tool_invocations) void deleteMessage(chat.length - 1, undefined, false, false);
  }

  #end(end: End): void {
    if (this.#open.size > 0) this.#ended ??= end;
    this.#turn.abort(new DOMException(ENDS[end], 'AbortError'));
  }
}
