import type { PropertyDeclarations, PropertyValues } from 'lit';
import { readDraft, writeDraft } from './drafts.js';
import { BulkheadElement } from './element.js';

/** What an input method is composing is not for us. */
const COMPOSING = 229;

/** Where something is written to a model: Enter sends it, and each session keeps what has been begun in it, as long as the tab is there. */
export abstract class DraftElement extends BulkheadElement {
  static override properties: PropertyDeclarations = {
    session: {},
    busy: { type: Boolean },
    draft: { state: true },
  };
  /** Whose draft it is; empty for a new one. */
  declare session: string;
  /** Something is under way, and nothing else is sent meanwhile. */
  declare busy: boolean;
  declare draft: string;

  constructor() {
    super();
    this.session = '';
    this.busy = false;
    this.draft = '';
  }

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
