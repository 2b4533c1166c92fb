import { css, type PropertyValues } from 'lit';
import { readDraft, writeDraft } from './drafts.js';
import { BulkheadElement, reactive } from './element.js';

/** Key code of a key press that an input method handles. */
const COMPOSING = 229;

/** The look of a field for it, in a card. */
export const draftStyles = css`
  .card:focus-within {
    border-color: var(--_accent);
  }
  textarea {
    font: inherit;
    font-size: 14px;
    line-height: 1.5;
    border-color: transparent;
    background: transparent;
    resize: none;
    field-sizing: content;
    padding: 5px 6px;
  }
  textarea:focus-visible {
    outline: none;
  }
  @media (pointer: coarse) {
    textarea {
      font-size: 16px;
    }
  }
  .act {
    min-width: 72px;
  }
`;

/** Where something is written to a model: Enter sends it, and each session keeps what has been begun in it, as long as the tab is there. */
export abstract class DraftElement extends BulkheadElement {
  static override properties = reactive<DraftElement>({
    session: { initial: '' },
    busy: { type: Boolean, initial: false },
    draft: { state: true, initial: '' },
  });
  /** Whose draft it is; empty for a new one. */
  declare session: string;
  /** Something is under way, and nothing else is sent meanwhile. */
  declare busy: boolean;
  declare draft: string;

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('session')) this.draft = readDraft(this.session);
  }

  override focus(): void {
    this.renderRoot.querySelector('textarea')?.focus();
  }

  /** Says what is written. */
  submit(): void {
    const text = this.draft.trim();
    if (text === '' || this.busy) return;
    this.keep('');
    this.emit('bh-say', { text });
  }

  protected keep(draft: string): void {
    this.draft = draft;
    writeDraft(this.session, draft);
  }

  protected onInput = (event: Event): void => {
    this.keep((event.target as HTMLTextAreaElement).value);
  };

  protected onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === COMPOSING) return;
    event.preventDefault();
    this.submit();
  };
}
