import { css, html, type TemplateResult } from 'lit';
import { t } from '../i18n/text.js';
import { DraftElement, draftStyles } from '../shared/draft-element.js';
import { define } from '../shared/element.js';
import { styles } from '../shared/styles.js';

/** Where a message is written: Enter sends it, and each session keeps what has been begun in it, as long as the tab is there. */
export class BulkheadChatComposer extends DraftElement {
  static override properties = {
    disabled: { type: Boolean },
  };
  static override styles = [
    ...styles,
    draftStyles,
    css`
      form {
        display: flex;
        align-items: flex-end;
        gap: 8px;
        padding: 8px;
      }
      textarea {
        flex: 1;
        min-width: 0;
        min-height: var(--_control);
        max-height: min(40vh, 12lh);
      }
    `,
  ];
  declare disabled: boolean;

  constructor() {
    super();
    this.disabled = false;
  }

  override render(): TemplateResult {
    const { draft, busy, disabled } = this;
    return html`<form class="card" @submit=${this.#submit}>
      <textarea rows="1" data-testid="chat-text" aria-label=${t('talk.write')} placeholder=${t('talk.write')} title=${t('talk.keys')} enterkeyhint="send"
        ?disabled=${disabled} .value=${draft} @input=${this.onInput} @keydown=${this.onKey}></textarea>
      ${
        busy
          ? html`<button type="button" class="stop act" data-testid="chat-stop" @click=${() => this.emit('bh-stop-answer', null)}>${t('talk.stop')}</button>`
          : html`<button class="primary act" data-testid="chat-send" ?disabled=${disabled || draft.trim() === ''}>${t('talk.send')}</button>`
      }
    </form>`;
  }

  override submit(): void {
    if (!this.disabled) super.submit();
  }

  #submit = (event: Event): void => {
    event.preventDefault();
    this.submit();
    this.focus();
  };
}

define('bulkhead-chat-composer', BulkheadChatComposer);
