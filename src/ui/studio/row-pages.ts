import type { Comparison, DiffRow } from '../../studio/internal.js';

const PAGE = 100;

/** Rows of one change with nothing left out, fetched page by page as they are seen. */
export class RowPages {
  readonly #news: () => void;
  #pages = new Map<number, readonly DiffRow[]>();
  #asked = new Set<number>();
  #comparison: Comparison | null = null;
  #change = '';
  failure: unknown;

  constructor(news: () => void) {
    this.#news = news;
  }

  begin(comparison: Comparison | null, change: string): void {
    [this.#comparison, this.#change, this.failure] = [comparison, change, undefined];
    [this.#pages, this.#asked] = [new Map(), new Set()];
  }

  get(index: number): DiffRow | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  want(first: number, end: number): void {
    for (let page = Math.floor(first / PAGE); page * PAGE < end; page += 1) void this.#fetch(page);
  }

  retry(): void {
    this.failure = undefined;
    this.#asked = new Set(this.#pages.keys());
    this.#news();
  }

  async #fetch(page: number): Promise<void> {
    const [comparison, pages] = [this.#comparison, this.#pages];
    if (!comparison || this.#asked.has(page)) return;
    this.#asked.add(page);
    try {
      pages.set(page, await comparison.rows(this.#change, page * PAGE, (page + 1) * PAGE));
    } catch (error) {
      if (pages === this.#pages) this.failure = error;
    }
    if (pages === this.#pages) this.#news();
  }
}
