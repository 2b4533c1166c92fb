import { css, html, nothing, type TemplateResult } from 'lit';
import { BulkheadElement, define } from './element.js';
import { styles } from './styles.js';
import { t } from './text.js';

const LINES = 12;

/** Text that somebody else wrote, folded at twelve lines. */
export class BulkheadFold extends BulkheadElement {
  static override properties = { text: {}, tail: { type: Boolean }, open: { state: true } };
  static override styles = [
    ...styles,
    css`
      pre {
        white-space: pre-wrap;
        max-height: 60vh;
        overflow: auto;
      }
    `,
  ];
  declare text: string;
  /** Folded to the last lines instead of the first. */
  declare tail: boolean;
  declare open: boolean;

  constructor() {
    super();
    this.text = '';
    this.tail = false;
    this.open = false;
  }

  override render(): TemplateResult {
    const lines = this.text.split('\n');
    const long = lines.length > LINES;
    const shown = long && !this.open ? (this.tail ? lines.slice(-LINES) : lines.slice(0, LINES)).join('\n') : this.text;
    return html`<pre class="foreign" tabindex=${long ? 0 : nothing}>${shown}</pre>${
      long
        ? html`<button class="plain small" aria-expanded=${this.open} @click=${() => {
            this.open = !this.open;
          }}>${this.open ? t('fold.less') : t('fold.all', { count: lines.length })}</button>`
        : nothing
    }`;
  }
}

define('bulkhead-fold', BulkheadFold);
