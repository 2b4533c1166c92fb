import { css, html, type TemplateResult } from 'lit';
import { t } from '../i18n/text.js';
import { BulkheadElement, define } from '../shared/element.js';
import { styles } from '../shared/styles.js';

const DELETED = ['erase.plugins', 'erase.grants', 'erase.log'] as const;

/** A button that deletes everything, once it has been said what that is and somebody has said yes to it. */
export class BulkheadErase extends BulkheadElement {
  static override properties = { asking: { state: true } };
  static override styles = [
    ...styles,
    css`
      .confirm {
        border-inline-start: 2px solid var(--_danger);
        padding-inline-start: 10px;
      }
      ul {
        margin: 0;
        padding-inline-start: 20px;
      }
      @media (pointer: coarse) {
        #enter {
          display: none;
        }
      }
    `,
  ];
  declare asking: boolean;

  constructor() {
    super();
    this.asking = false;
  }

  override render(): TemplateResult {
    if (!this.asking) {
      return html`<div><button class="plain muted" data-testid="erase" @click=${() => this.#ask(true)}>${t('erase.open')}</button></div>`;
    }
    return html`<section class="confirm stack" role="group" aria-labelledby="title" data-testid="erase-confirm" @keydown=${this.#key}>
      <h2 id="title">${t('erase.title')}</h2>
      <div><p>${t('erase.what')}</p><ul>${DELETED.map((key) => html`<li>${t(key)}</li>`)}</ul></div>
      <div><p>${t('erase.final')}</p><p class="small muted" id="enter">${t('erase.noEnter')}</p></div>
      <div class="row"><button data-testid="erase-no" @click=${() => this.#ask(false)}>${t('erase.no')} <kbd>Esc</kbd></button>
        <button class="stop" data-testid="erase-yes" aria-describedby="enter" @click=${this.#yes} @keydown=${noEnter}>${t('erase.yes')}</button></div>
    </section>`;
  }

  async #ask(asking: boolean): Promise<void> {
    this.asking = asking;
    await this.updateComplete;
    const next = this.renderRoot.querySelector<HTMLElement>(asking ? '[data-testid=erase-no]' : '[data-testid=erase]');
    next?.focus();
    if (asking) this.scrollIntoView({ block: 'nearest' });
  }

  #yes = (): void => {
    this.emit('bh-erase', null);
    void this.#ask(false);
  };

  #key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // Done with: whatever is around does not close for it, too.
    event.preventDefault();
    void this.#ask(false);
  };
}

function noEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

define('bulkhead-erase', BulkheadErase);
