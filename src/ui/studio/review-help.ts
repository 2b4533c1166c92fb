import { css, html, type TemplateResult } from 'lit';
import { t } from '../i18n/text.js';
import { dialogStyles } from '../shared/dialog-styles.js';
import { BulkheadElement, define } from '../shared/element.js';
import { styles } from '../shared/styles.js';
import { decides, keyFor, REVIEW_HELP, REVIEW_KEYS, type ReviewKeys } from './review-keys.js';

/** A dialog that lists the keys of a review. Sends `review-help-close`. */
export class BulkheadReviewHelp extends BulkheadElement {
  static override properties = { keys: { attribute: false }, done: { type: Boolean } };
  static override styles = [
    ...styles,
    dialogStyles,
    css`
      dialog {
        width: min(440px, calc(100vw - 24px));
      }
      dl {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: 6px 16px;
        margin: 0;
      }
      dt {
        white-space: nowrap;
      }
      dd {
        margin: 0;
      }
    `,
  ];
  declare keys: ReviewKeys;
  declare done: boolean;

  constructor() {
    super();
    this.keys = REVIEW_KEYS;
    this.done = false;
  }

  toggle(): void {
    const dialog = this.renderRoot.querySelector('dialog');
    if (dialog?.open) dialog.close();
    else dialog?.showModal();
  }

  override render(): TemplateResult {
    const rows = REVIEW_HELP.filter(
      ([actions]) =>
        !(this.done && actions.some(decides)) && actions.every((action) => keyFor(action, this.keys) !== ''),
    );
    return html`<dialog aria-labelledby="title" data-testid="review-keys" @keydown=${this.#key} @close=${() => this.dispatchEvent(new Event('review-help-close'))}>
      <div class="head"><h2 id="title">${t('review.keysTitle')}</h2></div>
      <div class="body"><p class="muted">${t('review.keysTeach')}</p>
        <dl>${rows.map(
          ([actions, words]) =>
            html`<dt>${actions.map((action) => html`<kbd>${keyFor(action, this.keys)}</kbd> `)}</dt><dd>${t(words)}</dd>`,
        )}</dl></div>
      <form class="foot row" method="dialog"><button data-testid="review-keys-close">${t('review.close')}</button></form>
    </dialog>`;
  }

  /** Nothing is decided behind the dialog; what opened it closes it. */
  #key = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (this.keys[event.key] === 'help') this.toggle();
  };
}

define('bulkhead-review-help', BulkheadReviewHelp);
