import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Memory, MemoryChat } from '../../index.js';
import { takeDropsWithin } from '../shared/drops.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { errorBox, errorStyles } from '../shared/error.js';
import { onSingleKey, takesText } from '../shared/focus.js';
import './memory-quarantine.js';
import { findBar } from './memory-find.js';
import { type MemoryView, memoryHead, replaceQuestion } from './memory-head.js';
import { MemoryViewModel } from './memory-view-model.js';
import './memory-new.js';
import './memory-node.js';
import './memory-rollups.js';
import { type MakeSample, sampleForm } from './memory-sample.js';
import { memoryStyles } from './memory-styles.js';
import type { BulkheadMemoryTable } from './memory-table.js';
import './memory-table.js';
import { t } from '../i18n/text.js';
import { styles } from '../shared/styles.js';
import { switchStyles } from '../shared/switch-styles.js';
import '../shared/toast.js';

/** What a chat's memory holds: a table with a search, a page for each node, and everything that can be done with it. */
export class BulkheadMemory extends BulkheadElement {
  static override properties = reactive<BulkheadMemory>({
    memory: { attribute: false, initial: null },
    chat: { attribute: false, initial: '' },
    bound: { type: Boolean, initial: false },
    sample: { attribute: false, initial: null },
    view: { state: true, initial: 'nodes' },
    naming: { state: true, initial: false },
    over: { state: true, initial: false },
  });
  static override styles = [...styles, switchStyles, errorStyles, memoryStyles];
  declare memory: Memory | null;
  /** Which chat's; empty for the first one that something is kept of. */
  declare chat: MemoryChat | string;
  /** Chats are a host's: none can be begun here. */
  declare bound: boolean;
  /** Makes up a graph, where a page offers one to look around in. */
  declare sample: MakeSample | null;
  declare view: MemoryView;
  declare naming: boolean;
  declare over: boolean;
  #offDrops: (() => void) | undefined;
  readonly #view = new MemoryViewModel(this, () => this.memory);

  constructor() {
    super();
    this.addEventListener('keydown', this.key);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#offDrops = takeDropsWithin(this, {
      over: (files) => {
        this.over = files;
      },
      drop: ([file]) => file && void this.#view.offer(file),
    });
    if (this.hasUpdated) void this.#view.open(this.chat);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#offDrops?.();
    this.#view.close();
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('memory') || changed.has('chat')) void this.#view.open(this.chat);
    if (this.view === 'quarantine' && this.#view.controller.quarantined.length === 0) this.view = 'nodes';
  }

  /** Puts the cursor into the search. */
  find(): void {
    this.view = 'nodes';
    void this.#view.focus('#query');
  }

  /** Reads anew which chats something is kept of. */
  list(): Promise<void> {
    return this.#view.controller.list().catch(this.#view.controller.fail);
  }

  /** Takes the last change back. */
  undo(): Promise<void> {
    return this.#view.undo();
  }

  override render(): TemplateResult {
    const { controller, asked } = this.#view;
    const { news, work, failed } = controller;
    return html`<section class="stack page" aria-labelledby="title" data-testid="memory" data-chat=${controller.chat}>
      ${memoryHead(controller, {
        ...{ view: this.view, naming: this.naming, begins: !this.bound, name: this.#name, go: this.#go },
        open: this.#open,
        create: () => {
          this.view = 'nodes';
          this.#view.create();
        },
        choose: this.#choose,
        export: (format) => void this.#view.export(format),
        undo: () => void this.undo(),
      })}
      <input class="visually-hidden" type="file" tabindex="-1" accept=".json,.jsonl,application/json" aria-label=${t('memory.import')} data-testid="memory-file" @change=${this.#picked} />
      ${asked && controller.info ? replaceQuestion(asked.name, controller.info.nodes, (yes) => void this.#view.answer(yes)) : nothing}
      ${
        work
          ? html`<div class="work small" data-testid="memory-work"><div class="row"><span class="grow" role="status">${work.label}</span>${work.stop ? html`<button data-testid="memory-stop" @click=${work.stop}>${t('tool.stop')}</button>` : nothing}</div><progress aria-label=${work.label} max="1" value=${work.done ?? nothing}></progress></div>`
          : nothing
      }
      ${
        failed
          ? html`<div class="card row failure">${errorBox(failed, 'memory-failed', controller.failedAt)}${
              controller.graph
                ? html`<button class="plain again" data-testid="memory-failed-close" @click=${() => controller.failureRead()}>${t('app.close')}</button>`
                : html`<button class="again" data-testid="memory-again" @click=${() => void this.#view.open(this.chat)}>${t('memory.again')}</button>`
            }</div>`
          : nothing
      }
      ${!controller.graph ? (failed ? nothing : this.#opening()) : this.view === 'nodes' ? this.#nodes() : this.#other()}
      ${this.over ? html`<div class="over">${t('memory.drop')}</div>` : nothing}
    </section>
    ${
      news === ''
        ? nothing
        : html`<bulkhead-toast .text=${news} ?undo=${controller.undoable} @bh-undo=${(event: Event) => {
            event.stopPropagation();
            void this.undo();
          }} @bh-close=${(event: Event) => {
            event.stopPropagation();
            controller.newsRead();
          }}></bulkhead-toast>`
    }`;
  }

  #opening(): TemplateResult {
    return html`<div class="card stack" role="status" aria-label=${t('memory.opening')}>${[60, 80, 40].map(
      (width) => html`<span class="bone" style="width: ${width}%"></span>`,
    )}</div>`;
  }

  #nodes(): TemplateResult {
    const view = this.#view;
    const { controller, detail, creating } = view;
    const empty = controller.info?.nodes === 0;
    return html`<div class="columns ${detail || creating ? 'opened' : ''}">
      <div class="stack table">${empty ? (creating ? nothing : this.#empty()) : this.#table()}</div>
      ${creating ? html`<bulkhead-memory-new .schema=${controller.schema}></bulkhead-memory-new>` : nothing}
      ${
        detail && !creating
          ? html`<bulkhead-memory-node .detail=${detail} .schema=${controller.schema} .changes=${view.changes} .find=${view.findNames}></bulkhead-memory-node>`
          : nothing
      }
    </div>`;
  }

  #table(): TemplateResult {
    const view = this.#view;
    const { source, finding } = view;
    return html`${findBar(
      finding,
      view.found,
      (change, now) => view.look(change, now),
      () => void view.chooseLocal(),
    )}
      <bulkhead-memory-table .rows=${source} .revision=${view.revision} .node=${view.detail?.node.id ?? ''} ?scored=${view.scored}
        label=${t('memory.tableLabel')}></bulkhead-memory-table>`;
  }

  #empty(): TemplateResult {
    return html`<div class="card stack empty" data-testid="memory-empty"><h3>${t('memory.none')}</h3><p class="muted">${t('memory.teach')}</p>
      <p class="muted">${t('memory.teachImport')}</p>
      <div class="row"><button class="primary" data-testid="empty-create" @click=${() => this.#view.create()}>${t('memory.first')}</button>
        <button data-testid="empty-import" @click=${this.#choose}>${t('memory.import')}</button></div>
      ${this.sample ? sampleForm(this.#view.controller.work !== null) : nothing}</div>`;
  }

  #other(): TemplateResult {
    const { controller, revision } = this.#view;
    return this.view === 'rollups'
      ? html`<bulkhead-memory-rollups .graph=${controller.graph} .schema=${controller.schema} .revision=${revision}></bulkhead-memory-rollups>`
      : html`<bulkhead-memory-quarantine .quarantined=${controller.quarantined}></bulkhead-memory-quarantine>`;
  }

  /** Shows a view by its name; a node is shown among the nodes. */
  #go = (view: MemoryView): void => {
    this.view = view;
  };

  #open = (chat: string): void => {
    this.naming = false;
    this.chat = chat;
    void this.#view.focus('[data-testid=memory-chat]');
  };

  #name = (naming: boolean): void => {
    this.naming = naming;
    void this.#view.focus(naming ? '#chat-name' : '[data-testid=chat-new]');
  };

  #choose = (): void => this.renderRoot.querySelector<HTMLInputElement>('input[type=file]')?.click();

  #picked = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    // The same file may be chosen again.
    input.value = '';
    if (file) void this.#view.offer(file);
  };

  /** Does what a key stands for here; a page may pass on those that are pressed outside. */
  key = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    const undo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (undo && !takesText(event.composedPath()[0])) {
      event.preventDefault();
      void this.undo();
    } else if (event.key === 'Escape' && this.#view.opened) {
      event.preventDefault();
      void this.#view.show(null);
    } else onSingleKey(event, { '/': () => this.find() });
  };

  /** The table's, for the keyboard to go on there. */
  get table(): BulkheadMemoryTable | null {
    return this.renderRoot.querySelector<BulkheadMemoryTable>('bulkhead-memory-table');
  }
}

define('bulkhead-memory', BulkheadMemory);
