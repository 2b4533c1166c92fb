import { css, html, type TemplateResult } from 'lit';
import { type TextKey, t } from '../i18n/text.js';
import { BulkheadElement, define } from './element.js';
import { styles } from './styles.js';

const KEYS: readonly (readonly [string, TextKey])[] = [
  ['?', 'keys.help'],
  ['1 2 3 4 5 6', 'keys.places'],
  ['/', 'palette.search'],
  ['↑ ↓', 'keys.move'],
  ['⌘/Ctrl ↵', 'keys.run'],
  ['⌘/Ctrl Z', 'keys.undo'],
  ['.', 'keys.stop'],
  ['j k', 'keys.asks'],
  ['y', 'keys.yes'],
  ['n', 'asks.no'],
  ['Esc', 'keys.escape'],
];

/** A dialog that lists the keys. */
export class BulkheadKeys extends BulkheadElement {
  static override styles = [
    ...styles,
    css`
      dialog {
        color: inherit;
        background: var(--_surface);
        border: 1px solid var(--_line);
        border-radius: 8px;
        padding: 16px;
        max-width: min(400px, calc(100vw - 32px));
      }
      dialog::backdrop {
        background: rgb(0 0 0 / 40%);
      }
      dl {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: 8px 16px;
        margin: 12px 0;
      }
      dd {
        margin: 0;
      }
    `,
  ];

  /** Opens the dialog, or closes it when it is open. */
  toggle(): void {
    const dialog = this.renderRoot.querySelector('dialog');
    if (dialog?.open) dialog.close();
    else dialog?.showModal();
  }

  override render(): TemplateResult {
    return html`<dialog aria-labelledby="title" data-testid="keys">
      <h2 id="title">${t('app.keys')}</h2>
      <dl>${KEYS.map(([key, text]) => html`<dt><kbd>${key}</kbd></dt><dd>${t(text)}</dd>`)}</dl>
      <form method="dialog"><button>${t('app.close')}</button></form>
    </dialog>`;
  }
}

define('bulkhead-keys', BulkheadKeys);
