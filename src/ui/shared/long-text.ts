import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { boundMarks, clipText } from '../../../worker/protocol/display-text.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from './element.js';
import { styles } from './styles.js';

/** Code points of a text that are laid out at first; each time more is wanted there are twice as many. */
export const PREVIEW_CHARS = 2_000;

/**
 * A stranger's text of any length, as it is: its beginning, and more of it when somebody asks. A text that is long, or that has
 * thousands of marks on one letter, costs no more than its beginning.
 */
export class BulkheadLongText extends BulkheadElement {
  static override properties = reactive<BulkheadLongText>({
    text: { initial: '' },
    first: { type: Number, initial: PREVIEW_CHARS },
    shown: { state: true, initial: 0 },
  });
  static override styles = [
    ...styles,
    css`
      :host {
        display: inline;
        overflow-wrap: anywhere;
      }
    `,
  ];
  declare text: string;
  /** Code points at first. */
  declare first: number;
  declare shown: number;

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('text') || changed.has('first')) this.shown = this.first;
  }

  override render(): TemplateResult {
    const { shown, rest } = clipText(this.text, this.shown);
    // Nothing may stand between: spaces and lines of the text count.
    return html`<bdi>${boundMarks(shown)}${rest === '' ? nothing : '…'}</bdi>${
      rest === ''
        ? nothing
        : html` <button class="plain small" data-testid="text-more" @click=${this.#more}>${t('text.more', { count: rest.length })}</button>`
    }`;
  }

  #more = (event: Event): void => {
    // A press must not reach the element around it.
    event.stopPropagation();
    this.shown = Math.max(this.shown * 2, PREVIEW_CHARS);
  };
}

/** A stranger's text of any length in a template: as it is where it is short, else the beginning with a button for more. */
export function longText(text: string, first = PREVIEW_CHARS): TemplateResult {
  const { shown, rest } = clipText(text, first);
  if (rest === '') return html`<bdi>${boundMarks(shown)}</bdi>`;
  return html`<bulkhead-long-text .text=${text} .first=${first}></bulkhead-long-text>`;
}

define('bulkhead-long-text', BulkheadLongText);
