import type { Host } from '../../../index.js';
import type { MemoryGraph } from '../../../memory/index.js';
import { after, untilAborted } from '../../../primitives/index.js';
import type { StoredMessage } from '../base/context.js';
import type { Parts } from '../base/parts.js';
import { readSettings } from '../base/settings.js';
import { type Chosen, choose } from './choose.js';
import { recallIsOn } from './metadata.js';
import type { OpenChat } from './open-chat.js';
import type { MemoryPrompt } from './prompt.js';
import { queryOf, recalledFor } from './query.js';
import { chatTarget } from './target.js';

/** The memories in the last turn of a chat, and the reason why there were not more. */
export interface RecallReport extends Chosen {
  /** It took too long, and the request went out without. */
  readonly late: boolean;
  /** Why it, or its search by meaning, failed. */
  readonly failure?: string;
}

interface RecallParts extends Pick<Parts, 'context' | 'words'> {
  readonly host: Pick<Host, 'memory'>;
  readonly prompt: MemoryPrompt;
  readonly changed: () => void;
}

/** A request waits no longer for its memories. */
const LATEST_MS = 1_500;
/** Nor what the words have found for what the meaning would: a server of embeddings may be slow. */
const MEANING_MS = 1_000;
/** Recalled before those that do not fit are dropped. */
const K = 60;
const CHARS = 30_000;

/** Lets a memory prepare its searches: the first one of a large memory takes a while, and no request is to wait for that. */
export function warmUp(graph: MemoryGraph): void {
  graph.recall({ query: 'a', k: 1 }).catch(() => {});
}

const NOTHING: RecallReport = { rows: [], left: 0, late: false };

/** Tells the model, before each request, what a chat's memory holds of what is being talked about. */
export class Recalls {
  readonly #parts: RecallParts;
  readonly #reports = new Map<string, RecallReport>();

  constructor(parts: RecallParts) {
    this.#parts = parts;
  }

  /** Returns the memories in the last turn of a chat; `undefined` before the first. */
  of(chat: string): RecallReport | undefined {
    return this.#reports.get(chat);
  }

  forget(chat: string): void {
    this.#reports.delete(chat);
  }

  clear(): void {
    this.#reports.clear();
  }

  /** Puts memories into the request that is being made, within `LATEST_MS`; never rejects. `open` resolves when the memory is up to date. */
  async recall(id: string, messages: readonly StoredMessage[], open: () => Promise<OpenChat>): Promise<void> {
    const { prompt, context } = this.#parts;
    prompt.skip();
    const stop = new AbortController();
    const cancel = after(LATEST_MS, () => stop.abort(new DOMException('too late', 'TimeoutError')));
    let report = NOTHING;
    let chat: OpenChat | undefined;
    const work = async () => {
      chat = await open();
      return recallIsOn(context()) ? this.#recall(chat, messages, stop.signal) : NOTHING;
    };
    try {
      report = await untilAborted(work(), stop.signal);
    } catch (error) {
      const late = stop.signal.aborted;
      prompt.skip();
      report = { ...NOTHING, late, ...(!late && { failure: (error as Error).message }) };
    } finally {
      cancel();
    }
    // Memories of an earlier request are not repeated in this one.
    if (report.rows.length === 0) chat?.graph.recordInjection({}).catch(() => {});
    this.#reports.set(id, report);
    this.#parts.changed();
  }

  async #recall(
    { id, graph }: OpenChat,
    messages: readonly StoredMessage[],
    signal: AbortSignal,
  ): Promise<RecallReport> {
    const { prompt, context, words: say } = this.#parts;
    const pool = await graph.listVisibleCandidates({ signal });
    if (pool.length === 0) return NOTHING;
    const query = queryOf(messages);
    const asked = recalledFor(messages);
    const [schema, recalled, { hits, failure }] = await Promise.all([
      graph.getSchema({ signal }),
      this.#recalled(graph, asked, signal),
      this.#meaning(graph, query, signal),
    ]);
    signal.throwIfAborted();
    const head = say('memory.prompt');
    const room = readSettings(context()).memory.chars - head.length - 1;
    // Those that are always shown have a part of the room for themselves.
    const fitting = recalled.filter(({ why }) => !why.includes('always'));
    const chosen = choose({ pool, schema, query, recalled: fitting, meaning: hits, room });
    const chosenRows = chosen.rows;
    const isHere = chatTarget(context())?.id === id;
    if (chosenRows.length > 0 && isHere) {
      const ids = (always: boolean) =>
        chosenRows.filter(({ why }) => (why.kind === 'always') === always).map(({ id }) => id);
      const lists = { alwaysInjectIds: ids(true), recallSelectedIds: ids(false), visibleIds: pool.map(({ id }) => id) };
      prompt.put([head, ...chosenRows.map(({ text }) => text)].join('\n'));
      await graph.recordInjection(lists);
    }
    return { ...chosen, late: false, ...(failure !== undefined && { failure }) };
  }

  /** What fits the messages: by the word vectors, too, where those are chosen and ready in time. */
  async #recalled(graph: MemoryGraph, messages: readonly { readonly mes: string }[], signal: AbortSignal) {
    if (messages.length === 0) return [];
    const asked = { messages, k: K, chars: CHARS };
    // Begun first, so that it is there when the vectors are late.
    const plain = graph.recall({ ...asked, meaning: false, signal });
    const withVectors = async () => {
      if ((await this.#parts.host.memory.embeddings())?.kind !== 'words') return undefined;
      const soon = AbortSignal.timeout(MEANING_MS);
      return untilAborted(graph.recall({ ...asked, signal: soon }), soon).catch(() => undefined);
    };
    const [byWords, byBoth] = await Promise.all([plain, withVectors()]);
    return byBoth ?? byWords;
  }

  /** Searches by meaning, where a server or function of embeddings is chosen; what fails leaves the words. */
  async #meaning(graph: MemoryGraph, query: string, signal: AbortSignal) {
    const profile = await this.#parts.host.memory.embeddings();
    // Word vectors are part of the recall itself.
    if (query === '' || !profile || profile.kind === 'words') return { hits: [] };
    const soon = AbortSignal.timeout(MEANING_MS);
    try {
      return { hits: await untilAborted(graph.vectorSearch({ query, signal: soon }), soon) };
    } catch (error) {
      signal.throwIfAborted();
      return { hits: [], failure: soon.aborted ? this.#parts.words('memory.slow') : (error as Error).message };
    }
  }
}
