import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ChangeBody, Comparison } from '../../studio/internal.js';
import { t } from '../i18n/text.js';
import { dialogStyles } from '../shared/dialog-styles.js';
import { BulkheadElement, define } from '../shared/element.js';
import { errorStyles } from '../shared/error.js';
import { asWritten, said } from '../shared/strangers.js';
import { styles } from '../shared/styles.js';
import { inlineRow, sideRow } from './diff-rows.js';
import { diffStyles } from './diff-styles.js';
import { divider } from './divider.js';
import { answers, type CardView, type CardWork, content, hunksOf, hunkWords } from './review-card.js';
import type { ReviewChoice } from './review-choices.js';
import { views } from './review-frame.js';
import { ReviewRows } from './review-rows.js';
import { RowPages } from './row-pages.js';
import { zoomStyles } from './zoom-styles.js';

/** Narrower than this, two columns are too narrow to read. */
const SIDE_WIDTH = 600;
const ROW_HEIGHT = 19;

/** One change as large as the page is, with nothing left out; only the lines that are seen are drawn. Sends `review-zoom-close`. */
export class BulkheadReviewZoom extends BulkheadElement {
  static override properties = {
    comparison: { attribute: false },
    view: { attribute: false },
    work: { attribute: false },
    choice: { attribute: false },
  };
  static override styles = [...styles, errorStyles, dialogStyles, diffStyles, zoomStyles];
  declare comparison: Comparison | null;
  declare view: CardView | null;
  declare work: CardWork | null;
  declare choice: ReviewChoice | null;
  readonly #rows = new ReviewRows(this, () => this.requestUpdate());
  readonly #pages = new RowPages(() => this.requestUpdate());
  #ids: readonly string[] = [];
  #starts: readonly number[] = [];
  #shown = '';
  #at: string | undefined;
  #reveal = false;

  constructor() {
    super();
    [this.comparison, this.view, this.work, this.choice] = [null, null, null, null];
  }

  get open(): boolean {
    return this.#dialog?.open ?? false;
  }

  show(): void {
    this.#shown = '';
    this.#dialog?.showModal();
    this.requestUpdate();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#rows.stop();
  }

  override willUpdate(changed: PropertyValues): void {
    const { view, comparison } = this;
    const body = view?.body;
    const shown = body ? body.id : '';
    if (changed.has('comparison') || shown !== this.#shown) {
      this.#shown = shown;
      this.#ids = body?.lines ? Array.from({ length: body.rowCount }, (_, index) => String(index)) : [];
      this.#starts = body ? startsOf(body) : [];
      this.#pages.begin(comparison, shown);
      this.#rows.reset();
      [this.#at, this.#reveal] = [view?.atHunk, true];
    } else if (view?.atHunk !== this.#at) {
      [this.#at, this.#reveal] = [view?.atHunk, view?.atHunk !== undefined];
    }
    this.#rows.set(this.#ids, () => ROW_HEIGHT);
    if (this.open) this.#pages.want(this.#rows.first, this.#rows.end);
  }

  override render(): TemplateResult {
    const { view, work } = this;
    return html`<dialog aria-labelledby="title" data-testid="review-zoom" @close=${() => this.dispatchEvent(new Event('review-zoom-close'))}>
      ${view && work ? this.#body(view, work) : nothing}</dialog>`;
  }

  override updated(): void {
    if (!this.open) return;
    this.#rows.drawn();
    if (!this.#reveal || !this.view) return;
    const list = this.renderRoot.querySelector<HTMLElement>('.list');
    const hunk = hunksOf(this.view.body).findIndex(({ key }) => key === this.#at);
    const start = this.#starts[Math.max(0, hunk)];
    this.#reveal = false;
    list?.focus({ preventScroll: true });
    if (start !== undefined && this.#ids.length > 0) this.#reveal = !this.#rows.reveal(String(start));
  }

  get #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog');
  }

  get #side(): boolean {
    return this.choice?.view === 'side' && !this.#narrow;
  }

  get #narrow(): boolean {
    return this.#rows.width > 0 && this.#rows.width < SIDE_WIDTH;
  }

  #body(view: CardView, work: CardWork): TemplateResult {
    const { label, head, place, count, pending, verdict } = view;
    const way = (to: 'previous' | 'next', glyph: string, key: string) =>
      html`<button class="plain small" data-testid="review-zoom-${to}" aria-label=${t(`review.${to}`)} @click=${() => work.act(`${to}Change`)}><span aria-hidden="true">${glyph}</span> <span class="wide">${t(`review.${to}`)} </span><kbd>${key}</kbd></button>`;
    return html`<header class="head">
        <div class="row"><div class="name"><h2 id="title" class="foreign">${asWritten(label)}</h2><span class="kind small ${head.kind}">${t(`review.kind.${head.kind}`)}</span>
          <span class="small muted">${said('review.place', { place: place + 1, count })}</span></div>
          <button data-testid="review-zoom-close" @click=${() => this.#dialog?.close()}>${t('review.close')} <kbd>Esc</kbd></button></div>
        <div class="row"><span class="ways">${count < 2 ? nothing : html`${way('previous', '‹', '[')}${way('next', '›', ']')}`}</span>
          <span class="ways">${this.choice && !this.#narrow ? views(this.choice, work.act) : nothing}${pending ? answers(verdict, (decision) => work.decide(decision), 'zoom', 0) : nothing}</span></div></header>
      <div class="space">${
        this.#ids.length === 0
          ? html`<div class="list" tabindex="0" role="region" aria-label=${label}><div class="before"></div>${content({ ...view, slot: undefined, side: this.#side }, work)}<div class="after"></div></div>`
          : this.#lines(view, work)
      }</div>`;
  }

  #lines(view: CardView, work: CardWork): TemplateResult {
    const { first, end } = this.#rows;
    const { failure } = this.#pages;
    const side = this.#side;
    return html`<div class="list diff ${side ? 'side' : ''}" tabindex="0" role="region" aria-label=${view.label} data-testid="review-zoom-lines" data-total=${this.#ids.length} @scroll=${() => this.#rows.scrolled()}>
        <div class="before"></div>${
          failure !== undefined
            ? content({ ...view, failure }, { ...work, retry: () => this.#pages.retry() })
            : repeat(
                this.#ids.slice(first, end),
                (id) => id,
                (_, index) => this.#line(first + index, view, work),
              )
        }<div class="after"></div></div>
      ${side ? divider(view.split, work.split, t('review.columns', { path: view.label }), 0) : nothing}`;
  }

  #line(index: number, view: CardView, work: CardWork): TemplateResult {
    const row = this.#pages.get(index);
    if (!row) return html`<div class="line" data-row=${index}></div>`;
    const hunks = hunksOf(view.body);
    const hunk = row.hunk === undefined ? undefined : hunks[row.hunk];
    const said = hunk ? view.decided(hunk.key) : view.verdict;
    const look = { side: this.#side };
    const lines = look.side ? sideRow(row, look) : inlineRow(row, look);
    const state = `${row.hunk === undefined ? '' : 'of-hunk'} ${said ?? 'open'} ${hunk && hunk.key === view.atHunk ? 'at' : ''}`;
    const bar = hunk && row.hunk !== undefined && this.#starts[row.hunk] === index;
    return html`<div class="line ${state}" data-row=${index}>${
      bar
        ? html`<div class="row hunk-bar" data-testid="zoom-hunk" data-verdict=${said ?? 'open'}><span class="muted">${hunkWords(hunk, row.hunk ?? 0, hunks.length)}</span>${
            view.pending ? answers(said, (decision) => work.decide(decision, hunk.key), 'zoom-hunk', 0) : nothing
          }</div>`
        : nothing
    }${lines}</div>`;
  }
}

function startsOf({ rows }: ChangeBody): readonly number[] {
  const starts: number[] = [];
  let index = 0;
  for (const { kind, hunk, skipped = 0 } of rows) {
    if (hunk !== undefined) starts[hunk] ??= index;
    index += kind === 'skipped' ? skipped : 1;
  }
  return starts;
}

define('bulkhead-review-zoom', BulkheadReviewZoom);
