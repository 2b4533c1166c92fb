import { css, html, nothing, type TemplateResult } from 'lit';
import type { LinkDirection } from '../../../worker/protocol/memory-types.js';
import type { TableRow } from '../../index.js';
import { debounce } from '../../primitives/index.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { said, stranger } from '../shared/strangers.js';
import { listStyles, styles } from '../shared/styles.js';
import { typeName } from './memory-words.js';

const DIRECTIONS: readonly LinkDirection[] = ['outgoing', 'incoming', 'bidirectional'];
const DEBOUNCE_MS = 80;

/** Adds a link to a node: what it is called, which way it goes, and to whom, found by a part of the name. */
export class BulkheadMemoryLinkForm extends BulkheadElement {
  static override properties = reactive<BulkheadMemoryLinkForm>({
    node: { initial: '' },
    find: { attribute: false, initial: async () => [] },
    found: { state: true, initial: null },
    query: { state: true, initial: '' },
  });
  static override styles = [
    ...styles,
    listStyles,
    css`
      .card {
        background: var(--_bg);
      }
      .two {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        gap: 8px;
      }
      .to {
        width: 100%;
        text-align: start;
        font-weight: 400;
      }
    `,
  ];
  declare node: string;
  declare find: (query: string, signal: AbortSignal) => Promise<readonly TableRow[]>;
  declare found: readonly TableRow[] | null;
  declare query: string;
  #stop = new AbortController();
  readonly #soon = debounce(DEBOUNCE_MS, () => void this.#look(this.#stop.signal));

  override firstUpdated(): void {
    this.renderRoot.querySelector<HTMLElement>('#relation')?.focus();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#soon.cancel();
    this.#stop.abort();
  }

  override render(): TemplateResult {
    const { found } = this;
    return html`<div class="card stack" role="group" aria-label=${t('memory.addLink')} data-testid="link-form">
      <div class="two"><label class="stack"><span class="small muted">${t('memory.relation')}</span><input id="relation" data-testid="link-relation" autocomplete="off"
          placeholder="related" maxlength="200" /></label>
        <label class="stack"><span class="small muted">${t('memory.direction')}</span><select id="direction" data-testid="link-direction">${DIRECTIONS.map(
          (one) => html`<option value=${one}>${t(`memory.direction.${one}`)}</option>`,
        )}</select></label></div>
      <label class="stack"><span class="small muted">${t('memory.linkTo')}</span><input type="search" data-testid="link-query" autocomplete="off" placeholder=${t('memory.linkFind')}
        .value=${this.query} @input=${this.#typed} /></label>
      ${
        found === null
          ? nothing
          : found.length === 0
            ? html`<p class="small muted" role="status">${said('memory.noMatch', { query: this.query })}</p>`
            : html`<ul>${found.map(
                (row) =>
                  html`<li><button class="plain to foreign" data-testid="link-target" data-node=${row.id} @click=${() => this.#link(row.id)}>${stranger(row.title, 200)} <span
                class="small muted">${stranger(typeName(row.type))}</span></button></li>`,
              )}</ul>`
      }
      <div><button data-testid="link-cancel" @click=${() => this.emit('bh-close', null)}>${t('app.cancel')} <kbd>Esc</kbd></button></div>
    </div>`;
  }

  #typed = (event: Event): void => {
    this.query = (event.target as HTMLInputElement).value.trim();
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#soon.cancel();
    if (this.query === '') this.found = null;
    else this.#soon.again();
  };

  async #look(signal: AbortSignal): Promise<void> {
    const found = await this.find(this.query, signal).catch((): readonly TableRow[] => []);
    if (!signal.aborted) this.found = found.filter(({ id }) => id !== this.node);
  }

  #link(to: string): void {
    const value = (id: string) => this.renderRoot.querySelector<HTMLInputElement>(id)?.value ?? '';
    const direction = DIRECTIONS.find((one) => one === value('#direction')) ?? 'outgoing';
    this.emit('bh-link', { id: this.node, to, relation: value('#relation').trim() || 'related', direction });
    this.emit('bh-close', null);
  }
}

define('bulkhead-memory-link-form', BulkheadMemoryLinkForm);
