import { css, html, type TemplateResult } from 'lit';
import type { SchemaView } from '../../../worker/protocol/memory-types.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { stranger } from '../shared/strangers.js';
import { styles } from '../shared/styles.js';
import { fieldName } from './memory-fields.js';
import { typeName } from './memory-words.js';

/** The form of a new node: its type, its title, and its type's columns. */
export class BulkheadMemoryNew extends BulkheadElement {
  static override properties = reactive<BulkheadMemoryNew>({
    schema: { attribute: false, initial: { types: [] } },
    type: { state: true, initial: '' },
  });
  static override styles = [
    ...styles,
    css`
      textarea {
        font: inherit;
      }
      label > span::first-letter {
        text-transform: uppercase;
      }
      form {
        gap: 12px;
      }
    `,
  ];
  declare schema: SchemaView;
  declare type: string;

  override firstUpdated(): void {
    this.renderRoot.querySelector<HTMLElement>('#type')?.focus();
  }

  override render(): TemplateResult {
    const { types } = this.schema;
    const spec = types.find(({ type }) => type === this.type) ?? types[0];
    const columns = (spec?.tableColumns ?? []).filter((name) => name !== 'title');
    return html`<form class="card stack" aria-labelledby="title" data-testid="node-form" @submit=${this.#submit} @keydown=${this.#key}>
      <h2 id="title">${t('memory.newNode')}</h2>
      <label class="stack"><span class="small muted">${t('memory.column.type')}</span><select id="type" data-testid="new-type" @change=${(
        event: Event,
      ) => {
        this.type = (event.target as HTMLSelectElement).value;
      }}>${types.map(({ type }) => html`<option value=${type} ?selected=${type === spec?.type}>${typeName(type)}</option>`)}</select></label>
      <label class="stack"><span class="small muted">${t('memory.column.title')}</span><input id="node-title" data-testid="new-title" autocomplete="off"
        placeholder=${spec?.type === 'event' ? t('memory.untitledEvent') : ''} /></label>
      ${columns.map(
        (name) =>
          html`<label class="stack"><span class="small muted">${stranger(fieldName(name))}</span><textarea data-testid="new-field" data-field=${name} rows="2"></textarea></label>`,
      )}
      <div class="row"><button class="primary" data-testid="new-save">${t('memory.create')} <kbd>⌘/Ctrl ↵</kbd></button>
        <button type="button" data-testid="new-cancel" @click=${this.#close}>${t('app.cancel')} <kbd>Esc</kbd></button></div>
    </form>`;
  }

  #submit = (event: Event): void => {
    event.preventDefault();
    const value = (selector: string) => this.renderRoot.querySelector<HTMLInputElement>(selector)?.value.trim() ?? '';
    const filled = [...this.renderRoot.querySelectorAll<HTMLTextAreaElement>('textarea')].flatMap(
      ({ dataset, value }) => (value.trim() === '' ? [] : [[dataset.field ?? '', value] as const]),
    );
    this.emit('bh-node-create', {
      type: value('#type'),
      title: value('#node-title'),
      fields: Object.fromEntries(filled),
    });
  };

  #key = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') this.#close();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      this.renderRoot.querySelector('form')?.requestSubmit();
    } else return;
    event.preventDefault();
  };

  #close = (): void => this.emit('bh-node', { id: null });
}

define('bulkhead-memory-new', BulkheadMemoryNew);
