import { css, html, type TemplateResult } from 'lit';
import { DESCRIPTION_CHARS } from '../../../worker/protocol/display-text.js';
import type { QuarantinedMemory } from '../../index.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { formatAgo, formatTime } from '../shared/format.js';
import { stranger } from '../shared/strangers.js';
import { listStyles, styles } from '../shared/styles.js';

/** Memories that could not be opened: each is kept as it was until it is removed. */
export class BulkheadMemoryQuarantine extends BulkheadElement {
  static override properties = reactive<BulkheadMemoryQuarantine>({
    quarantined: { attribute: false, initial: [] },
    asking: { state: true, initial: '' },
  });
  static override styles = [
    ...styles,
    listStyles,
    css`
      ul {
        display: grid;
        gap: 12px;
      }
    `,
  ];
  declare quarantined: readonly QuarantinedMemory[];
  /** Id of the one whose removal is asked about. */
  declare asking: string;

  override render(): TemplateResult {
    return html`<div class="stack"><p class="muted">${t('memory.quarantineTeach')}</p>
      <ul>${this.quarantined.map((quarantined) => this.#card(quarantined))}</ul></div>`;
  }

  #card({ id, chat, at, why }: QuarantinedMemory): TemplateResult {
    const send = (what: 'export' | 'remove') => this.emit('bh-quarantine', { id, what });
    return html`<li class="card stack" data-testid="quarantined" data-chat=${chat}>
      <h3 class="foreign">${stranger(chat, 200)}</h3>
      <p class="small muted"><time title=${formatTime(at)}>${formatAgo(at)}</time></p>
      <p class="small mono foreign">${stranger(why, DESCRIPTION_CHARS)}</p>
      ${
        this.asking === id
          ? html`<p>${t('memory.quarantineFinal')}</p><div class="row"><button data-testid="quarantined-no" @click=${() => this.#ask('', id)}>${t('erase.no')}</button>
          <button class="stop" data-testid="quarantined-yes" @click=${() => send('remove')}>${t('memory.quarantineRemove')}</button></div>`
          : html`<div class="row"><button data-testid="quarantined-export" @click=${() => send('export')}>${t('memory.quarantineExport')}</button>
          <button class="plain stop" data-testid="quarantined-remove" @click=${() => this.#ask(id, id)}>${t('memory.quarantineRemove')}</button></div>`
      }</li>`;
  }

  async #ask(id: string, of: string): Promise<void> {
    this.asking = id;
    await this.updateComplete;
    const index = this.quarantined.findIndex((one) => one.id === of);
    const card = this.renderRoot.querySelectorAll('li')[index];
    card
      ?.querySelector<HTMLElement>(id === '' ? '[data-testid=quarantined-remove]' : '[data-testid=quarantined-no]')
      ?.focus();
  }
}

define('bulkhead-memory-quarantine', BulkheadMemoryQuarantine);
