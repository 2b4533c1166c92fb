import { css, html, type TemplateResult } from 'lit';
import { DESCRIPTION_CHARS } from '../../../worker/protocol/display-text.js';
import type { SetAside } from '../../index.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define } from '../shared/element.js';
import { formatAgo, formatTime } from '../shared/format.js';
import { stranger } from '../shared/strangers.js';
import { styles } from '../shared/styles.js';

/** Memories that could not be opened: each is kept as it was until it is removed. */
export class BulkheadMemoryAsides extends BulkheadElement {
  static override properties = { asides: { attribute: false }, asking: { state: true } };
  static override styles = [
    ...styles,
    css`
      ul {
        list-style: none;
        margin: 0;
        padding: 0;
        display: grid;
        gap: 12px;
      }
    `,
  ];
  declare asides: readonly SetAside[];
  /** Id of the one whose removal is asked about. */
  declare asking: string;

  constructor() {
    super();
    this.asides = [];
    this.asking = '';
  }

  override render(): TemplateResult {
    return html`<div class="stack"><p class="muted">${t('memory.asideTeach')}</p>
      <ul>${this.asides.map((aside) => this.#aside(aside))}</ul></div>`;
  }

  #aside({ id, chat, at, why }: SetAside): TemplateResult {
    const send = (what: 'export' | 'remove') => this.emit('bh-aside', { id, what });
    return html`<li class="card stack" data-testid="aside" data-chat=${chat}>
      <h3 class="foreign">${stranger(chat, 200)}</h3>
      <p class="small muted"><time title=${formatTime(at)}>${formatAgo(at)}</time></p>
      <p class="small mono foreign">${stranger(why, DESCRIPTION_CHARS)}</p>
      ${
        this.asking === id
          ? html`<p>${t('memory.asideFinal')}</p><div class="row"><button data-testid="aside-no" @click=${() => this.#ask('', id)}>${t('erase.no')}</button>
          <button class="stop" data-testid="aside-yes" @click=${() => send('remove')}>${t('memory.asideRemove')}</button></div>`
          : html`<div class="row"><button data-testid="aside-export" @click=${() => send('export')}>${t('memory.asideExport')}</button>
          <button class="plain stop" data-testid="aside-remove" @click=${() => this.#ask(id, id)}>${t('memory.asideRemove')}</button></div>`
      }</li>`;
  }

  async #ask(id: string, of: string): Promise<void> {
    this.asking = id;
    await this.updateComplete;
    const index = this.asides.findIndex((one) => one.id === of);
    const card = this.renderRoot.querySelectorAll('li')[index];
    card?.querySelector<HTMLElement>(id === '' ? '[data-testid=aside-remove]' : '[data-testid=aside-no]')?.focus();
  }
}

define('bulkhead-memory-asides', BulkheadMemoryAsides);
