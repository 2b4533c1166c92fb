import { css, html, type PropertyValues, type TemplateResult } from 'lit';
import { BulkheadElement, define } from './element.js';
import { styles } from './styles.js';
import { t } from './text.js';

const KEPT = 'bulkhead.drafts';
/** What an input method is composing is not for us. */
const COMPOSING = 229;

/** Where a message is written: Enter sends it, and each session keeps what has been begun in it, as long as the tab is there. */
export class BulkheadChatComposer extends BulkheadElement {
  static override properties = {
    session: {},
    busy: { type: Boolean },
    disabled: { type: Boolean },
    draft: { state: true },
  };
  static override styles = [
    ...styles,
    css`
      form {
        display: flex;
        align-items: flex-end;
        gap: 8px;
        padding: 8px;
      }
      form:focus-within {
        border-color: var(--_accent);
      }
      textarea {
        flex: 1;
        min-width: 0;
        font: inherit;
        font-size: 14px;
        line-height: 1.5;
        border-color: transparent;
        background: transparent;
        resize: none;
        field-sizing: content;
        min-height: var(--_control);
        max-height: min(40vh, 12lh);
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
    `,
  ];
  /** Whose draft it is; empty for a new one. */
  declare session: string;
  /** An answer is being written: Stop stands in the place of Send. */
  declare busy: boolean;
  declare disabled: boolean;
  declare draft: string;

  constructor() {
    super();
    this.session = '';
    this.busy = false;
    this.disabled = false;
    this.draft = '';
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('session')) this.draft = readDrafts()[this.session] ?? '';
  }

  override focus(): void {
    this.renderRoot.querySelector('textarea')?.focus();
  }

  override render(): TemplateResult {
    const { draft, busy, disabled } = this;
    return html`<form class="card" @submit=${this.#submit}>
      <textarea rows="1" data-testid="chat-text" aria-label=${t('talk.write')} placeholder=${t('talk.write')} title=${t('talk.keys')} enterkeyhint="send"
        ?disabled=${disabled} .value=${draft} @input=${this.#input} @keydown=${this.#key}></textarea>
      ${
        busy
          ? html`<button type="button" class="stop act" data-testid="chat-stop" @click=${() => this.emit('bh-stop-answer', null)}>${t('talk.stop')}</button>`
          : html`<button class="primary act" data-testid="chat-send" ?disabled=${disabled || draft.trim() === ''}>${t('talk.send')}</button>`
      }
    </form>`;
  }

  #input = (event: Event): void => {
    this.#keep((event.target as HTMLTextAreaElement).value);
  };

  #key = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === COMPOSING) return;
    event.preventDefault();
    this.#send();
  };

  #submit = (event: Event): void => {
    event.preventDefault();
    this.#send();
    this.focus();
  };

  #send(): void {
    const text = this.draft.trim();
    if (text === '' || this.busy || this.disabled) return;
    this.#keep('');
    this.emit('bh-say', { text });
  }

  #keep(draft: string): void {
    this.draft = draft;
    const { [this.session]: _, ...others } = readDrafts();
    const drafts = draft === '' ? others : { ...others, [this.session]: draft };
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(drafts));
    } catch {
      // A page without storage keeps it as long as it shows the session.
    }
  }
}

/** Keeps what was said as a draft of its session, unless another has been begun there. */
export function keepDraft(session: string, text: string): void {
  const drafts = readDrafts();
  if (drafts[session]) return;
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ ...drafts, [session]: text }));
  } catch {
    // A page without storage has no drafts.
  }
}

function readDrafts(): Readonly<Record<string, string>> {
  try {
    return Object(JSON.parse(sessionStorage.getItem(KEPT) ?? '{}'));
  } catch {
    return {};
  }
}

define('bulkhead-chat-composer', BulkheadChatComposer);
