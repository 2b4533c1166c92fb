import { html, type TemplateResult } from 'lit';
import type { DiffLine, DiffRow } from '../../studio/internal.js';
import { t } from '../i18n/text.js';
import { withUnseen } from '../shared/unseen.js';

/** Rows that stand together: those of one hunk, or those between. */
export interface Stretch {
  /** The hunk’s place among the hunks; absent between them. */
  readonly hunk?: number;
  readonly rows: readonly DiffRow[];
}

export function stretches(rows: readonly DiffRow[]): readonly Stretch[] {
  const found: { hunk?: number; rows: DiffRow[] }[] = [];
  for (const row of rows) {
    const last = found.at(-1);
    if (last && last.hunk === row.hunk) last.rows.push(row);
    else found.push({ rows: [row], ...(row.hunk !== undefined && { hunk: row.hunk }) });
  }
  return found;
}

export interface RowLook {
  readonly side: boolean;
  readonly expand?: (gap: DiffRow) => void;
}

export const diffRows = (rows: readonly DiffRow[], look: RowLook): readonly TemplateResult[] =>
  look.side ? rows.map((row) => sideRow(row, look)) : inlineRows(rows, look);

export function sideRow(row: DiffRow, look: RowLook): TemplateResult {
  if (row.kind === 'skipped') return skipped(row, look);
  const { before, after, kind } = row;
  return html`<div class="pair">${cell(before, kind === 'same' ? 'same' : 'removed')}${cell(after, kind === 'same' ? 'same' : 'added')}</div>`;
}

/** One below the other: of rows that changed together first all that was, then all that is. */
function inlineRows(rows: readonly DiffRow[], look: RowLook): readonly TemplateResult[] {
  const drawn: TemplateResult[] = [];
  let [removed, added]: [TemplateResult[], TemplateResult[]] = [[], []];
  const flush = () => {
    drawn.push(...removed, ...added);
    [removed, added] = [[], []];
  };
  for (const row of rows) {
    if (row.kind === 'skipped' || row.kind === 'same') {
      flush();
      drawn.push(row.kind === 'skipped' ? skipped(row, look) : inlineLine(row, 'same'));
      continue;
    }
    if (row.before) removed.push(inlineLine(row, 'removed'));
    if (row.after) added.push(inlineLine(row, 'added'));
  }
  flush();
  return drawn;
}

export const inlineRow = (row: DiffRow, look: RowLook): readonly TemplateResult[] => inlineRows([row], look);

const numberOf = (line: DiffLine | undefined): number | '' => (line && !line.continued ? line.number : '');

type Kind = 'same' | 'removed' | 'added';

const SIGNS = { same: '', removed: '−', added: '+' } as const;

function cell(line: DiffLine | undefined, kind: Kind): TemplateResult {
  if (!line) return html`<div class="cell none"></div>`;
  return html`<div class="cell ${kind}"><span class="num" aria-hidden="true">${numberOf(line)}</span><span class="sign" aria-hidden="true">${SIGNS[kind]}</span>${words(line, kind)}</div>`;
}

function inlineLine({ before, after }: DiffRow, kind: Kind): TemplateResult {
  const line = kind === 'added' ? after : before;
  if (!line) return html``;
  const [was, is] = [kind === 'added' ? '' : numberOf(before), kind === 'removed' ? '' : numberOf(after)];
  return html`<div class="cell ${kind}"><span class="num" aria-hidden="true">${was}</span><span class="num" aria-hidden="true">${is}</span><span class="sign" aria-hidden="true">${SIGNS[kind]}</span>${words(line, kind)}</div>`;
}

/** The words of a line, what is only in this version marked; an empty line has its height. */
function words({ parts }: DiffLine, kind: Kind): TemplateResult {
  const inner = parts.map(({ text, marked }) => (marked ? html`<mark>${withUnseen(text)}</mark>` : withUnseen(text)));
  if (kind === 'removed') return html`<del class="text foreign">${inner}</del>`;
  if (kind === 'added') return html`<ins class="text foreign">${inner}</ins>`;
  return html`<span class="text foreign">${inner}</span>`;
}

function skipped(row: DiffRow, { expand }: RowLook): TemplateResult {
  const words = row.skipped === 1 ? t('review.skippedOne') : t('review.skipped', { count: row.skipped ?? 0 });
  if (!expand) return html`<div class="gap"><span>${words}</span></div>`;
  return html`<button class="gap plain small" data-testid="review-gap" @click=${() => expand(row)}><span aria-hidden="true">⋯</span> ${words}</button>`;
}

export const lettersOf = (rows: readonly DiffRow[]): number => {
  let letters = 0;
  for (const { before, after } of rows) {
    for (const line of [before, after]) for (const { text } of line?.parts ?? []) letters += text.length;
  }
  return letters;
};
