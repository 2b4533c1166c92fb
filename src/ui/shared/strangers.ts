import { html, type TemplateResult } from 'lit';
import {
  boundMarks,
  contained,
  DESCRIPTION_CHARS,
  displayLine,
  LABEL_CHARS,
} from '../../../worker/protocol/display-text.js';
import { type Filling, filled } from '../../../worker/protocol/filled.js';
import { language } from '../i18n/language.js';
import { sentence, type TextKey, t } from '../i18n/text.js';
import { withUnseen } from './unseen.js';

/**
 * A stranger's text as one line, apart from the words around it: nothing in it can turn their direction, and nothing in it is
 * unseen. `most`: code points.
 */
export const stranger = (text: string, most = LABEL_CHARS): TemplateResult =>
  html`<bdi>${displayLine(text, most)}</bdi>`;

/** What a tool tells models, nearly always in English: marked as such for people who use another language. */
export const forModels = (text: string): TemplateResult =>
  language() === 'en'
    ? stranger(text, DESCRIPTION_CHARS)
    : html`${t('tool.forModels')}${stranger(text, DESCRIPTION_CHARS)}`;

/** The same with what nobody sees named in its place, for whoever decides by what it says. */
export const asWritten = (text: string): TemplateResult => html`<bdi>${withUnseen(boundMarks(text))}</bdi>`;

/** Facts in a row, each on its own. */
export const inRow = (facts: readonly (TemplateResult | string)[]): TemplateResult =>
  html`${facts.map((fact, i) => (i === 0 ? fact : html` · ${fact}`))}`;

/** A text of the interface in the language in use, in which every text that is filled in stands apart from ours. */
export function said(key: TextKey, values: Filling): TemplateResult {
  const numbers = Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'number'));
  const parts = filled(sentence(key), numbers).split(/\{(\w+)\}/);
  return html`${parts.map((part, i) => {
    if (i % 2 === 0) return part;
    const value = values[part];
    return value === undefined ? `{${part}}` : html`<bdi>${contained(String(value))}</bdi>`;
  })}`;
}
