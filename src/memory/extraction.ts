import { BulkheadError } from '../../worker/protocol/errors.js';
import type { RememberedMessage } from '../contracts/index.js';
import { after, notify, sleep, untilAborted } from '../primitives/index.js';
import { objectIn, readAnswer } from './extraction-answer.js';
import { knownFor, withNamesOf } from './extraction-known.js';
import { extractionPrompt, instructions, type ReadMessage, summaryPrompt } from './extraction-prompt.js';
import type { ExtractionOptions, ExtractionState, MemoryExtraction } from './extraction-types.js';
import type { MemoryGraph } from './types.js';

const EVERY = 12;
const PAUSE_MS = 20_000;
const BATCH_CHARS = 8_000;
/** Tries of one batch. */
const TRIES = 2;
/** Times in a row that changed messages are read again at once. */
const MOST_CHANGES = 3;
/** Groups of events that are summed up after one reading. */
const MOST_GROUPS = 3;
/** A pause after a failure doubles up to this. */
const LONGEST_PAUSE_MS = 600_000;

const START: ExtractionState = {
  ...{ status: 'idle', upTo: 0, requests: 0, charsIn: 0, charsOut: 0, tokens: 0, written: 0, rejected: 0 },
  lastError: null,
};

/** Reads the messages of a chat in batches, and lets a model write what is worth remembering. */
export class Extraction implements MemoryExtraction {
  readonly #graph: MemoryGraph;
  readonly #options: ExtractionOptions;
  readonly #listeners = new Set<(state: ExtractionState) => void>();
  readonly #end = new AbortController();
  #state: ExtractionState;
  #running: Promise<void> | undefined;
  #cancel: () => void = () => {};
  #askedAt = Number.NEGATIVE_INFINITY;
  #failures = 0;
  /** Times in a row that messages were others once the answer had come. */
  #changes = 0;
  /** New messages came while others were read. */
  #isNoticed = false;

  constructor(graph: MemoryGraph, options: ExtractionOptions) {
    if (typeof options?.ask !== 'function' || typeof options.messages !== 'function')
      throw new BulkheadError('BAD_ARGS', 'extraction: ask asks the model, and messages gives those of the chat');
    this.#graph = graph;
    this.#options = options;
    this.#state = { ...START, upTo: Math.max(0, Math.floor(Number(options.from)) || 0) };
  }

  get state(): ExtractionState {
    return this.#state;
  }

  onChange(listener: (state: ExtractionState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  notice(): void {
    this.#isNoticed = this.#running !== undefined;
    if (this.#end.signal.aborted || this.#isNoticed) return;
    this.#cancel();
    const { every = EVERY, pauseMs = PAUSE_MS } = this.#options;
    const { length } = this.#options.messages();
    // Messages were deleted: what is said in their place is read.
    if (length < this.#state.upTo) this.#set({ upTo: length });
    const isReady = length - this.#state.upTo >= every;
    this.#set({ status: isReady ? 'waiting' : 'idle' });
    if (!isReady) return;
    const pause = Math.min(LONGEST_PAUSE_MS, pauseMs * 2 ** this.#failures);
    this.#cancel = after(Math.max(0, this.#askedAt + pause - performance.now()), () => {
      // The state says why.
      this.run().catch(() => {});
    });
  }

  async run({ signal }: { readonly signal?: AbortSignal } = {}): Promise<ExtractionState> {
    signal?.throwIfAborted();
    this.#end.signal.throwIfAborted();
    this.#cancel();
    const stop = signal ? AbortSignal.any([signal, this.#end.signal]) : this.#end.signal;
    this.#running ??= this.#read(stop).finally(() => {
      this.#running = undefined;
      if (this.#isNoticed) this.notice();
    });
    await this.#running;
    return this.#state;
  }

  close(): void {
    this.#cancel();
    this.#end.abort(new DOMException('the extraction was closed', 'AbortError'));
    this.#set({ status: 'closed' });
    this.#listeners.clear();
  }

  async #read(signal: AbortSignal): Promise<void> {
    try {
      this.#changes = 0;
      while (await this.#batch(signal));
      if (this.#options.compact !== false) await this.#compact(signal);
      this.#failures = 0;
      this.#set({ status: 'idle', lastError: null });
    } catch (error) {
      if (signal.aborted) {
        if (!this.#end.signal.aborted) this.#set({ status: 'idle' });
        throw signal.reason;
      }
      this.#failures += 1;
      const { code = 'MODEL_FAILED', message } = error as BulkheadError;
      this.#set({ status: 'failed', lastError: { code, message } });
      throw error;
    }
  }

  /** Reads the next messages. @returns false where there are none. */
  async #batch(signal: AbortSignal): Promise<boolean> {
    const { upTo } = this.#state;
    const all = this.#options.messages();
    const { messages, end } = nextMessages(all, upTo, this.#options.batchChars ?? BATCH_CHARS);
    if (end === upTo) return false;
    if (messages.length > 0) {
      const known = await knownFor(this.#graph, messages, signal);
      const prompt = extractionPrompt(known.schema, known.nodes, messages);
      const answer = await this.#answerTo(instructions(messages), prompt, signal);
      // Something else is said there now: that is read instead, or later where it goes on changing.
      if (!isStill(messages, this.#options.messages())) {
        this.#changes += 1;
        return this.#changes < MOST_CHANGES;
      }
      this.#changes = 0;
      const { ops, dropped } = readAnswer(answer, await withNamesOf(answer, known, this.#graph, signal));
      const maxSeq = answersUpTo(all, end);
      const { applied, rejected } =
        ops.length === 0
          ? { applied: [], rejected: [] }
          : await this.#graph.session.applyExtractionBatch({ ops, maxSeq, signal });
      const { written, rejected: before } = this.#state;
      this.#set({ written: written + applied.length, rejected: before + rejected.length + dropped });
    }
    this.#set({ upTo: end });
    return true;
  }

  async #answerTo(system: string, prompt: string, signal: AbortSignal) {
    let more = '';
    for (let tries = 0; tries < TRIES; tries++) {
      const answer = objectIn(await this.#ask(system, `${prompt}${more}`, signal));
      if (answer) return answer;
      more = '\n\nThe last answer was no JSON object. Answer with the JSON object alone.';
    }
    throw new BulkheadError(
      'MODEL_FAILED',
      'the model did not answer with a JSON object: try again, or choose another model',
    );
  }

  async #ask(system: string, prompt: string, signal: AbortSignal): Promise<string> {
    const { pauseMs = PAUSE_MS, ask } = this.#options;
    this.#set({ status: 'waiting' });
    await sleep(Math.max(0, this.#askedAt + pauseMs - performance.now()), signal);
    this.#set({ status: 'asking' });
    this.#askedAt = performance.now();
    const { requests, charsIn } = this.#state;
    // It may cost something even if no answer comes.
    this.#set({ requests: requests + 1, charsIn: charsIn + system.length + prompt.length });
    const answer = await untilAborted(Promise.resolve(ask({ system, prompt, signal })), signal);
    const { text, tokens = 0 } = typeof answer === 'string' ? { text: answer } : Object(answer);
    const { charsOut, tokens: before } = this.#state;
    this.#set({ charsOut: charsOut + String(text ?? '').length, tokens: before + tokens });
    return String(text ?? '');
  }

  /** Sums up old events. */
  async #compact(signal: AbortSignal): Promise<void> {
    const { session } = this.#graph;
    let left = MOST_GROUPS;
    const { types } = await session.getSchema({ signal });
    for (const { type, compressionMode } of types) {
      if (compressionMode !== 'hierarchical') continue;
      const { groups } = await session.compactionCandidates({ type, signal });
      for (const { childIds } of groups) {
        if (left === 0) return;
        left -= 1;
        const children = await Promise.all(childIds.map((id) => this.#graph.getNode(id, { signal })));
        const { system, prompt } = summaryPrompt(children.filter((child) => child !== null));
        const summary = (await this.#ask(system, prompt, signal)).trim();
        if (summary === '') continue;
        await session.compactNodes({ type, childIds, summary, signal });
        this.#set({ written: this.#state.written + 1 });
      }
    }
  }

  #set(change: Partial<ExtractionState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of [...this.#listeners]) notify(listener, this.#state);
  }
}

/** The messages from `from` on that fit one request, at least one. `end`: the place after the last one. */
function nextMessages(all: readonly (RememberedMessage | null)[], from: number, most: number) {
  const messages: ReadMessage[] = [];
  let [end, chars] = [from, 0];
  for (; end < all.length; end++) {
    const { name = '', mes = '' } = all[end] ?? {};
    if (messages.length > 0 && chars + mes.length > most) break;
    chars += mes.length;
    if (mes.trim() !== '') messages.push({ floor: end, name, mes: mes.slice(0, most) });
  }
  return { messages, end };
}

const isStill = (messages: readonly ReadMessage[], now: readonly (RememberedMessage | null)[]): boolean =>
  messages.every(({ floor, mes }) => now[floor]?.mes?.startsWith(mes) === true);

/** Ordinal of the last answer before a place. */
const answersUpTo = (all: readonly (RememberedMessage | null)[], end: number): number =>
  all.slice(0, end).filter((one) => one && !one.is_user && one.mes?.trim()).length;
