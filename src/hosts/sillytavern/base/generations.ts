import { whereabouts } from './chat.js';
import { type Context, fieldsOf, listenTo, type StoredMessage } from './context.js';

/** Generations of these types call no tools: another extension may have one at any moment, in the middle of ours too. */
const WITHOUT_TOOLS = ['quiet', 'impersonate', 'continue'];

/** Why the calls of a generation are over. */
const ENDS = { stopped: 'stopped by the user', left: 'another chat was opened' } as const;
type End = keyof typeof ENDS;

/** All events of one stop come within this time. */
const TOGETHER_MS = 100;

/**
 * The host's generations, as far as calls of tools belong to them. SillyTavern hands tools no signal; its stop button ends only
 * the request to the model, and nothing ends with the chat. So this makes a signal of its events, and when calls that were
 * ended so come to their end, keeps the host from asking the model again, and what was for one chat out of another.
 */
export class Generations {
  readonly #context: () => Context;
  readonly #off: () => void;
  readonly #open = new Set<object>();
  #signal = new AbortController();
  /** One has begun and is not known to be over. */
  #running = false;
  /** Generations without tools that have begun and are not over: each has an end event as any other does. */
  #withoutTools = 0;
  /** When the last one was said to be over. */
  #endedAt = Number.NEGATIVE_INFINITY;
  /** The chat that it is for. */
  #chat: string | undefined;
  /** How calls ended whose results the host may have yet to collect. */
  #ended: End | undefined;
  /** The chat that they were for. */
  #endedChat: string | undefined;
  /** Another generation has begun before that. */
  #next = false;
  /** A message is being written that no generation has made. */
  writing = false;
  /** The host is about to ask the model about results of calls that were ended. */
  #refusing = false;

  /** `context`: the live one, asked anew at each use. */
  constructor(context: () => Context) {
    this.#context = context;
    this.#off = listenTo(context(), {
      GENERATION_STARTED: (type, options, dryRun) => {
        // A generation with `dryRun` counts tokens, and begins nothing.
        if (dryRun) return;
        if (WITHOUT_TOOLS.includes(String(type))) this.#withoutTools += 1;
        else this.#started(options);
      },
      GENERATION_ENDED: () => {
        if (this.#withoutTools > 0) {
          this.#withoutTools -= 1;
          return;
        }
        if (this.#running) this.#endedAt = performance.now();
        this.#running = false;
        // It ended with an answer that called nothing: whatever ended before it, there is nothing to collect.
        if (this.#open.size === 0) this.#renew();
      },
      GENERATION_STOPPED: () => this.#stopped(),
      CHAT_CHANGED: () => {
        if ((this.#running || this.#open.size > 0) && this.#isElsewhere()) this.#end('left');
      },
      // An answer is written down, streamed ones after their end: it had called nothing.
      CHARACTER_MESSAGE_RENDERED: () => {
        if (this.#open.size === 0 && !this.#running) this.#renew();
      },
      TOOL_CALLS_RENDERED: (invocations) => this.#collected(invocations),
    });
  }

  /** Does the work of one call; its signal aborts with the generation that it belongs to. */
  async within<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    // Calls of one answer run one after another: what ended it may have come while somebody else's was running.
    if (this.#running && this.#isElsewhere()) this.#end('left');
    else if (!this.#running && !this.#ended && this.#open.size === 0) {
      // Called by a script or another extension, in no generation.
      this.#renew();
      this.#chat = this.#here();
    }
    const call = {};
    this.#open.add(call);
    try {
      return await work(this.#signal.signal);
    } finally {
      this.#open.delete(call);
    }
  }

  /** Does work on an answer that is written down: the host collects nothing from it. The signal is as with `within`. */
  async after(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    try {
      await this.within(work);
    } finally {
      if (this.#open.size === 0) this.#renew();
    }
  }

  /** True, once, for the request with which the host would go on after calls that were ended. */
  takeRefusal(type: string): boolean {
    if (WITHOUT_TOOLS.includes(type)) return false;
    const refusing = this.#refusing;
    this.#refusing = false;
    return refusing;
  }

  close(): void {
    this.#off();
    this.#end('stopped');
  }

  /** The host reports a stop during calls after the generation's end. A stop without a generation ends nothing. */
  #stopped(): void {
    const justEnded = performance.now() - this.#endedAt < TOGETHER_MS;
    if (this.#open.size > 0 || this.#running || justEnded) this.#end('stopped');
  }

  #started(options: unknown): void {
    // What follows calls of tools belongs to the generation that has called them.
    if (fieldsOf(options).force_name2 === true) return;
    this.#refusing = false;
    this.#running = true;
    // A quiet generation that was broken off may have sent no end event. The count is reset, so that it does not take our end for its own.
    this.#withoutTools = 0;
    // Results that are still to be collected are of the one before: it stays ended until then.
    if (this.#ended && !this.#next) this.#next = true;
    else this.#renew();
    this.#chat = this.#here();
  }

  /** The host has put the results of calls into the chat that is open now. */
  #collected(invocations: unknown): void {
    const ended = this.#ended;
    if (!ended) return;
    // A user who has come back to the chat meanwhile finds the ended calls in it.
    const isBack = ended === 'left' && this.#here() === this.#endedChat;
    this.#refusing = !isBack;
    if (this.#next || isBack) this.#renew();
    this.#ended = undefined;
    if (ended === 'left' && !isBack) this.#takeOut(invocations);
  }

  /** Takes results out of a chat that they are not for: the message that holds exactly these, and no other. */
  #takeOut(invocations: unknown): void {
    const { chat, deleteMessage } = this.#context();
    const idsOf = (list: unknown) => JSON.stringify(Array.isArray(list) ? list.map((one) => one?.id) : list);
    const last: StoredMessage | undefined = chat.at(-1);
    if (!last?.extra?.tool_invocations || idsOf(last.extra.tool_invocations) !== idsOf(invocations)) return;
    deleteMessage(chat.length - 1, undefined, false, false).catch((error: unknown) => reportError(error));
  }

  #renew(): void {
    this.#ended = undefined;
    this.#next = false;
    if (this.#signal.signal.aborted) this.#signal = new AbortController();
  }

  #end(end: End): void {
    if (!this.#ended) {
      this.#ended = end;
      this.#endedChat = this.#chat;
    }
    this.#signal.abort(new DOMException(ENDS[end], 'AbortError'));
  }

  #here = (): string | undefined => whereabouts(this.#context())?.chat;

  /** The same chat read anew is no other chat. */
  #isElsewhere = (): boolean => this.#here() !== this.#chat;
}
