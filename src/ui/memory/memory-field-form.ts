import { html, nothing, type TemplateResult } from 'lit';
import { t } from '../i18n/text.js';
import { stranger } from '../shared/strangers.js';
import { type FieldLine, fieldName, typedAs } from './memory-fields.js';
import { valueText } from './memory-words.js';

/** What the form of a field does. `wrong`: why what was typed cannot be saved. */
export interface FieldFormWork {
  readonly wrong: string;
  readonly save: (event: Event, line: FieldLine | null) => void;
  readonly cancel: () => void;
}

/** One field being written; `null` is a new one, which has a name to be given, too. */
export function fieldForm(line: FieldLine | null, { wrong, save, cancel }: FieldFormWork): TemplateResult {
  const text = valueText(line?.value);
  const kind = typedAs(line?.value);
  const rows = Math.min(12, Math.max(2, text.split('\n').length + Math.floor(text.length / 60)));
  const title = line?.name === 'title';
  return html`<form class="stack edit" data-testid="field-form" data-field=${line?.name ?? ''} @submit=${(event: Event) => save(event, line)}>
    ${
      line
        ? nothing
        : html`<label class="stack"><span class="small muted">${t('memory.fieldName')}</span><input id="field-name" data-testid="field-name" required autocomplete="off" maxlength="200" /></label>`
    }
    <label class="stack"><span class="small muted">${line ? stranger(fieldName(line.name)) : t('memory.fieldValue')}${kind === '' ? nothing : html` · ${kind}`}</span>
    ${
      title
        ? html`<input id="value" data-testid="field-value" autocomplete="off" .value=${text} />`
        : html`<textarea id="value" data-testid="field-value" rows=${rows} .value=${text} aria-describedby=${wrong === '' ? nothing : 'wrong'}></textarea>`
    }</label>
    ${wrong === '' ? nothing : html`<p id="wrong" class="danger small" role="alert" data-testid="field-wrong">${wrong}</p>`}
    <div class="row"><button class="primary" data-testid="field-save">${t('memory.save')} <kbd>${title ? '↵' : '⌘/Ctrl ↵'}</kbd></button>
      <button type="button" data-testid="field-cancel" @click=${cancel}>${t('memory.cancel')} <kbd>Esc</kbd></button></div>
  </form>`;
}
