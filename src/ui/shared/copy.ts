import { html, type TemplateResult } from 'lit';
import { debounce } from '../../primitives/index.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from './element.js';
import { styles } from './styles.js';

/** A button that copies what `value` gives at that moment, and says whether it could. */
export class BulkheadCopy extends BulkheadElement {
  static override properties = reactive<BulkheadCopy>({
    value: { attribute: false, initial: () => '' },
    said: { state: true, initial: 'copy' },
  });
  static override styles = styles;
  declare value: () => string;
  declare said: 'copy' | 'copied' | 'notCopied';
  readonly #restore = debounce(2_000, () => {
    this.said = 'copy';
  });

  override render(): TemplateResult {
    return html`<button class="plain small muted" aria-live="polite" @click=${this.#copy}>${t(`json.${this.said}`)}</button>`;
  }

  #copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(this.value());
      this.said = 'copied';
    } catch {
      this.said = 'notCopied';
    }
    this.#restore.again();
  };
}

define('bulkhead-copy', BulkheadCopy);
