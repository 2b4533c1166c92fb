import { RowWindow } from '../shared/row-window.js';

/** The place of a list within an element: `.list`, with `.before` and `.after` around its rows, which say their ids by `data-row`. */
interface Host {
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly shadowRoot: ShadowRoot | null;
}

interface Place {
  readonly top: number;
  readonly height: number;
}

/** Above a row that is gone to stands as much of what is before it. */
const ABOVE = 8;

/** Which rows of a long list are drawn, and that what is looked at stays where it is whatever becomes higher above it. */
export class ReviewRows {
  readonly #host: Host;
  readonly #news: () => void;
  readonly #rows = new RowWindow();
  readonly #size = new ResizeObserver((entries) => this.#measured(entries));
  #ids: readonly string[] = [];
  #places: ReadonlyMap<string, number> = new Map();
  #guess: (index: number) => number = () => 0;
  #watched = new Set<Element>();
  #anchor: { readonly row: Element; readonly top: number } | null = null;
  #top = 0;
  #known: Place | null = null;
  #held = false;
  width = 0;

  constructor(host: Host, news: () => void) {
    this.#host = host;
    this.#news = news;
  }

  get first(): number {
    return this.#rows.first;
  }

  get end(): number {
    return this.#rows.end;
  }

  set(ids: readonly string[], guess: (index: number) => number): void {
    if (ids !== this.#ids) this.#places = new Map(ids.map((id, index) => [id, index]));
    [this.#ids, this.#guess] = [ids, guess];
    this.#rows.set(ids, guess);
    const { top, height } = this.#place(this.#list());
    this.#rows.look(top, height);
  }

  reset(): void {
    this.#rows.forget();
    this.#anchor = null;
    this.#top = 0;
    this.#known = null;
    const list = this.#list();
    if (list) list.scrollTop = 0;
  }

  drawn(): void {
    const list = this.#list();
    if (!list) return;
    const [before, after] = [list.querySelector<HTMLElement>('.before'), list.querySelector<HTMLElement>('.after')];
    if (before) before.style.height = `${this.#rows.before}px`;
    if (after) after.style.height = `${this.#rows.after}px`;
    // A row that had the keyboard is no longer drawn.
    const nowhere =
      !this.#host.shadowRoot?.activeElement && (document.activeElement ?? document.body) === document.body;
    if (this.#held && nowhere) list.focus({ preventScroll: true });
    this.#held = false;
    this.#watch(list);
    // At the top nothing is to be kept in its place: asking where it is would have the browser lay everything out at once.
    if (this.#anchor || this.#top > 0) this.#keep(list);
  }

  scrolled(): void {
    const list = this.#list();
    if (!list) return;
    this.#known = null;
    this.#keep(list);
    this.#look(list);
  }

  /** Brings a row, or what `within` finds in it, into view. @returns false where it has to be drawn first: then call it again. */
  reveal(id: string, within?: (row: HTMLElement) => HTMLElement | null, keyboard = true): boolean {
    const list = this.#list();
    const index = this.#places.get(id);
    if (!list || index === undefined) return true;
    const row = [...list.querySelectorAll<HTMLElement>('[data-row]')].find(({ dataset }) => dataset.row === id);
    if (!row) {
      list.scrollTop = this.#rows.topOf(index) - ABOVE;
      this.#anchor = null;
      this.#known = null;
      this.#rows.look(list.scrollTop, list.clientHeight);
      this.#news();
      return false;
    }
    if (!within) {
      // A line is read with what is around it.
      list.scrollTop = this.#rows.topOf(index) - list.clientHeight * 0.2;
      this.#known = null;
      this.#hold(list);
      this.#look(list);
      return true;
    }
    const target = within(row) ?? row;
    if (keyboard) target.focus({ preventScroll: true });
    this.#show(list, target);
    return true;
  }

  stop(): void {
    this.#size.disconnect();
    this.#watched.clear();
  }

  /** What is higher than the list is seen from its beginning. */
  #show(list: HTMLElement, target: HTMLElement): void {
    const [box, seen] = [target.getBoundingClientRect(), list.getBoundingClientRect()];
    const head = Number.parseFloat(getComputedStyle(target).scrollMarginTop) || 0;
    const top = box.top - seen.top - list.clientTop - head;
    const bottom = box.bottom - seen.top - list.clientTop - list.clientHeight;
    if (top < 0 || box.height + head > list.clientHeight) list.scrollTop += top - ABOVE;
    else if (bottom > 0) list.scrollTop += bottom + ABOVE;
    this.#known = null;
    this.#hold(list);
    this.#look(list);
    // The list itself may be out of sight.
    if (seen.top < 0 || seen.bottom > innerHeight) target.scrollIntoView({ block: 'nearest' });
  }

  #watch(list: HTMLElement): void {
    const rows = new Set<Element>([list, ...list.querySelectorAll('[data-row]')]);
    for (const row of this.#watched) if (!rows.has(row)) this.#size.unobserve(row);
    for (const row of rows) if (!this.#watched.has(row)) this.#size.observe(row);
    this.#watched = rows;
  }

  #measured(entries: readonly ResizeObserverEntry[]): void {
    const list = this.#list();
    if (!list) return;
    this.#known = null;
    let news = false;
    for (const { target, borderBoxSize } of entries) {
      const id = (target as HTMLElement).dataset.row;
      if (id !== undefined) news = this.#rows.measure(id, borderBoxSize[0]?.blockSize ?? 0) || news;
      else if (this.width !== list.clientWidth) {
        // Every row that is not drawn has another height now.
        if (this.width !== 0) this.#rows.forget();
        this.width = list.clientWidth;
        news = true;
      }
    }
    this.#look(list);
    if (!news) {
      this.#keep(list);
      return;
    }
    this.#rows.set(this.#ids, this.#guess);
    this.#news();
  }

  #keep(list: HTMLElement): void {
    const { row, top } = this.#anchor ?? {};
    if (row?.isConnected && top !== undefined) {
      // Of what it has moved, the reader has scrolled a part.
      const scrolled = list.scrollTop - this.#top;
      const moved = row.getBoundingClientRect().top - list.getBoundingClientRect().top - top + scrolled;
      if (Math.abs(moved) >= 1) {
        list.scrollTop += moved;
        this.#known = null;
      }
    }
    this.#hold(list);
  }

  #hold(list: HTMLElement): void {
    this.#top = list.scrollTop;
    const { top } = list.getBoundingClientRect();
    const rows = [...list.querySelectorAll('[data-row]')];
    const row = list.scrollTop === 0 ? undefined : rows.find((one) => one.getBoundingClientRect().bottom > top + 1);
    this.#anchor = row ? { row, top: row.getBoundingClientRect().top - top } : null;
  }

  #look(list: HTMLElement): void {
    const { top, height } = this.#place(list);
    if (!this.#rows.look(top, height)) return;
    this.#held = Boolean(this.#host.shadowRoot?.activeElement?.closest('[data-row]'));
    this.#news();
  }

  /** Where the list is scrolled to; asked again only when it may be elsewhere: each time everything is laid out for that. */
  #place(list: HTMLElement | null): Place {
    if (!list) return { top: 0, height: 600 };
    this.#known ??= { top: list.scrollTop, height: list.clientHeight || 600 };
    return this.#known;
  }

  #list = (): HTMLElement | null => this.#host.renderRoot.querySelector<HTMLElement>('.list');
}
