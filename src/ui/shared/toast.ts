import { css, html, nothing, type TemplateResult } from 'lit';
import { debounce } from '../../primitives/index.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from './element.js';
import { styles } from './styles.js';

const SHOWN_MS = 6_000;

/** A line of news that goes by itself after six seconds, and waits while it is pointed at. */
export class BulkheadToast extends BulkheadElement {
  static override properties = reactive<BulkheadToast>({
    text: { initial: '' },
    undo: { type: Boolean, initial: false },
  });
  static override styles = [
    ...styles,
    css`
      :host {
        position: fixed;
        inset-block-end: 16px;
        inset-inline: 16px;
        margin-inline: auto;
        width: fit-content;
        max-width: min(480px, calc(100% - 32px));
        z-index: 10;
      }
      .card {
        background: var(--_ground);
        box-shadow: 0 2px 8px rgb(0 0 0 / 18%);
        padding-block: 6px;
      }
      /* On a phone a bar at the very edge, for which the page leaves room. */
      @media (max-width: 860px) {
        :host {
          inset-block-end: 0;
          inset-inline: 0;
          width: auto;
          max-width: none;
        }
        .card {
          flex-wrap: nowrap;
          border-width: 1px 0 0;
          border-radius: 0;
          box-shadow: none;
          padding-block-end: max(6px, env(safe-area-inset-bottom));
        }
      }
    `,
  ];
  declare text: string;
  declare undo: boolean;
  readonly #close = debounce(SHOWN_MS, () => this.emit('bh-close', null));

  override updated(): void {
    this.#wait();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#close.cancel();
  }

  override render(): TemplateResult {
    return html`<div class="card row" role="status" data-testid="toast"
      @pointerenter=${this.#hold} @pointerleave=${this.#wait} @focusin=${this.#hold} @focusout=${this.#wait}>
      <span class="grow foreign">${this.text}</span>
      ${this.undo ? html`<button data-testid="undo" @click=${() => this.emit('bh-undo', null)}>${t('plugins.undo')}</button>` : nothing}
      <button class="plain" data-testid="toast-close" @click=${() => this.emit('bh-close', null)}>${t('app.close')}</button>
    </div>`;
  }

  #hold = (): void => this.#close.cancel();

  #wait = (): void => this.#close.again();
}

define('bulkhead-toast', BulkheadToast);
