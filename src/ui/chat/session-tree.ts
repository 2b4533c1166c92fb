import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define } from '../shared/element.js';
import { said } from '../shared/strangers.js';
import { styles } from '../shared/styles.js';
import { sessionLine } from './session-line.js';
import { openBeside, sessionMenu } from './session-menu.js';
import { ARCHIVE, type SessionRow, type TreeLine, treeLines } from './session-rows.js';
import { sessionTreeStyles } from './session-tree-styles.js';

/** Lines drawn above and below what is seen. */
const SPARE = 8;
/** Forks of forks are indented so far at most. */
const MAX_INDENT = 8;
const INDENT = 14;
/** So many can be looked through without a search. */
const FIND_FROM = 8;

/** The sessions of a chat application as a tree of forks. Only the lines that are seen are drawn. */
export class BulkheadSessionTree extends BulkheadElement {
  static override properties = {
    sessions: { attribute: false },
    current: {},
    query: { state: true },
    at: { state: true },
    renaming: { state: true },
    menu: { state: true },
    archiveOpen: { state: true },
    first: { state: true },
    seen: { state: true },
  };
  static override styles = [...styles, sessionTreeStyles];
  declare sessions: readonly SessionRow[];
  /** Id of the session that is open. */
  declare current: string;
  declare query: string;
  /** Key of the line that the keyboard is on. */
  declare at: string;
  declare renaming: string;
  declare menu: string;
  declare archiveOpen: boolean;
  declare first: number;
  declare seen: number;
  readonly #folded = new Set<string>();
  readonly #coarse = matchMedia('(pointer: coarse)');
  readonly #size = new ResizeObserver(() => this.#measure());
  #lines: readonly TreeLine[] = [];

  constructor() {
    super();
    this.sessions = [];
    [this.current, this.query, this.at, this.renaming, this.menu] = ['', '', '', '', ''];
    this.archiveOpen = false;
    this.first = 0;
    this.seen = 30;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#size.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#size.disconnect();
  }

  override willUpdate(changed: PropertyValues): void {
    const { query, archiveOpen } = this;
    this.#lines = treeLines(this.sessions, { folded: this.#folded, archiveOpen, query });
    if (changed.has('current') && this.current !== '') this.at = this.current;
    if (!this.#lines.some(({ key }) => key === this.at)) this.at = this.#lines[0]?.key ?? '';
    if (!this.sessions.some(({ id }) => id === this.renaming)) this.renaming = '';
  }

  override updated(changed: PropertyValues): void {
    this.#measure();
    const body = this.renderRoot.querySelector<HTMLElement>('.lines');
    if (body) body.style.height = `${this.#lines.length * this.#height}px`;
    for (const line of this.renderRoot.querySelectorAll<HTMLElement>('.line')) {
      const index = Number(line.dataset.index);
      line.style.top = `${index * this.#height}px`;
      line.style.height = `${this.#height}px`;
      line.style.paddingInlineStart = `${4 + INDENT * Math.min(MAX_INDENT, Number(line.ariaLevel) - 1)}px`;
    }
    if (changed.has('current')) this.#show(this.#index);
    if (changed.has('renaming') && this.renaming !== '') {
      const field = this.renderRoot.querySelector<HTMLInputElement>('.name');
      field?.focus();
      field?.select();
    }
    if (changed.has('menu')) this.#openMenu();
  }

  override render(): TemplateResult {
    const { sessions, query } = this;
    const many = sessions.length >= FIND_FROM;
    return html`<div class="side stack" data-testid="sessions">
      <div class="row"><h2 class="grow" id="title">${t('sessions.title')}${sessions.length > 0 ? html` <span class="muted">${sessions.length}</span>` : nothing}</h2>
        <button data-testid="session-new" @click=${() => this.emit('bh-session-new', null)}>${t('sessions.new')}</button></div>
      ${
        many
          ? html`<input type="search" data-testid="session-find" aria-label=${t('sessions.find')} placeholder=${t('sessions.find')} .value=${query}
              @input=${(event: InputEvent) => this.#find((event.target as HTMLInputElement).value)} />`
          : html`<span hidden></span>`
      }
      ${
        sessions.length === 0
          ? html`<div class="stack" data-testid="sessions-empty"><h3>${t('sessions.none')}</h3><p class="muted">${t('sessions.teach')}</p></div>`
          : this.#tree()
      }
      ${this.#menu()}</div>`;
  }

  #tree(): TemplateResult {
    const lines = this.#lines;
    if (lines.length === 0)
      return html`<p class="muted foreign" role="status">${said('sessions.noMatch', { query: this.query })}</p>`;
    const begin = Math.max(0, Math.min(this.first, lines.length - 1) - SPARE);
    const end = Math.min(lines.length, this.first + this.seen + SPARE);
    const drawn = lines.slice(begin, end).map((line, index) => ({ line, index: begin + index }));
    const at = this.#index;
    const line = lines[at];
    if (line && (at < begin || at >= end)) drawn.push({ line, index: at });
    return html`<div class="tree" role="tree" tabindex="0" data-testid="session-tree" data-total=${lines.length} aria-labelledby="title"
      aria-activedescendant=${line ? `line-${at}` : nothing} @keydown=${this.#key} @scroll=${this.#scrolled}>
      <div class="lines" role="presentation">${repeat(
        drawn,
        ({ line }) => line.key,
        ({ line, index }) => this.#line(line, index),
      )}</div></div>`;
  }

  #line(line: TreeLine, index: number): TemplateResult {
    const { key, open } = line;
    return sessionLine(line, {
      index,
      at: key === this.at,
      current: key === this.current,
      renaming: key === this.renaming,
      menu: key === this.menu,
      open: () => this.#click(key),
      fold: () => this.#fold(key, open === true),
      more: () => this.#more(key),
      key: this.#nameKey,
      leave: () => this.#rename(),
    });
  }

  #menu(): TemplateResult | typeof nothing {
    const session = this.sessions.find(({ id }) => id === this.menu);
    if (!session) return nothing;
    const { id, archived } = session;
    return sessionMenu(session, {
      rename: () => this.#startRename(id),
      fork: () => this.emit('bh-session-fork', { id }),
      archive: () => this.emit('bh-session-archive', { id, archived: !archived }),
      extract: () => this.emit('bh-session-extract', { id, on: session.extracts !== true }),
      remember: () => this.emit('bh-session-remember', { id, on: session.remembers !== true }),
      remove: () => this.emit('bh-session-remove', { id }),
      close: () => this.#closeMenu(),
    });
  }

  get #index(): number {
    return this.#lines.findIndex(({ key }) => key === this.at);
  }

  get #height(): number {
    return this.#coarse.matches ? 44 : 34;
  }

  #find(query: string): void {
    this.query = query;
    this.first = 0;
  }

  #click(key: string): void {
    this.at = key;
    if (key === ARCHIVE) this.archiveOpen = !this.archiveOpen;
    else this.emit('bh-session', { id: key });
  }

  #fold(key: string, fold: boolean): void {
    if (key === ARCHIVE) this.archiveOpen = !fold;
    else if (fold) this.#folded.add(key);
    else this.#folded.delete(key);
    this.requestUpdate();
  }

  #key = (event: KeyboardEvent): void => {
    const target = event.composedPath()[0];
    if (target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = this.#index;
    const line = this.#lines[index];
    if (!line) return;
    const last = this.#lines.length - 1;
    const page = Math.max(1, this.seen - 2);
    const steps: { readonly [key: string]: number } = {
      ...{ ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: last, PageDown: index + page, PageUp: index - page },
    };
    const step = steps[event.key];
    const id = line.session?.id;
    if (step !== undefined) this.#go(Math.max(0, Math.min(last, step)));
    else if (event.key === 'ArrowRight') this.#right(line, index);
    else if (event.key === 'ArrowLeft') this.#left(line, index);
    else if (event.key === 'Enter' || event.key === ' ') this.#click(line.key);
    else if (event.key === 'F2' && id) this.#startRename(id);
    else if ((event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) && id) this.menu = id;
    else if (event.key === 'Delete' && id) this.emit('bh-session-remove', { id });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  #right(line: TreeLine, index: number): void {
    if (line.open === false) this.#fold(line.key, false);
    else if (line.open) this.#go(index + 1);
  }

  #left(line: TreeLine, index: number): void {
    const parent = this.#lines.findLastIndex((one, at) => at < index && one.level < line.level);
    if (line.open) this.#fold(line.key, true);
    else if (parent >= 0) this.#go(parent);
  }

  #go(index: number): void {
    this.at = this.#lines[index]?.key ?? '';
    this.#show(index);
  }

  #startRename(id: string): void {
    this.at = id;
    this.renaming = id;
  }

  #nameKey = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    if (event.key === 'Escape') this.renaming = '';
    else this.#rename();
    void this.updateComplete.then(() => this.#treeElement()?.focus());
  };

  /** What was typed is the name; nothing, or the old one, changes nothing. */
  #rename(): void {
    const id = this.renaming;
    const label = this.renderRoot.querySelector<HTMLInputElement>('.name')?.value.trim() ?? '';
    if (id === '') return;
    const before = this.sessions.find((one) => one.id === id)?.label;
    this.renaming = '';
    if (label !== '' && label !== before) this.emit('bh-session-rename', { id, label });
  }

  #more(key: string): void {
    this.at = key;
    this.menu = this.menu === key ? '' : key;
  }

  #openMenu(): void {
    const menu = this.renderRoot.querySelector<HTMLElement>('.menu');
    const line = this.renderRoot.querySelector('.line.at');
    if (menu && line) openBeside(menu, line);
  }

  #closeMenu(): void {
    if (this.menu === '') return;
    this.menu = '';
    this.#treeElement()?.focus({ preventScroll: true });
  }

  #show(index: number): void {
    const tree = this.#treeElement();
    if (!tree || index < 0) return;
    const top = index * this.#height;
    if (top < tree.scrollTop) tree.scrollTop = top;
    else if (top + this.#height > tree.scrollTop + tree.clientHeight)
      tree.scrollTop = top + this.#height - tree.clientHeight;
  }

  #scrolled = (): void => {
    const tree = this.#treeElement();
    if (tree) this.first = Math.floor(tree.scrollTop / this.#height);
  };

  #measure(): void {
    const tree = this.#treeElement();
    if (tree) this.seen = Math.ceil(tree.clientHeight / this.#height) + 1;
  }

  #treeElement = (): HTMLElement | null => this.renderRoot.querySelector<HTMLElement>('.tree');
}

define('bulkhead-session-tree', BulkheadSessionTree);
