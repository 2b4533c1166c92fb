import { css, html, nothing, type TemplateResult } from 'lit';
import { t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from './element.js';
import { longText } from './long-text.js';
import { styles } from './styles.js';

const LINES = 12;
/** A line of prose wraps: so many characters are about twelve lines. */
const PROSE_CHARS = 1_200;

/** Text that somebody else wrote, folded at twelve lines. */
export class BulkheadFold extends BulkheadElement {
  static override properties = reactive<BulkheadFold>({
    text: { initial: '' },
    tail: { type: Boolean, initial: false },
    prose: { type: Boolean, initial: false },
    open: { state: true, initial: false },
  });
  static override styles = [
    ...styles,
    css`
      pre {
        white-space: pre-wrap;
        max-height: 60vh;
        overflow: auto;
      }
      :host([prose]) pre {
        font: inherit;
      }
    `,
  ];
  declare text: string;
  /** Folded to the last lines instead of the first. */
  declare tail: boolean;
  /** What people read as sentences: in the page's own letters. */
  declare prose: boolean;
  declare open: boolean;

  override render(): TemplateResult {
    const lines = this.text.split('\n');
    const long = lines.length > LINES || (this.prose && this.text.length > PROSE_CHARS);
    const shown = long && !this.open ? this.#folded(lines) : this.text;
    return html`<pre class="foreign" tabindex=${long ? 0 : nothing}>${longText(shown)}</pre>${
      long
        ? html`<button class="plain small" aria-expanded=${this.open} @click=${() => {
            this.open = !this.open;
          }}>${this.open ? t('fold.less') : lines.length > LINES ? t('fold.all', { count: lines.length }) : t('fold.whole')}</button>`
        : nothing
    }`;
  }

  #folded(lines: readonly string[]): string {
    const some = (this.tail ? lines.slice(-LINES) : lines.slice(0, LINES)).join('\n');
    if (!this.prose || some.length <= PROSE_CHARS) return some;
    return this.tail ? `…${some.slice(-PROSE_CHARS)}` : `${some.slice(0, PROSE_CHARS)}…`;
  }
}

define('bulkhead-fold', BulkheadFold);
