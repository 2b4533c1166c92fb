import { css, html, type TemplateResult } from 'lit';
import { t } from '../i18n/text.js';
import { DraftElement, draftStyles } from '../shared/draft-element.js';
import { define } from '../shared/element.js';
import { styles } from '../shared/styles.js';

/** Where a request to the studio's model is written. Its buttons say what they do by `data-iter-*`; who shows it does that. */
export class BulkheadStudioComposer extends DraftElement {
  static override properties = {
    autoApply: { type: Boolean },
  };
  static override styles = [
    ...styles,
    draftStyles,
    css`
      .card {
        padding: 8px;
        display: grid;
        gap: 4px;
      }
      textarea {
        min-height: calc(2lh + 10px);
        max-height: min(30vh, 10lh);
      }
      .tick {
        display: flex;
        align-items: center;
        gap: 8px;
        min-height: var(--_control);
        padding-inline: 6px;
        cursor: pointer;
        margin-inline-end: auto;
      }
      input {
        width: 16px;
        height: 16px;
        min-height: 0;
        margin: 0;
        accent-color: var(--_accent);
      }
    `,
  ];
  declare autoApply: boolean;

  constructor() {
    super();
    this.autoApply = false;
  }

  override render(): TemplateResult {
    const { draft, busy, autoApply } = this;
    return html`<div class="card">
      <textarea rows="2" data-testid="studio-input" aria-label=${t('studio.write')} placeholder=${t('studio.write')} title=${t('studio.keys')} enterkeyhint="send"
        .value=${draft} @input=${this.onInput} @keydown=${this.onKey}></textarea>
      <div class="row">
        <label class="tick small" title=${t('studio.autoApplyLong')}><input type="checkbox" role="switch" data-testid="studio-auto" data-iter-toggle="auto-apply" .checked=${autoApply} />
          ${t('studio.autoApply')}</label>
        <button type="button" class="plain" data-testid="studio-clear" data-iter-action="clear" ?disabled=${draft === ''}>${t('studio.clear')}</button>
        ${
          busy
            ? html`<button type="button" class="stop act" data-testid="studio-stop" data-iter-action="stop">${t('studio.stop')}</button>`
            : html`<button type="button" class="primary act" data-testid="studio-send" data-iter-action="send" ?disabled=${draft.trim() === ''}>${t('studio.send')}</button>`
        }
      </div>
    </div>`;
  }

  /** Empties the field, so that the browser's own undo brings it back. */
  clear(): void {
    const field = this.renderRoot.querySelector('textarea');
    field?.focus();
    field?.select();
    if (!document.execCommand('delete')) this.keep('');
  }

  restore(text: string): void {
    if (this.draft === '') this.keep(text);
  }
}

define('bulkhead-studio-composer', BulkheadStudioComposer);
