import { html, nothing, type TemplateResult } from 'lit';
import { isolated } from '../../../worker/protocol/display-text.js';
import type { Fields, NodeView, SchemaSpecView } from '../../../worker/protocol/memory-types.js';
import { t } from '../i18n/text.js';
import { longText } from '../shared/long-text.js';
import { stranger } from '../shared/strangers.js';
import { isPlainList, valueText } from './memory-words.js';

/** One line of a node's page: a column of its type, or a field that no column asks for. */
export interface FieldLine {
  readonly name: string;
  readonly value: unknown;
  readonly key: boolean;
  readonly required: boolean;
}

/** Every column of a node's type, filled or not, and every other field. The title is the first, the node's own. */
export function fieldLines(node: NodeView, spec: SchemaSpecView | undefined): readonly FieldLine[] {
  const { fields } = node;
  const columns = (spec?.tableColumns ?? []).filter((name) => name !== 'title');
  const others = Object.keys(fields).filter((name) => !columns.includes(name) && name !== 'title');
  const line = (name: string): FieldLine => ({
    name,
    value: name === 'title' ? node.title : Object.hasOwn(fields, name) ? fields[name] : undefined,
    key: spec?.primaryKeyColumns.includes(name) ?? false,
    required: spec?.requiredColumns.includes(name) ?? false,
  });
  return ['title', ...columns, ...others].map(line);
}

/** What was typed, as the kind of value that was there. @throws SyntaxError where data is wanted and this is none. */
export function typedValue(text: string, before: unknown): unknown {
  if (isPlainList(before)) return text.split('\n').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));
  if (before === undefined || before === null || typeof before === 'string') return text;
  return JSON.parse(text) as unknown;
}

/** How a field is written, for who edits it. */
export const typedAs = (value: unknown): string =>
  isPlainList(value)
    ? t('tool.perLine')
    : value === undefined || value === null || typeof value === 'string'
      ? ''
      : t('tool.json');

/** What is to be written for a field. `undefined`: nothing is another. */
export function fieldEdit(
  { name, value }: FieldLine,
  text: string,
): { readonly title: string } | { readonly set: Fields } | { readonly clear: readonly string[] } | undefined {
  if (text === valueText(value)) return undefined;
  if (name === 'title') return text.trim() === '' ? undefined : { title: text };
  if (text.trim() === '') return { clear: [name] };
  return { set: Object.fromEntries([[name, typedValue(text, value)]]) };
}

/** A field as it is. */
export function fieldRow(line: FieldLine, edit: (() => void) | undefined): TemplateResult {
  const { name, value, key, required } = line;
  const text = isPlainList(value) ? value.join(' · ') : valueText(value);
  return html`<div class="field" data-testid="field" data-field=${name}>
    <p class="name small muted" title=${isolated(name)}>${stranger(fieldName(name))}${key ? html` <span class="mark" title=${t('memory.keyTeach')}>${t('memory.key')}</span>` : nothing}${
      required && text === '' ? html` <span class="warn">${t('tool.required')}</span>` : nothing
    }</p>
    <p class="value foreign ${text === '' ? 'muted' : ''}">${text === '' ? '–' : longText(text)}</p>
    ${
      edit
        ? html`<button class="plain small" data-testid="field-edit" aria-label=${t('memory.editField', { name: fieldName(name) })} @click=${edit}>${t('memory.edit')}</button>`
        : nothing
    }
  </div>`;
}

/** Columns of the usual types. */
const KNOWN = [
  ...['summary', 'aliases', 'traits', 'identity', 'goal', 'inventory', 'language_sample', 'addressing_user'],
  ...['controller', 'danger', 'resources', 'state', 'status', 'note'],
] as const;

/** A column as people call it; one of somebody else's keeps its own name. */
export function fieldName(name: string): string {
  if (name === 'title') return t('memory.column.title');
  const known = KNOWN.find((one) => one === name);
  return known ? t(`memory.field.${known}`) : name.replaceAll('_', ' ');
}

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
    <label class="stack"><span class="small muted">${line ? stranger(fieldName(line.name)) : t('memory.column.text')}${kind === '' ? nothing : html` · ${kind}`}</span>
    ${
      title
        ? html`<input id="value" data-testid="field-value" autocomplete="off" .value=${text} />`
        : html`<textarea id="value" data-testid="field-value" rows=${rows} .value=${text} aria-describedby=${wrong === '' ? nothing : 'wrong'}></textarea>`
    }</label>
    ${wrong === '' ? nothing : html`<p id="wrong" class="danger small" role="alert" data-testid="field-wrong">${wrong}</p>`}
    <div class="row"><button class="primary" data-testid="field-save">${t('app.save')} <kbd>${title ? '↵' : '⌘/Ctrl ↵'}</kbd></button>
      <button type="button" data-testid="field-cancel" @click=${cancel}>${t('app.cancel')} <kbd>Esc</kbd></button></div>
  </form>`;
}
