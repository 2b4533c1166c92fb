import { BulkheadError } from '../../worker/protocol/errors.js';
import type { LLMAdapter, Message } from '../engine/index.js';
import { askText, type StoredSession } from '../engine/internal.js';
import type { ExtractionState, Host, MemoryExtraction, RememberedMessage } from '../index.js';
import { untilAborted } from '../primitives/index.js';
import { hadMemory } from './sessions.js';
import type { ChatLine } from './types.js';

/** A message waits no longer for its memories. */
const LATEST_MS = 1_500;
/** Messages that a recall leaves out, because the model has them. */
const MOST_KNOWN = 49;
/** Characters of memories in a request. */
const CHARS = 1_500;
const HEAD = 'What is remembered from earlier:';

/** What a session's memory is called among those of the page. */
export const memoryOf = (session: string): string => `session/${session}`;

/** What an extraction needs of its chat. */
export interface ExtractionUse {
  readonly model: () => LLMAdapter | undefined;
  readonly changed: (state: ExtractionState) => void;
}

const messagesOf = (lines: readonly ChatLine[]): readonly RememberedMessage[] =>
  lines.map(({ role, text }) => ({
    ...{ name: role === 'user' ? 'User' : 'Assistant', is_user: role === 'user', mes: text, swipe_id: 0 },
  }));

/** The memories of sessions whose user wants them. */
export class ChatMemories {
  readonly #memory: Pick<Host['memory'], 'open' | 'remove'>;
  readonly #extractions = new Map<string, MemoryExtraction>();
  readonly #said = new Map<string, readonly RememberedMessage[]>();

  constructor(memory: Pick<Host['memory'], 'open' | 'remove'>) {
    this.#memory = memory;
  }

  /** Keeps what was said in a session by now. */
  async remember(session: string, lines: readonly ChatLine[]): Promise<void> {
    const messages = messagesOf(lines);
    const graph = await this.#memory.open(memoryOf(session));
    // What was said in their place before is gone: a session is one line, and other answers are other sessions.
    const edited = messages.map((_, at) => at);
    await graph.remember(messages, { edited });
  }

  /** Takes away what was kept word for word. */
  async forget(session: string): Promise<void> {
    await (await this.#memory.open(memoryOf(session))).forgetMessages();
  }

  /** How far the model is with a session, and what that has cost since the page was opened. */
  extractionOf(session: string): ExtractionState | undefined {
    return this.#extractions.get(session)?.state;
  }

  /** Lets the model write a session's memory, from a message on; `model` is asked anew at each request. */
  async extract(session: string, lines: readonly ChatLine[], from: number, use: ExtractionUse): Promise<void> {
    this.#said.set(session, messagesOf(lines));
    let extraction = this.#extractions.get(session);
    if (!extraction) {
      const graph = await this.#memory.open(memoryOf(session));
      extraction = await graph.extraction({
        from,
        messages: () => this.#said.get(session) ?? [],
        async ask(request) {
          const model = use.model();
          if (!model) throw new BulkheadError('MODEL_FAILED', 'no model is connected: connect one first');
          return askText(model, request);
        },
      });
      this.#extractions.set(session, extraction);
      extraction.onChange(use.changed);
    }
    extraction.notice();
  }

  /** Ends that; what was written stays. */
  stopExtraction(session: string): void {
    this.#extractions.get(session)?.close();
    this.#extractions.delete(session);
  }

  /** Sessions were removed for good. */
  forgetAll(removed: readonly StoredSession[]): void {
    for (const { session } of removed) {
      this.stopExtraction(session.id);
      // Of the others there is none, and nobody has to look.
      if (hadMemory(session.metadata)) this.#memory.remove(memoryOf(session.id)).catch(reportError);
    }
  }

  /** A model that is shown what fits what is said now; without it where there is nothing, or it takes too long. */
  async shown(model: LLMAdapter, session: string, lines: readonly ChatLine[], said: string): Promise<LLMAdapter> {
    const soon = AbortSignal.timeout(LATEST_MS);
    try {
      const graph = await this.#memory.open(memoryOf(session));
      const before = lines.slice(-MOST_KNOWN).map(({ text }) => ({ mes: text }));
      const messages = [...before, { mes: said, send_date: Date.now() }];
      const found = await untilAborted(graph.recall({ messages, chars: CHARS, signal: soon }), soon);
      if (found.length === 0) return model;
      return withMemories(model, [HEAD, ...found.map(({ text }) => `- ${text}`)].join('\n'));
    } catch (error) {
      console.warn('Bulkhead: a message is sent without memories', error);
      return model;
    }
  }
}

/** The same model, whose requests have this text behind the instructions. */
function withMemories(model: LLMAdapter, content: string): LLMAdapter {
  const added = (messages: readonly Message[]): Message[] => {
    const from = messages.findIndex(({ role }) => role !== 'system');
    return messages.toSpliced(from < 0 ? messages.length : from, 0, { role: 'system', content });
  };
  return {
    complete: (messages, options) => model.complete(added(messages), options),
    ...(model.stream && { stream: (messages, options) => model.stream?.(added(messages), options) ?? none() }),
  };
}

async function* none(): AsyncGenerator<never> {}
