import type { DiffLine, DiffRow } from '../../../worker/protocol/studio.js';
import { lineDiff } from '../../../worker/studio/diff/lines.js';

/** What is shown at once; the rest is opened. */
const MOST_ROWS = 18;
const MOST_CHARS = 900;

const ESCAPES: { readonly [character: string]: string } = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/**
 * Two texts beside each other, line by line, as HTML; both are escaped, and one that is missing has no lines. What is long is folded, and opens without a script, and so does
 * the enlarged view; the divider is moved by whoever shows it (`luker_orch_line_diff_divider`).
 */
export function lineDiffHtml(before: string | undefined, after: string | undefined): string {
  const rows = lineDiff(before, after).folded();
  const first = rows.slice(0, rowsAtOnce(rows));
  const rest = rows.slice(first.length);
  const more = `<details class="luker_orch_line_diff_more"><summary>⋯ ${rest.length}</summary>${table(rest)}</details>`;
  return `<div class="luker_orch_line_diff"><details class="luker_orch_line_diff_enlarge"><summary>⤢</summary></details>${table(first)}${rest.length > 0 ? more : ''}<div class="luker_orch_line_diff_divider" role="separator" aria-orientation="vertical" tabindex="0"></div></div>`;
}

/** One at the least; one that would be left alone is as short as what would stand in its place. */
function rowsAtOnce(rows: readonly DiffRow[]): number {
  let [count, chars] = [0, 0];
  for (const row of rows) {
    chars += Math.max(length(row.before), length(row.after));
    if (count > 0 && (count === MOST_ROWS || chars > MOST_CHARS)) break;
    count += 1;
  }
  return rows.length - count < 2 ? rows.length : count;
}

const length = (line: DiffLine | undefined): number => line?.parts.reduce((sum, { text }) => sum + text.length, 0) ?? 0;

const table = (rows: readonly DiffRow[]): string =>
  `<table class="luker_orch_line_diff_table"><tbody>${rows.map(rowHtml).join('')}</tbody></table>`;

const rowHtml = (row: DiffRow): string =>
  row.kind === 'skipped'
    ? `<tr class="luker_orch_line_diff_skipped"><td colspan="4">⋯ ${row.skipped}</td></tr>`
    : `<tr class="luker_orch_line_diff_${row.kind}">${cells(row.before, 'before', 'del')}${cells(row.after, 'after', 'ins')}</tr>`;

function cells(line: DiffLine | undefined, side: string, mark: string): string {
  const text = line?.parts.map((part) => {
    const escaped = escapeHtml(part.text);
    return part.marked ? `<${mark}>${escaped}</${mark}>` : escaped;
  });
  const number = line && !line.continued ? line.number : '';
  const none = line ? '' : ' luker_orch_line_diff_none';
  return `<td class="luker_orch_line_diff_number">${number}</td><td class="luker_orch_line_diff_${side}${none}">${text?.join('') ?? ''}</td>`;
}
