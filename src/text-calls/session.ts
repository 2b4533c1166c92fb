import type { WithDispose } from '../../worker/protocol/disposable.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Material } from '../../worker/protocol/quotations.js';
import type { TextCallEvent } from '../../worker/protocol/text-calls.js';
import type { RunOutcome, SkillCall, SkillLimits } from '../contracts/index.js';
import { notify, untilAborted } from '../primitives/index.js';
import { readAnswer } from './answer.js';
import { bodyOf } from './feedback.js';
import { type ChatMessage, toRequest, type WritingModel } from './message.js';
import { withQuotations } from './quotations.js';
import { TextCallReader, type TextCalls } from './reader.js';
import { type CallableTools, type SessionTool, toolSet } from './tool-set.js';

/** How a turn ended: with an answer, because it was stopped, or because the model called too much. */
export type TurnEnd = 'answer' | NonNullable<RunOutcome['stoppedBy']>;

/** What happens in a session, for an interface to draw. */
export type SessionEvent =
  /** The model is asked, with this. */
  | { readonly type: 'request'; readonly messages: readonly ChatMessage[] }
  /** More of its answer. */
  | { readonly type: 'answer'; readonly events: readonly TextCallEvent[] }
  /** A call of it has come further. */
  | { readonly type: 'calls'; readonly calls: readonly SkillCall[] }
  /** A message has been added to the conversation. */
  | { readonly type: 'message'; readonly message: ChatMessage }
  | { readonly type: 'end'; readonly end: TurnEnd };

export interface TextCallSessionOptions extends WritingModel {
  /** `host.skills`, or functions of the page. */
  readonly tools: CallableTools | readonly SessionTool[];
  /** Stops the session, whatever it does. */
  readonly signal?: AbortSignal;
  /** `host.textCalls`; without it the session has a reader of its own, whose worker lies beside this module. */
  readonly textCalls?: TextCalls;
  /** What came before. */
  readonly messages?: readonly ChatMessage[];
  /** Ends an answer behind its first call, as it will be asked for its result anyway. Default: false. */
  readonly stopAtCall?: boolean;
  /** The prompt of the server has opened the model's reasoning already. */
  readonly reasoning?: boolean;
  /** What `generate` adds to the request beside the conversation, e.g. memories: read before each answer's calls are made. */
  readonly material?: () => readonly Material[];
  /** Of functions of the page; `host.skills` has its own. */
  readonly limits?: Partial<SkillLimits>;
}

/** A conversation with a model that calls tools by writing. */
export interface TextCallSession extends WithDispose {
  readonly messages: readonly ChatMessage[];
  /**
   * Says something to the model, and lets it call until it answers. What it wrote before it was stopped stays in the
   * conversation; its calls are not made.
   * @throws `BAD_ARGS` while a turn is under way or when the session is over, `WORKER_LOST`, or what `generate` throws: then the conversation ends
   * with the last whole message.
   */
  send(content: string): Promise<TurnEnd>;
  /** Stops the turn that is under way. */
  stop(): void;
  /** @returns a function that ends it. */
  onEvent(listener: (event: SessionEvent) => void): () => void;
}

/** Where `text-calls-worker.js` is served by default. Written out, so that bundlers find the file. */
const beside = () => new URL('./text-calls-worker.js', import.meta.url);

let sessions = 0;

/**
 * Holds a conversation with any model: explains how to call, reads its calls, runs them, and goes on with their results.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { createTextCallSession } from 'bulkhead/text-calls';
 * const host = createHost();
 * const generate = async function* () { yield 'It rains.'; };
 * const session = createTextCallSession({ generate, tools: host.skills, textCalls: host.textCalls });
 */
export function createTextCallSession(options: TextCallSessionOptions): TextCallSession {
  const { generate, dialect = 'bracket-call', read = dialect, resultRole = 'system', stopAtCall = false } = options;
  if (typeof generate !== 'function') throw new BulkheadError('BAD_ARGS', 'generate must be a function');
  const own = options.textCalls ? undefined : new TextCallReader({ name: 'textCalls', beside });
  const textCalls: TextCalls = options.textCalls ?? (own as TextCallReader);
  const { confirmQuotation = textCalls.askAbout } = options;
  const tools = 'run' in options.tools ? options.tools : toolSet(options.tools, options.limits);
  /** What has come in since the user's last message. */
  let material: readonly Material[] = [];
  const listeners = new Set<(event: SessionEvent) => void>();
  const emit = (event: SessionEvent) => {
    for (const listener of [...listeners]) notify(listener, event);
  };
  let messages: readonly ChatMessage[] = [...(options.messages ?? [])];
  const add = (message: ChatMessage) => {
    messages = [...messages, message];
    emit({ type: 'message', message });
  };
  sessions += 1;
  const id = `session ${sessions}`;
  let [turns, answers] = [0, 0];
  let stopping: AbortController | undefined;
  let disposed = false;

  const ask = async (signal: AbortSignal) => {
    const list = tools.list().filter(({ enabled }) => enabled !== false);
    const { language = 'en', budgetTokens } = options;
    const prompt = await textCalls.prompt(
      { dialect, tools: list, language, ...(budgetTokens && { budgetTokens }) },
      signal,
    );
    const request = toRequest(messages, prompt);
    emit({ type: 'request', messages: request });
    const generated = untilAborted(Promise.resolve(generate(request, { signal })), signal);
    return readAnswer(await generated, {
      ...{ textCalls, dialect: read, tools: list, reasoning: options.reasoning ?? false, stopAtCall, signal },
      onEvents: (events) => emit({ type: 'answer', events }),
    });
  };

  const turn = async (signal: AbortSignal): Promise<TurnEnd> => {
    for (;;) {
      const { text, calls, stopped } = await ask(signal);
      if (text !== '') add({ role: 'assistant', content: text });
      if (stopped) return 'abort';
      if (calls.length === 0) return 'answer';
      answers += 1;
      // A chain has several answers, and others may use the same tools.
      const run = `${id} ${answers}`;
      const off = tools.onChange(() => emit({ type: 'calls', calls: tools.calls.filter((call) => call.run === run) }));
      const comparing = { textCalls, materialChars: options.limits?.materialChars, signal };
      const made = async () => {
        const known = [...(options.material?.() ?? []), ...material];
        const sought = await withQuotations(calls, text, { ...comparing, material: known });
        return tools.run(sought, { signal, chain: `${id} ${turns}`, run, confirmQuotation });
      };
      const { results, goOn, stoppedBy } = await made().finally(off);
      emit({ type: 'calls', calls: results.map(({ call }) => call) });
      for (const { call, message } of results) {
        if (message === '') continue;
        add({ role: resultRole, content: message });
        material = [...material, { source: { kind: 'tool', name: call.name }, text: bodyOf(message) }];
      }
      if (!goOn) return stoppedBy ?? 'abort';
    }
  };

  return {
    get messages() {
      return messages;
    },
    async send(content) {
      if (disposed) throw new BulkheadError('BAD_ARGS', 'this session is over');
      if (stopping) throw new BulkheadError('BAD_ARGS', 'a turn is under way: wait for it, or stop it');
      stopping = new AbortController();
      const signal = options.signal ? AbortSignal.any([options.signal, stopping.signal]) : stopping.signal;
      turns += 1;
      material = [];
      add({ role: 'user', content: String(content) });
      let end: TurnEnd = 'abort';
      try {
        end = signal.aborted ? 'abort' : await turn(signal);
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        stopping = undefined;
      }
      emit({ type: 'end', end });
      return end;
    },
    stop: () => stopping?.abort(new BulkheadError('STOPPED', 'the turn was stopped', { stoppedBy: 'abort' })),
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    [Symbol.dispose]() {
      disposed = true;
      stopping?.abort(new BulkheadError('STOPPED', 'the session is over', { stoppedBy: 'abort' }));
      own?.close();
      listeners.clear();
    },
  };
}
