import { css, html, nothing, type TemplateResult } from 'lit';
import { t } from './text.js';
import { type DiffPart, diffWords } from './word-diff.js';

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

/**
 * A text as it was and as it is, what differs marked word by word. `undefined`: it was not there, or is not any more.
 * `ahead`: data that would be so, not words that are so.
 */
export function beforeAfter(before: string | undefined, after: string | undefined, ahead = false): TemplateResult {
  const parts = before !== undefined && after !== undefined ? diffWords(before, after) : undefined;
  const look = ahead ? 'mono foreign' : 'foreign';
  const row = (label: string, text: string | undefined, only: DiffPart['kind']) =>
    text === undefined
      ? nothing
      : html`<dt>${label}</dt><dd class=${look} data-testid="version" tabindex=${scrolls(text) ? 0 : nothing}>${
          parts ? parts.filter(({ kind }) => kind === 'same' || kind === only).map(part) : text
        }</dd>`;
  return html`<dl class="versions">${row(t('change.before'), before, 'removed')}${row(t(ahead ? 'effects.after' : 'change.after'), after, 'added')}</dl>`;
}

const part = ({ kind, text }: DiffPart) =>
  kind === 'same' ? text : kind === 'removed' ? html`<del>${text}</del>` : html`<ins>${text}</ins>`;
