import type { Memory, MemoryChat, TableOptions, TableRow } from '../../index.js';
import { t } from '../i18n/text.js';
import { listenTo } from '../shared/element.js';
import { formatBytes, formatCount } from '../shared/format.js';
import { saveFile } from '../shared/save-file.js';
import type { BulkheadMemory } from './memory.js';
import { listenForChanges } from './memory-changes.js';
import { type LongWork, MemoryController } from './memory-controller.js';
import { type NodeDetail, readDetail } from './memory-detail.js';
import { EVERYTHING, type Finding, type FindShown } from './memory-find.js';
import type { FieldChange } from './memory-node.js';
import { MemoryRows } from './memory-rows.js';
import { MemorySearch } from './memory-search.js';
import type { RowSource } from './memory-table.js';
import { exportParts, fileName, importFile } from './memory-transfer.js';
import { rowOf, wordsOf } from './memory-words.js';

/** What the memory page shows and does, without how it looks. */
export class MemoryViewModel {
  readonly #page: BulkheadMemory;
  readonly #memory: () => Memory | null;
  readonly controller: MemoryController;
  readonly #rows: MemoryRows;
  readonly #search: MemorySearch;
  finding: Finding = EVERYTHING;
  detail: NodeDetail | null = null;
  /** A new node is being written. */
  creating = false;
  /** A file that waits for a yes: it would take the place of what is there. */
  asked: File | null = null;
  /** What was changed last on the node that is open. */
  changes: readonly FieldChange[] = [];
  /** Another number: something of what is shown is another. */
  revision = 0;
  #profile = '';
  #reading = new AbortController();

  constructor(page: BulkheadMemory, memory: () => Memory | null) {
    this.#page = page;
    this.#memory = memory;
    const changed = (): void => {
      this.revision += 1;
      page.requestUpdate();
    };
    this.controller = new MemoryController(memory, (graphToo) => {
      if (graphToo) this.#graphChanged();
      changed();
    });
    this.#rows = new MemoryRows(async (options) => {
      const { graph } = this.controller;
      return graph ? graph.table(options) : { total: 0, from: 0, rows: [], types: [] };
    }, changed);
    this.#search = new MemorySearch(() => this.controller.graph, changed);
    listenTo(page, 'bh-node', ({ id }) => this.show(id));
    listenForChanges(page, this, memory, () => page.sample);
  }

  get opened(): boolean {
    return this.creating || this.detail !== null;
  }

  /** The rows have scores. */
  get scored(): boolean {
    return this.#search.hits !== null;
  }

  get source(): RowSource {
    const { hits } = this.#search;
    if (!hits) {
      return {
        total: this.#rows.total ?? 0,
        row: (index) => this.#rows.row(index),
        want: (first, last) => this.#rows.want(first, last),
      };
    }
    const words = wordsOf(this.finding.query);
    return {
      total: hits.length,
      words,
      row: (index) => {
        const hit = hits[index];
        return hit && { ...rowOf(hit, words), score: hit.score };
      },
    };
  }

  get found(): FindShown {
    return {
      types: this.#rows.types,
      failed: this.#failed,
      profile: this.#profile,
      said: this.#said,
    };
  }

  get #failed(): FindShown['failed'] {
    return this.#search.failed ?? this.#rows.failed;
  }

  /** What there is to say about the answer; nothing where there is none. */
  get #said(): string {
    const { query } = this.finding;
    const { hits, busy, slow } = this.#search;
    if (busy) return slow ? t('memory.searching') : '';
    if (this.#failed) return '';
    const total = hits ? hits.length : (this.#rows.total ?? 0);
    if (total === 0 && query.trim() !== '') return t('memory.noMatch', { query });
    const count = formatCount(total);
    return hits ? t('memory.best', { count }) : `${t('memory.shown', { count })}${this.#leftOut}`;
  }

  /** That archived nodes are not among those that are shown. */
  get #leftOut(): string {
    const { archived, type, query } = this.finding;
    const shown = this.#rows.types.filter((one) => type === '' || one.type === type);
    const count = archived || query.trim() !== '' ? 0 : shown.reduce((sum, one) => sum + one.archived, 0);
    return count === 0 ? '' : ` · ${t('memory.leftOut', { count: formatCount(count) })}`;
  }

  async open(chat: MemoryChat | string): Promise<void> {
    this.finding = EVERYTHING;
    this.#search.ask(null);
    this.#shut();
    this.asked = null;
    await this.controller.open(chat, t('memory.firstChat'));
    await this.#readProfile();
  }

  async #readProfile(): Promise<void> {
    this.#profile = (await this.#memory()?.embeddings())?.kind ?? '';
    this.#page.requestUpdate();
  }

  close(): void {
    this.#search.ask(null);
    this.#rows.close();
    this.#reading.abort();
    this.controller.close();
  }

  /** Looks for something else, or in another way. `now`: without waiting for the next letter. */
  look(change: Partial<Finding>, now = false): void {
    this.finding = { ...this.finding, ...change };
    if (change.mode === 'meaning') void this.#readProfile();
    this.#ask(now);
    this.#page.table?.top();
    this.#page.requestUpdate();
  }

  findNames = async (name: string, signal: AbortSignal): Promise<readonly TableRow[]> =>
    (await this.controller.graph?.table({ name, limit: 6, signal }))?.rows ?? [];

  async chooseLocal(): Promise<void> {
    await this.#memory()?.setEmbeddings({ kind: 'local' });
    this.#profile = 'local';
    this.#ask(true);
    await this.focus('#query');
  }

  create(): void {
    this.#shut();
    this.creating = true;
    this.#page.requestUpdate();
  }

  /** Opens the page of a node; `null` closes it, and the keyboard goes on in the table. */
  async show(id: string | null, focus = true): Promise<void> {
    if (id === null) {
      this.#shut();
      this.#page.requestUpdate();
      await this.#page.updateComplete;
      if (this.#page.table) this.#page.table.focus();
      else await this.focus('[data-testid=memory-create]');
      return;
    }
    if (this.detail?.node.id !== id) this.changes = [];
    this.creating = false;
    this.#page.view = 'nodes';
    await this.#read(id);
    if (focus) await this.focus('bulkhead-memory-node', '#title');
  }

  async undo(): Promise<void> {
    this.changes = [];
    await this.controller.undo();
  }

  /** Imports a file, where there is something to lose after a yes. */
  async offer(file: File): Promise<void> {
    if (!this.controller.info?.nodes) return this.#import(file);
    this.asked = file;
    this.#page.requestUpdate();
    await this.focus('[data-testid=import-no]');
  }

  async answer(yes: boolean): Promise<void> {
    const file = this.asked;
    this.asked = null;
    this.#page.requestUpdate();
    await this.focus(yes ? '#title' : '[data-testid=memory-import]');
    if (yes && file) await this.#import(file);
  }

  async #import(file: File): Promise<void> {
    const { controller, ...work } = stoppable(t('memory.importing', { name: file.name }));
    const onProgress = (done: number): void => this.controller.progress({ ...work, done });
    this.controller.progress(work);
    this.#shut();
    await this.controller.act(
      t('memory.imported', { name: file.name }),
      (graph) => importFile(graph, file, onProgress, controller.signal),
      t('memory.notImported', { name: file.name }),
    );
  }

  async export(format: 'json' | 'jsonl'): Promise<void> {
    const { graph } = this.controller;
    if (!graph) return;
    const name = fileName(graph.chat, format);
    const { controller, stop } = stoppable('');
    const onProgress = (chars: number): void =>
      this.controller.progress({ label: t('memory.exporting', { size: formatBytes(chars) }), stop });
    onProgress(0);
    try {
      const parts = await exportParts(graph, format, onProgress, controller.signal);
      saveFile(name, parts, format === 'json' ? 'application/json' : 'application/x-ndjson');
      this.controller.news = t('memory.exported', { name });
      this.controller.undoable = false;
    } catch (error) {
      this.controller.fail(error, t('memory.notExported'));
    }
    this.controller.work = null;
    this.#page.requestUpdate();
  }

  /** Puts the keyboard on something of the page, or inside one of its elements. */
  async focus(selector: string, inside?: string): Promise<void> {
    await this.#page.updateComplete;
    const found = this.#page.renderRoot.querySelector<HTMLElement>(selector);
    if (inside === undefined) return found?.focus();
    await (found as BulkheadMemory | null)?.updateComplete;
    found?.shadowRoot?.querySelector<HTMLElement>(inside)?.focus();
  }

  #ask(now: boolean): void {
    const { query, mode, type, archived, sort } = this.finding;
    const types = type === '' ? {} : { types: [type] };
    const asked = query.trim();
    const ranked = asked !== '' && mode !== 'name';
    this.#search.ask(ranked ? { query: asked, mode, ...types } : null, now);
    const options: TableOptions = { ...types, archived, sort, ...(asked !== '' && mode === 'name' && { name: asked }) };
    this.#rows.reset(options);
  }

  #graphChanged(): void {
    this.#ask(false);
    if (this.detail) void this.#read(this.detail.node.id);
  }

  async #read(id: string): Promise<void> {
    const { graph } = this.controller;
    this.#reading.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    if (!graph) return;
    try {
      const detail = await readDetail(graph, id, signal);
      if (signal.aborted) return;
      this.detail = detail;
      this.#page.requestUpdate();
    } catch (error) {
      if (!signal.aborted) this.controller.fail(error);
    }
  }

  #shut(): void {
    this.#reading.abort();
    this.detail = null;
    this.creating = false;
    this.changes = [];
  }
}

/** A long piece of work that can be ended. */
function stoppable(label: string): LongWork & { readonly controller: AbortController; readonly stop: () => void } {
  const controller = new AbortController();
  return { label, controller, stop: () => controller.abort() };
}
