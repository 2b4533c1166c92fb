import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { displayLine } from '../../../worker/protocol/display-text.js';
import type { TableRow } from '../../index.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { formatCount } from '../shared/format.js';
import { stranger } from '../shared/strangers.js';
import { styles } from '../shared/styles.js';
import { memoryTableStyles } from './memory-table-styles.js';
import { turnOf, typeName } from './memory-words.js';

/** A row as the table shows it; a search's has a score. */
export type ShownRow = TableRow & { readonly score?: number };

/** Where a table's rows come from, as they are looked at. */
export interface RowSource {
  readonly total: number;
  /** What was looked for: it stands out in the rows. */
  readonly words?: RegExp | undefined;
  row(index: number): ShownRow | undefined;
  want?(first: number, last: number): void;
}

/** Code points of a cell: no more of it is to be seen. */
const CELL_CHARS = 300;
/** Rows drawn above and below what is seen. */
const SPARE = 6;
/** Below this width a row has two lines. */
const NARROW = 560;

/** A table of nodes. However many there are, only the rows that are seen are drawn. */
export class BulkheadMemoryTable extends BulkheadElement {
  static override properties = reactive<BulkheadMemoryTable>({
    rows: { attribute: false, initial: { total: 0, row: () => undefined } },
    revision: { type: Number, initial: 0 },
    node: { initial: '' },
    scored: { type: Boolean, initial: false },
    label: { initial: '' },
    at: { state: true, initial: 0 },
    narrow: { state: true, initial: false },
    first: { state: true, initial: 0 },
    seen: { state: true, initial: 20 },
  });
  static override styles = [...styles, memoryTableStyles];
  declare rows: RowSource;
  /** Another number: the rows of the source are others. */
  declare revision: number;
  /** Id of the node that is open. */
  declare node: string;
  /** Scores stand in the place of links. */
  declare scored: boolean;
  declare label: string;
  /** The row that the keyboard is on. */
  declare at: number;
  declare narrow: boolean;
  declare first: number;
  declare seen: number;
  readonly #coarse = matchMedia('(pointer: coarse)');
  readonly #size = new ResizeObserver(() => this.#measure());

  override connectedCallback(): void {
    super.connectedCallback();
    this.#size.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#size.disconnect();
  }

  override willUpdate(changed: PropertyValues): void {
    this.at = Math.max(0, Math.min(this.at, this.rows.total - 1));
    if (changed.has('rows') || changed.has('revision') || changed.has('first') || changed.has('seen')) {
      this.rows.want?.(this.first, Math.min(this.first + this.seen, Math.max(0, this.rows.total - 1)));
    }
  }

  /** The keyboard goes on here. */
  override focus(): void {
    this.#grid()?.focus();
  }

  /** Begins at its first row again. */
  top(): void {
    this.at = 0;
    const grid = this.#grid();
    if (grid) grid.scrollTop = 0;
  }

  get #height(): number {
    return this.narrow ? 60 : this.#coarse.matches ? 44 : 36;
  }

  override render(): TemplateResult {
    const { rows, at, first, seen, scored } = this;
    const { total } = rows;
    const begin = Math.max(0, Math.min(first, total - 1) - SPARE);
    const end = Math.min(total, first + seen + SPARE);
    const indexes = Array.from({ length: Math.max(0, end - begin) }, (_, index) => begin + index);
    if (at < begin || at >= end) if (at < total) indexes.push(at);
    return html`<div class="grid ${this.narrow ? 'narrow' : ''}" role="grid" tabindex="0" data-testid="memory-table" data-total=${total} aria-label=${this.label}
      aria-rowcount=${total + 1} aria-activedescendant=${total > 0 ? `row-${at}` : nothing} @keydown=${this.#key} @scroll=${this.#scrolled}>
      <div class="line head" role="row" aria-rowindex="1"><span role="columnheader">${t('memory.column.title')}</span><span role="columnheader"
        class="type">${t('memory.column.type')}</span><span role="columnheader" class="number turn">${t('memory.column.turn')}</span><span role="columnheader"
        class="text">${t('memory.column.text')}</span><span role="columnheader" class="number last">${t(scored ? 'memory.column.score' : 'memory.column.links')}</span></div>
      <div class="body" role="rowgroup" style="height: ${total * this.#height}px">${repeat(
        indexes,
        (index) => index,
        (index) => this.#row(index),
      )}</div>
    </div>`;
  }

  #row(index: number): TemplateResult {
    const row = this.rows.row(index);
    const place = `inset-block-start: ${index * this.#height}px; height: ${this.#height}px`;
    if (!row) {
      return html`<div class="line row-line" role="row" id="row-${index}" aria-rowindex=${index + 2} aria-busy="true" style=${place}><span
        role="gridcell"><span class="bone"></span></span></div>`;
    }
    const { id, title, type, seqTo, text, links, score, archived } = row;
    return html`<div class="line row-line ${index === this.at ? 'at' : ''} ${archived ? 'archived' : ''}" role="row" id="row-${index}" data-testid="memory-row"
      data-node=${id} aria-rowindex=${index + 2} aria-selected=${id === this.node} style=${place} @click=${() => this.#open(index)}>
      <span role="gridcell" class="title foreign cut">${this.#marked(title)}${archived ? html` <span class="small muted">${t('memory.archived')}</span>` : nothing}</span><span
      role="gridcell" class="type muted cut">${stranger(typeName(type))}</span><span role="gridcell" class="number turn muted">${this.narrow ? t('memory.turn', { turn: turnOf(seqTo) }) : turnOf(seqTo)}</span><span
      role="gridcell" class="text foreign cut muted">${this.#marked(text)}</span><span role="gridcell" class="number last muted"
      data-testid=${this.scored ? 'memory-score' : nothing}>${this.scored ? (score?.toFixed(2) ?? '–') : formatCount(links)}</span></div>`;
  }

  /** A text in which the words that were looked for stand out. */
  #marked(text: string): TemplateResult | readonly (string | TemplateResult)[] {
    const { words } = this.rows;
    const line = displayLine(text, CELL_CHARS);
    if (!words) return html`<bdi>${line}</bdi>`;
    return line.split(words).map((part, at) => (at % 2 === 1 ? html`<mark>${part}</mark>` : part));
  }

  #open(index: number): void {
    this.at = index;
    const row = this.rows.row(index);
    if (row) this.emit('bh-node', { id: row.id });
  }

  #key = (event: KeyboardEvent): void => {
    const page = Math.max(1, this.seen - 1);
    const { at } = this;
    const last = this.rows.total - 1;
    const steps: { readonly [key: string]: number } = {
      ...{ ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: last },
    };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = steps[event.key];
    if (next !== undefined) {
      this.at = Math.max(0, Math.min(last, next));
      this.#show(this.at);
    } else if (event.key === 'Enter') this.#open(at);
    else return;
    event.preventDefault();
  };

  /** Scrolls a row into what is seen, below the head. */
  #show(index: number): void {
    const grid = this.#grid();
    if (!grid) return;
    const height = this.#height;
    const head = grid.querySelector<HTMLElement>('.head')?.offsetHeight ?? 0;
    const top = index * height;
    if (top < grid.scrollTop) grid.scrollTop = top;
    else if (top + height > grid.scrollTop + grid.clientHeight - head) {
      grid.scrollTop = top + height + head - grid.clientHeight;
    }
  }

  #scrolled = (): void => {
    const grid = this.#grid();
    if (!grid) return;
    this.first = Math.floor(grid.scrollTop / this.#height);
  };

  #measure(): void {
    const grid = this.#grid();
    this.narrow = this.clientWidth > 0 && this.clientWidth < NARROW;
    if (grid) this.seen = Math.ceil(grid.clientHeight / this.#height) + 1;
  }

  #grid = (): HTMLElement | null => this.renderRoot.querySelector<HTMLElement>('.grid');
}

define('bulkhead-memory-table', BulkheadMemoryTable);
