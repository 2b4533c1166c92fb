import { css, html, nothing, type TemplateResult } from 'lit';
import { boundMarks } from '../../../worker/protocol/display-text.js';
import { longText } from './long-text.js';
import { stranger } from './strangers.js';
import './copy.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from './element.js';
import { styles } from './styles.js';

const STEP = 200;
/** A branch with more than this starts closed. */
const OPEN_SIZE = 50;
const STRING_CHARS = 400;
const KEY_CHARS = 200;

/** One visible line of a JSON tree. */
interface JsonRow {
  /** JSON Pointer of the value. */
  readonly path: string;
  readonly parent: string | null;
  readonly depth: number;
  readonly key: string | null;
  readonly value: unknown;
  /** Number of children; `null` for a value that has none by its nature. */
  readonly size: number | null;
  readonly open: boolean;
}

/** JSON as a tree: arrow keys move and open, what is closed costs nothing, everything can be copied. */
export class BulkheadJson extends BulkheadElement {
  static override properties = reactive<BulkheadJson>({
    value: { attribute: false, initial: null },
    label: { initial: '' },
    limit: { state: true, initial: STEP },
    at: { state: true, initial: '' },
  });
  static override styles = [
    ...styles,
    css`
      .tree {
        max-height: 50vh;
        overflow: auto;
      }
      .line {
        padding-block: 1px;
        padding-inline-end: 8px;
        border-radius: 4px;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
        min-height: 22px;
      }
      .line[aria-expanded] {
        cursor: pointer;
      }
      .line:focus-visible {
        outline-offset: -2px;
      }
      .mark {
        display: inline-block;
        width: 16px;
        color: var(--_muted);
      }
      .key,
      .size {
        color: var(--_muted);
      }
      .literal {
        color: var(--_accent);
      }
      .top {
        float: inline-end;
        margin-block-start: -4px;
      }
      @media (pointer: coarse) {
        .line {
          min-height: 32px;
          padding-block: 6px;
        }
      }
    `,
  ];
  declare value: unknown;
  declare label: string;
  declare limit: number;
  declare at: string;
  readonly #toggled = new Map<string, boolean>();

  override render(): TemplateResult {
    const rows = this.#rows();
    const shown = rows.slice(0, this.limit);
    return html`
      <bulkhead-copy class="top" .value=${() => JSON.stringify(this.value, null, 2) ?? ''}></bulkhead-copy>
      <div class="tree mono" role="tree" aria-label=${this.label} @keydown=${this.#key}>
        ${shown.map((row) => this.#line(row))}
      </div>
      ${
        rows.length > this.limit
          ? html`<button class="plain small" @click=${() => {
              this.limit += STEP;
            }}>${t('json.more', { count: STEP })}</button>`
          : nothing
      }
    `;
  }

  #rows(): JsonRow[] {
    return jsonRows(
      this.value,
      (path, depth, size) => this.#toggled.get(path) ?? (depth < 3 && size <= OPEN_SIZE),
      this.limit,
    );
  }

  #line(row: JsonRow): TemplateResult {
    const opens = row.size !== null && row.size > 0;
    return html`<div
      class="line"
      role="treeitem"
      aria-level=${row.depth + 1}
      aria-expanded=${opens ? row.open : nothing}
      tabindex=${row.path === this.at ? 0 : -1}
      data-path=${row.path}
      style="padding-inline-start: ${row.depth * 16}px"
      @click=${() => this.#toggle(row, !row.open)}
    ><span class="mark" aria-hidden="true">${opens ? (row.open ? '▾' : '▸') : ''}</span>${
      row.key === null ? nothing : html`<span class="key foreign">${stranger(row.key, KEY_CHARS)}: </span>`
    }${this.#value(row)}</div>`;
  }

  #value({ value, size, open }: JsonRow): TemplateResult {
    if (size !== null) {
      const [left, right] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
      if (open) return html`${left}`;
      const count = size === 0 ? '' : t(Array.isArray(value) ? 'json.items' : 'json.keys', { count: size });
      return html`${left}<span class="size">${count === '' ? '' : ` ${count} `}</span>${right}`;
    }
    if (typeof value !== 'string') return html`<span class="literal">${String(value)}</span>`;
    // A short one is written as JSON; of a long one the beginning stands, and more of it is to be had.
    if (value.length <= STRING_CHARS) return html`<span class="foreign">${boundMarks(JSON.stringify(value))}</span>`;
    return html`<span class="foreign">"${longText(value, STRING_CHARS)}"</span>`;
  }

  #toggle(row: JsonRow, open: boolean): void {
    this.at = row.path;
    if (row.size === null || row.size === 0) return;
    this.#toggled.set(row.path, open);
    this.requestUpdate();
  }

  #key = (event: KeyboardEvent): void => {
    const rows = this.#rows().slice(0, this.limit);
    const index = rows.findIndex(({ path }) => path === this.at);
    const row = rows[index];
    if (!row) return;
    const go = (path: string | null | undefined) => {
      if (path !== null && path !== undefined) this.at = path;
    };
    if (event.key === 'ArrowDown') go(rows[index + 1]?.path);
    else if (event.key === 'ArrowUp') go(rows[index - 1]?.path);
    else if (event.key === 'Home') go(rows[0]?.path);
    else if (event.key === 'End') go(rows.at(-1)?.path);
    else if (event.key === 'ArrowRight') row.open ? go(rows[index + 1]?.path) : this.#toggle(row, true);
    else if (event.key === 'ArrowLeft') row.open ? this.#toggle(row, false) : go(row.parent);
    else if (event.key === 'Enter' || event.key === ' ') this.#toggle(row, !row.open);
    else return;
    event.preventDefault();
    void this.updateComplete.then(() => {
      const lines = this.renderRoot.querySelectorAll<HTMLElement>('.line');
      [...lines].find((line) => line.dataset.path === this.at)?.focus();
    });
  };
}

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null;
const childrenOf = (value: object): [string, unknown][] =>
  Array.isArray(value) ? value.map((item, index) => [String(index), item]) : Object.entries(value);

/** The lines of a tree that are to be seen, given which branches are open; at most `limit` of them. */
function jsonRows(
  value: unknown,
  isOpen: (path: string, depth: number, size: number) => boolean,
  limit: number,
): JsonRow[] {
  const rows: JsonRow[] = [];
  const visit = (item: unknown, path: string, parent: string | null, depth: number, key: string | null): void => {
    if (rows.length > limit) return;
    const children = isTree(item) ? childrenOf(item) : null;
    const open = children !== null && children.length > 0 && isOpen(path, depth, children.length);
    rows.push({ path, parent, depth, key, value: item, size: children?.length ?? null, open });
    if (!open) return;
    for (const [name, child] of children) {
      visit(child, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, path, depth + 1, name);
      if (rows.length > limit) return;
    }
  };
  visit(value, '', null, 0, null);
  return rows;
}

define('bulkhead-json', BulkheadJson);
