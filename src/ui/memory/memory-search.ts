import type { RankedView } from '../../../worker/protocol/memory-types.js';
import type { MemoryGraph } from '../../index.js';
import { debounce } from '../../primitives/index.js';
import { type ErrorView, viewError } from '../shared/error-text.js';

/** How words are looked for. `name` has no score: its rows are a table's. */
export const SEARCH_MODES = ['words', 'forgiving', 'name', 'meaning'] as const;
/** One of them. */
export type SearchMode = (typeof SEARCH_MODES)[number];
/** One that ranks what it finds. */
export type RankedMode = Exclude<SearchMode, 'name'>;

/** What is looked for. */
export interface Query {
  readonly query: string;
  readonly mode: RankedMode;
  readonly types?: readonly string[];
}

const DEBOUNCE_MS = 80;
/** Nothing is silent for longer. */
const LATE_MS = 400;
/** Nodes that a search shows, the best. */
const MOST = 100;

/** Looks for one thing at a time: a newer question stops the one before, and its answer is dropped. */
export class MemorySearch {
  readonly #graph: () => MemoryGraph | null;
  readonly #changed: () => void;
  readonly #soon = debounce(DEBOUNCE_MS, () => void (this.#asked && this.#find(this.#asked)));
  readonly #late = debounce(LATE_MS, () => {
    this.slow = true;
    this.#changed();
  });
  #stop = new AbortController();
  #asked: Query | null = null;
  /** What was found last; `null` shows all. */
  hits: readonly RankedView[] | null = null;
  failed: ErrorView | null = null;
  busy = false;
  /** It takes so long that it is to be said. */
  slow = false;

  constructor(graph: () => MemoryGraph | null, changed: () => void) {
    this.#graph = graph;
    this.#changed = changed;
  }

  /** Asks; `null` for nothing any more. `now`: without waiting for the next letter. */
  ask(query: Query | null, now = false): void {
    this.#stop.abort();
    this.#soon.cancel();
    this.#asked = query;
    this.busy = query !== null;
    this.slow = false;
    this.#late.cancel();
    if (query) this.#late.again();
    if (query === null) {
      this.hits = null;
      this.failed = null;
    } else if (now) void this.#find(query);
    else this.#soon.again();
    this.#changed();
  }

  /** The graph has changed: the same is asked again. */
  again(): void {
    if (this.#asked) this.ask(this.#asked);
  }

  async #find({ mode, ...rest }: Query): Promise<void> {
    const graph = this.#graph();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    if (!graph) return;
    const options = { ...rest, k: MOST, signal };
    const search = { words: graph.keywordSearch, forgiving: graph.fuzzySearch, meaning: graph.vectorSearch }[mode];
    try {
      const hits: readonly RankedView[] = await search(options);
      if (signal.aborted) return;
      this.hits = hits;
      this.failed = null;
    } catch (error) {
      if (signal.aborted) return;
      this.hits = [];
      this.failed = viewError(error);
    }
    this.busy = false;
    this.#late.cancel();
    this.#changed();
  }
}
