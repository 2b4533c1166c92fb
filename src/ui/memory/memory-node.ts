import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { DESCRIPTION_CHARS } from '../../../worker/protocol/display-text.js';
import type { SchemaView } from '../../../worker/protocol/memory-types.js';
import type { TableRow } from '../../index.js';
import { beforeAfter, beforeAfterStyles } from '../shared/before-after.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { stranger } from '../shared/strangers.js';
import type { NodeDetail } from './memory-detail.js';
import {
  type FieldFormWork,
  type FieldLine,
  fieldEdit,
  fieldForm,
  fieldLines,
  fieldName,
  fieldRow,
} from './memory-fields.js';
import './memory-link-form.js';
import { t } from '../i18n/text.js';
import { listStyles, styles } from '../shared/styles.js';
import { briefOfNode, linksOfNode } from './memory-node-parts.js';
import { memoryNodeStyles } from './memory-node-styles.js';
import { turnOf, typeName } from './memory-words.js';

/** What a field was and is, after it was changed here. */
export interface FieldChange {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The page of one node: every field, editable in place, its links, what it stands under, and what a recall sees of it. */
export class BulkheadMemoryNode extends BulkheadElement {
  static override properties = reactive<BulkheadMemoryNode>({
    detail: { attribute: false, initial: null },
    schema: { attribute: false, initial: { types: [] } },
    changes: { attribute: false, initial: [] },
    find: { attribute: false, initial: async () => [] },
    editing: { state: true, initial: '' },
    wrong: { state: true, initial: '' },
    more: { state: true, initial: new Set() },
    linking: { state: true, initial: false },
    adding: { state: true, initial: false },
  });
  static override styles = [...styles, listStyles, beforeAfterStyles, memoryNodeStyles];
  declare detail: NodeDetail | null;
  declare schema: SchemaView;
  /** What was changed here last. */
  declare changes: readonly FieldChange[];
  /** Finds nodes by a part of their names, for a link. */
  declare find: (query: string, signal: AbortSignal) => Promise<readonly TableRow[]>;
  /** Name of the field that is being written. */
  declare editing: string;
  declare wrong: string;
  /** Relations that are shown whole. */
  declare more: ReadonlySet<string>;
  declare linking: boolean;
  /** A field that was not there is being written. */
  declare adding: boolean;

  override willUpdate(changed: PropertyValues): void {
    const before = changed.get('detail') as NodeDetail | null | undefined;
    if (!changed.has('detail') || before?.node.id === this.detail?.node.id) return;
    this.editing = '';
    this.wrong = '';
    this.more = new Set();
    this.linking = false;
    this.adding = false;
  }

  override render(): TemplateResult {
    const { detail, changes } = this;
    if (!detail) return html``;
    const { node, injected, brief } = detail;
    const spec = this.schema.types.find(({ type }) => type === node.type.toLowerCase());
    return html`<section class="card stack" aria-labelledby="title" data-testid="memory-node" data-node=${node.id} @keydown=${this.#key}>
      <div class="row top">
        <h2 id="title" class="grow foreign" tabindex="-1">${stranger(node.title, DESCRIPTION_CHARS)}</h2>
        <button class="plain" data-testid="node-close" @click=${() => this.emit('bh-node', { id: null })}>${t('app.close')} <kbd>Esc</kbd></button>
      </div>
      <p class="small muted about">${stranger(typeName(node.type))} · ${t('memory.turn', { turn: turnOf(node.seqTo) })} · <code>${stranger(node.id)}</code>${
        node.archived ? html` · <span class="warn" data-testid="node-archived">${t('memory.archived')}</span>` : nothing
      }</p>
      <p class="small ${injected === 'always' || injected === 'chosen' ? '' : 'muted'}" data-testid="node-injected" data-injected=${injected}>
        <span class="dot ${injected === 'always' || injected === 'chosen' ? 'on' : ''}" aria-hidden="true"></span> ${t(`memory.injected.${injected}`)}</p>
      ${changes.length === 0 ? nothing : this.#changes()}
      <div class="fields">${fieldLines(node, spec).map((line) => this.#line(line))}</div>
      ${node.archived ? html`<p class="small muted">${t('memory.archivedTeach')}</p>` : this.#newField()}
      ${this.#lineage()}
      ${linksOfNode(detail, {
        more: this.more,
        show: (key) => {
          this.more = new Set([...this.more, key]);
        },
        go: (id) => this.emit('bh-node', { id }),
        unlink: (link) => this.emit('bh-unlink', { id: node.id, ...link }),
      })}
      ${node.archived ? nothing : this.#linkForm(node.id)}
      ${brief ? briefOfNode(brief) : nothing}
      ${
        node.archived
          ? nothing
          : html`<div class="row foot"><button data-testid="node-archive" @click=${() => this.emit('bh-node-archive', { id: node.id })}>${t('memory.archive')}</button>
          <span class="small muted grow">${t('memory.archiveTeach')}</span></div>`
      }
    </section>`;
  }

  #line(line: FieldLine): TemplateResult {
    if (line.name !== this.editing) {
      return fieldRow(line, this.detail?.node.archived ? undefined : () => void this.#edit(line.name));
    }
    return fieldForm(line, this.#form);
  }

  #newField(): TemplateResult {
    return this.adding
      ? fieldForm(null, this.#form)
      : html`<div><button class="plain small muted" data-testid="field-add" @click=${() => void this.#add()}>${t('memory.addField')}</button></div>`;
  }

  get #form(): FieldFormWork {
    return { wrong: this.wrong, save: this.#save, cancel: () => void this.#done() };
  }

  async #add(): Promise<void> {
    this.wrong = '';
    this.editing = '';
    this.adding = true;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('#field-name')?.focus();
  }

  /** What was changed just now, beside each other. */
  #changes(): TemplateResult {
    return html`<div class="changes stack" data-testid="node-changes"><h3>${t('memory.changedNow')}</h3>${this.changes.map(
      ({ name, before, after }) =>
        html`<div><span class="small muted">${stranger(fieldName(name))}</span>${beforeAfter(before, after)}</div>`,
    )}</div>`;
  }

  #lineage(): TemplateResult | typeof nothing {
    const { parent, children } = this.detail ?? { parent: null, children: [] };
    if (!parent && children.length === 0) return nothing;
    const link = ({ id, title, archived }: { id: string; title: string; archived: boolean }) =>
      html`<button class="plain to foreign" data-testid="node-link" data-node=${id} @click=${() => this.emit('bh-node', { id })}>${stranger(title, 200)}${
        archived ? html` <span class="small muted">${t('memory.archived')}</span>` : nothing
      }</button>`;
    return html`<div class="stack lineage" data-testid="node-lineage">
      ${parent ? html`<h3>${t('memory.partOf')}</h3><div>${link(parent)}</div>` : nothing}
      ${children.length > 0 ? html`<h3>${t('memory.sumsUp')} <span class="muted">${children.length}</span></h3><ul>${children.slice(0, 40).map((child) => html`<li>${link(child)}</li>`)}</ul>` : nothing}
    </div>`;
  }

  #linkForm(id: string): TemplateResult {
    if (!this.linking) {
      return html`<div><button data-testid="link-open" @click=${() => this.#link(true)}>${t('memory.addLink')}</button></div>`;
    }
    return html`<bulkhead-memory-link-form .find=${this.find} .node=${id} @bh-close=${(event: Event) => {
      event.stopPropagation();
      this.#link(false);
    }}></bulkhead-memory-link-form>`;
  }

  async #link(open: boolean): Promise<void> {
    this.linking = open;
    await this.updateComplete;
    if (!open) this.renderRoot.querySelector<HTMLElement>('[data-testid=link-open]')?.focus();
  }

  async #edit(name: string): Promise<void> {
    this.wrong = '';
    this.adding = false;
    this.editing = name;
    await this.updateComplete;
    const field = this.renderRoot.querySelector<HTMLInputElement>('#value');
    field?.focus();
    field?.select();
  }

  /** Back to the field: the keyboard goes on at its button. */
  async #done(): Promise<void> {
    const button = this.adding
      ? '[data-testid=field-add]'
      : `[data-field="${CSS.escape(this.editing)}"] [data-testid=field-edit]`;
    this.editing = '';
    this.adding = false;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(button)?.focus();
  }

  #save = (event: Event, line: FieldLine | null): void => {
    event.preventDefault();
    const id = this.detail?.node.id;
    const typed = (selector: string) => this.renderRoot.querySelector<HTMLInputElement>(selector)?.value ?? '';
    const field = line ?? { name: typed('#field-name').trim(), value: undefined, key: false, required: false };
    try {
      const edit = field.name === '' ? undefined : fieldEdit(field, typed('#value'));
      if (edit && id !== undefined) this.emit('bh-node-edit', { id, ...edit });
      void this.#done();
    } catch (error) {
      this.wrong = t('tool.badJson', { message: (error as Error).message });
    }
  };

  #key = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    if (event.key === 'Escape') {
      if (this.editing !== '' || this.adding) void this.#done();
      else if (this.linking) void this.#link(false);
      else this.emit('bh-node', { id: null });
      event.preventDefault();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && (this.editing !== '' || this.adding)) {
      this.renderRoot.querySelector<HTMLFormElement>('form.edit')?.requestSubmit();
      event.preventDefault();
    }
  };
}

define('bulkhead-memory-node', BulkheadMemoryNode);
