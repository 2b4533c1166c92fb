import { Semaphore } from '../../../../worker/primitives/semaphore.js';
import type { Material } from '../../../../worker/protocol/quotations.js';
import type { TextCall } from '../../../../worker/protocol/text-calls.js';
import type { RunOutcome } from '../../../index.js';
import { foundCalls, withQuotations } from '../../../text-calls/internal.js';
import { whereabouts } from '../base/chat.js';
import { listenTo } from '../base/context.js';
import { lastingNotice, notice } from '../base/notices.js';
import type { Parts } from '../base/parts.js';
import { plainText } from '../base/plain-text.js';
import type { PromptMessage } from '../base/prompt.js';
import { type Answer, Answers, isWritten } from './answers.js';
import { readAs } from './dialect.js';
import { hideCalls, StreamDisplay } from './display.js';
import { Incoming } from './incoming.js';
import { Injection } from './injection.js';
import { callsOf } from './mode.js';
import { insertResults, untilIdle } from './results.js';

interface TextCallParts extends Omit<Parts, 'fail'> {
  /** Nothing was called in an answer: what looks like a call in it is in another format. */
  readonly missed: (index: number) => Promise<void>;
}

/** Instructs models of chats with calls by text, and reads, runs and answers their calls. Loaded with the first such chat. */
export class TextCallMode {
  readonly #parts: TextCallParts;
  readonly #injection: Injection;
  readonly #answers: Answers;
  readonly #stream: StreamDisplay;
  readonly #incoming: Incoming;
  readonly #off: (() => void)[];
  /** Answers are worked through one after another. */
  readonly #running = new Semaphore(1);

  constructor(parts: TextCallParts) {
    this.#parts = parts;
    const { host, context } = parts;
    const injection = new Injection(host, context);
    this.#injection = injection;
    this.#stream = new StreamDisplay(host, context);
    this.#incoming = new Incoming(context);
    this.#answers = new Answers(context, {
      begin: async () => {
        if (host.status().safeMode) injection.skip();
        else await injection.begin();
      },
      composed: (chat) => {
        if (!Array.isArray(chat)) return;
        this.#incoming.composed(chat as PromptMessage[], injection.sent);
        injection.complete(chat as PromptMessage[]);
      },
      background: () => injection.end(),
      // The host waits for its listeners: nothing is done in this one.
      answered: (answer) => (parts.generations.writing ? this.#stream.release() : this.#enqueue(answer)),
      passed: () => this.#stream.release(),
    });
    this.#off = [
      host.skills.onChange(() => this.refresh()),
      showRunning(parts),
      listenTo(context(), { MESSAGE_UPDATED: (index: unknown) => void this.#edited(index).catch(reportError) }),
    ];
    this.refresh();
  }

  /** What is on, the dialect or the chat may have changed. */
  refresh(): void {
    if (callsOf(this.#parts.context()).mode === 'text') this.#injection.prepare();
    else this.#injection.end();
  }

  close(): void {
    for (const off of this.#off.splice(0)) off();
    this.#answers.close();
    this.#incoming.close();
    this.#stream.close();
  }

  #enqueue(answer: Answer): void {
    const { generations } = this.#parts;
    const slot = this.#running.take();
    // Taken now: the next request brings its own.
    const material = this.#incoming.before(answer.index);
    // The signal is that of the generation which has just written this.
    const done = generations.after(async (signal) => {
      const calls = await this.#read(answer, material, signal).finally(() => this.#stream.release());
      if (calls.length === 0) return this.#parts.missed(answer.index);
      await slot.ready;
      await this.#run(answer, calls, signal);
    });
    const failed = (error: unknown) => {
      if ((error as Error).name === 'AbortError') return;
      notice('error', error instanceof Error ? error.message : String(error));
    };
    void done.catch(failed).finally(slot.end);
  }

  /** Reads what was written, and hides the calls in it. @returns those to be run. */
  async #read(
    { chat, index, from }: Answer,
    material: readonly Material[],
    signal: AbortSignal,
  ): Promise<readonly TextCall[]> {
    const { host, context } = this.#parts;
    const text = context().chat[index]?.mes ?? '';
    const calls = (await this.#hide(chat, index, signal)).filter(({ start }) => start >= from);
    return withQuotations(calls, text, { textCalls: host.textCalls, material, signal });
  }

  /** Hides the calls in a message. @returns them; none where the message is another by then. */
  async #hide(chat: string, index: number, signal?: AbortSignal): Promise<readonly TextCall[]> {
    const { host, context, words } = this.#parts;
    if (host.status().safeMode) return [];
    const isThere = (text: string) => whereabouts(context())?.chat === chat && context().chat[index]?.mes === text;
    const text = context().chat[index]?.mes ?? '';
    const tools = host.skills.list().filter(({ enabled }) => enabled);
    const parsed = await host.textCalls.parse(text, { dialect: readAs(callsOf(context()).dialect), tools }, signal);
    const found = foundCalls(parsed.events, tools);
    if (found.length === 0 || !isThere(text)) return [];
    if (parsed.calls.length > 0)
      hideCalls(context(), index, parsed, (names) => words('calls.called', { skills: names }));
    return found;
  }

  /** The host forgets how a message is shown when somebody edits it. What it calls is hidden again, and not run again. */
  async #edited(index: unknown): Promise<void> {
    const { context, generations } = this.#parts;
    const chat = whereabouts(context())?.chat;
    if (typeof index !== 'number' || chat === undefined || generations.writing) return;
    const message = context().chat[index];
    if (callsOf(context()).mode !== 'text' || !isWritten(message) || message.extra?.display_text !== undefined) return;
    const found = await this.#hide(chat, index);
    if (found.length > 0 && whereabouts(context())?.chat === chat) await context().saveChat();
  }

  async #run({ chat, index, turn, begun }: Answer, calls: readonly TextCall[], signal: AbortSignal): Promise<void> {
    const { host, context, words } = this.#parts;
    const isHere = () => whereabouts(context())?.chat === chat;
    await untilIdle(context, signal);
    if (!isHere()) return;
    const user = context().chat.findLastIndex((message, place) => place < index && message.is_user === true);
    const outcome = await this.#busy(() => host.skills.run(calls, { signal, chain: `${chat}#${user}#${turn}` }));
    if (!isHere()) return;
    // If the user has asked something else meanwhile, that is answered first. The next request contains these results.
    const isLast = () => this.#answers.begun === begun;
    if (!isLast()) await untilIdle(context);
    const isStill = await insertResults(context, chat, words, outcome);
    this.#alert(outcome);
    if (isStill && outcome.goOn && !signal.aborted && isLast()) this.#answers.goOn();
  }

  /** While calls run the host shows its stop button, as while it generates. */
  async #busy<T>(work: () => Promise<T>): Promise<T> {
    const { context } = this.#parts;
    const { begun } = this.#answers;
    context().deactivateSendButtons();
    try {
      return await work();
    } finally {
      // A generation that has begun meanwhile needs its own.
      if (this.#answers.begun === begun) context().activateSendButtons();
    }
  }

  #alert({ stoppedBy }: RunOutcome): void {
    if (stoppedBy === undefined || stoppedBy === 'abort') return;
    notice('warning', this.#parts.words(`calls.${stoppedBy}`));
  }
}

/** Tells the user which skill runs, for as long as it does. @returns what ends it. */
function showRunning({ host: { skills }, words }: TextCallParts): () => void {
  const shown = new Map<number, () => void>();
  const hide = (id: number) => {
    shown.get(id)?.();
    shown.delete(id);
  };
  const off = skills.onChange(() => {
    const running = skills.calls.filter(({ state }) => state === 'running');
    for (const id of shown.keys()) if (!running.some((call) => call.id === id)) hide(id);
    for (const { id, name } of running) {
      if (!shown.has(id)) shown.set(id, lastingNotice('info', words('calling', { tool: plainText(name) })));
    }
  });
  return () => {
    off();
    for (const id of shown.keys()) hide(id);
  };
}
