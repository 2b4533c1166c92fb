import { css, html, nothing, type TemplateResult } from 'lit';
import { boundMarks, clipText } from '../../../worker/protocol/display-text.js';
import type { LinePart } from '../../../worker/protocol/studio.js';
import { markWords } from '../../../worker/studio/diff/words.js';
import { t } from '../i18n/text.js';
import { longText } from './long-text.js';

/** The look of `beforeAfter`. */
export const beforeAfterStyles = css`
  .versions {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 2px 8px;
    margin: 4px 0 0;
  }
  .versions dt {
    color: var(--_muted);
    font-size: 12px;
  }
  .versions dd {
    margin: 0;
    max-height: 12lh;
    overflow: auto;
    white-space: pre-wrap;
  }
  del,
  ins {
    border-radius: 2px;
    text-decoration-thickness: 1px;
  }
  del {
    background: color-mix(in srgb, var(--_danger) 14%, transparent);
    text-decoration: line-through;
  }
  ins {
    background: color-mix(in srgb, var(--_ok) 16%, transparent);
    text-decoration: underline;
  }
`;

/** Letters of a line where it is narrowest, Chinese ones; and the lines of which none is hidden for sure. */
const LINE_LETTERS = 20;
const SHOWN_LINES = 11;

/** True for a text that may be too long for its twelve lines: then the keyboard has to reach it, to read on. */
export function scrolls(text: string): boolean {
  let lines = 0;
  for (const line of text.split('\n')) lines += Math.max(1, Math.ceil(line.length / LINE_LETTERS));
  return lines > SHOWN_LINES;
}

/** Code points of each version that are laid out at first. */
const FIRST = 2_000;
/** Of what is the same before the first difference, so much stays in sight. */
const LEAD = 200;

/** The beginning that two texts have in common, if it is so long that the difference would be out of sight. */
function sameStart(before: string, after: string): number {
  let same = 0;
  while (same < before.length && same < after.length && before[same] === after[same]) same += 1;
  return same > FIRST - LEAD ? clipText(before, same - LEAD).shown.length : 0;
}

/**
 * A text as it was and as it is, what differs marked word by word. `undefined`: it was not there, or is not any more.
 * `ahead`: data that would be so, not words that are so. Of long texts the first difference is shown, and the rest on demand.
 */
export function beforeAfter(before: string | undefined, after: string | undefined, ahead = false): TemplateResult {
  const skipped = before !== undefined && after !== undefined ? sameStart(before, after) : 0;
  const [was, is] = [before?.slice(skipped), after?.slice(skipped)];
  const short = was !== undefined && is !== undefined && isShort(was) && isShort(is);
  const parts = short ? markWords(boundMarks(was), boundMarks(is)) : undefined;
  const look = ahead ? 'mono foreign' : 'foreign';
  const row = (label: string, text: string | undefined, side: 'before' | 'after') =>
    text === undefined
      ? nothing
      : html`<dt>${label}</dt><dd class=${look} data-testid="version" tabindex=${scrolls(text.slice(0, FIRST)) ? 0 : nothing}>${
          parts ? parts[side].map((one) => part(one, side)) : longText(text)
        }</dd>`;
  return html`${
    skipped === 0
      ? nothing
      : html`<p class="small muted" data-testid="version-same">${t('change.same', { count: skipped })}</p>`
  }<dl class="versions">${row(t('change.before'), was, 'before')}${row(t(ahead ? 'effects.after' : 'change.after'), is, 'after')}</dl>`;
}

const isShort = (text: string): boolean => clipText(text, FIRST).rest === '';

const part = ({ text, marked }: LinePart, side: 'before' | 'after') =>
  !marked ? text : side === 'before' ? html`<del>${text}</del>` : html`<ins>${text}</ins>`;
