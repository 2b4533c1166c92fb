import type { TableOptions, TablePage, TableRow } from '../../index.js';
import { type ErrorView, viewError } from '../shared/error-text.js';

/** Rows of one page. */
const PAGE = 100;
/** Pages that are kept; the ones asked for longest ago go first. */
const KEPT = 40;

/** Asks for a page of rows. */
export type LoadRows = (options: TableOptions & { readonly signal: AbortSignal }) => Promise<TablePage>;

/** The rows of a table of any length: only the pages that are looked at are there. */
export class MemoryRows {
  readonly #load: LoadRows;
  readonly #changed: () => void;
  #options: TableOptions = {};
  #stop = new AbortController();
  #pages = new Map<number, readonly TableRow[]>();
  #wanted = new Set<number>();
  #seen: readonly [number, number] = [0, 0];
  /** Rows there are; `null` before that is known. */
  total: number | null = null;
  types: TablePage['types'] = [];
  failed: ErrorView | null = null;

  constructor(load: LoadRows, changed: () => void) {
    this.#load = load;
    this.#changed = changed;
  }

  row(index: number): TableRow | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** Other rows, or the same ones anew. What is shown stays until the answer is there. */
  reset(options: TableOptions): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    const same = JSON.stringify(options) === JSON.stringify(this.#options);
    this.#options = options;
    this.#wanted.clear();
    const first = same ? Math.floor(this.#seen[0] / PAGE) : 0;
    void this.#fetch(first, true);
  }

  /** Makes sure that these rows are there, or on their way. */
  want(first: number, last: number): void {
    this.#seen = [first, last];
    if (this.total === null) return;
    const end = Math.floor(Math.max(first, Math.min(last, this.total - 1)) / PAGE);
    for (let page = Math.floor(first / PAGE); page <= end; page++) {
      if (!this.#pages.has(page) && !this.#wanted.has(page)) void this.#fetch(page, false);
    }
  }

  close(): void {
    this.#stop.abort();
  }

  async #fetch(page: number, fresh: boolean): Promise<void> {
    const { signal } = this.#stop;
    this.#wanted.add(page);
    try {
      const found = await this.#load({ ...this.#options, from: page * PAGE, limit: PAGE, signal });
      if (signal.aborted) return;
      if (fresh) this.#pages.clear();
      this.#pages.delete(page);
      this.#pages.set(page, found.rows);
      const [oldest] = this.#pages.keys();
      if (this.#pages.size > KEPT && oldest !== undefined) this.#pages.delete(oldest);
      this.total = found.total;
      this.types = found.types;
      this.failed = null;
    } catch (error) {
      if (signal.aborted) return;
      this.failed = viewError(error);
    }
    this.#wanted.delete(page);
    this.#changed();
    // What was scrolled to in the meantime.
    if (!this.failed) this.want(...this.#seen);
  }
}
