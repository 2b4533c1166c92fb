import { css } from 'lit';

export const diffStyles = css`
  .diff {
    position: relative;
    font: 12px / 1.55 var(--_mono);
  }
  .pair {
    display: grid;
    grid-template-columns: calc(var(--_split, 50) * 1%) minmax(0, 1fr);
  }
  .cell {
    display: grid;
    grid-template-columns: minmax(4ch, auto) 2ch minmax(0, 1fr);
    padding-inline: 4px 8px;
    min-width: 0;
  }
  .diff:not(.side) .cell {
    grid-template-columns: minmax(4ch, auto) minmax(4ch, auto) 2ch minmax(0, 1fr);
  }
  .diff.short .cell {
    grid-template-columns: 2ch minmax(0, 1fr);
    padding-block: 3px;
  }
  .pair > .cell + .cell {
    border-inline-start: 1px solid var(--_line);
  }
  .cell.none {
    background: repeating-linear-gradient(-45deg, transparent 0 5px, color-mix(in srgb, var(--_line) 50%, transparent) 5px 6px);
  }
  .cell.removed {
    background: color-mix(in srgb, var(--_danger) 7%, transparent);
  }
  .cell.added {
    background: color-mix(in srgb, var(--_ok) 8%, transparent);
  }
  .num {
    color: var(--_muted);
    text-align: end;
    padding-inline-end: 6px;
    user-select: none;
  }
  .sign {
    user-select: none;
    text-align: center;
  }
  .removed .sign,
  .kind.removed,
  .answer.reject > [aria-hidden] {
    color: var(--_danger);
  }
  .added .sign,
  .kind.added,
  .answer.accept > [aria-hidden] {
    color: var(--_ok);
  }
  .text {
    white-space: pre-wrap;
    text-decoration: none;
    min-height: 1lh;
  }
  mark {
    color: inherit;
    border-radius: 2px;
    text-decoration-color: color-mix(in srgb, currentcolor 55%, transparent);
    text-decoration-thickness: 1px;
    text-underline-offset: 3px;
  }
  .removed mark {
    background: color-mix(in srgb, var(--_danger) 24%, transparent);
    text-decoration-line: line-through;
  }
  .added mark {
    background: color-mix(in srgb, var(--_ok) 26%, transparent);
    text-decoration-line: underline;
  }
  /* What is not to be. */
  .reject .added .text {
    color: var(--_muted);
    text-decoration-line: line-through;
  }
  button.gap,
  .gap {
    display: block;
    width: 100%;
    border-radius: 0;
    border-block: 1px solid var(--_line);
    background: var(--_raised);
    color: var(--_muted);
    font: 12px / 1.4 var(--_font);
    text-align: start;
    padding-inline: 12px;
  }
  .hunk-bar {
    justify-content: space-between;
    gap: 2px 8px;
    font: 12px / 1.4 var(--_font);
    padding: 2px 4px 2px 12px;
    border-block: 1px solid var(--_line);
    background: var(--_raised);
  }
  .answers {
    display: inline-flex;
    gap: 4px;
  }
  .answer {
    background: none;
    border-color: transparent;
    padding-inline: 8px;
    white-space: nowrap;
  }
  .answer:hover:not(:disabled) {
    background: var(--_raised);
    border-color: var(--_edge);
  }
  .answer[aria-pressed='true'].accept {
    border-color: var(--_ok);
    background: color-mix(in srgb, var(--_ok) 10%, transparent);
  }
  .answer[aria-pressed='true'].reject {
    border-color: var(--_danger);
    background: color-mix(in srgb, var(--_danger) 10%, transparent);
  }
  .kind {
    white-space: nowrap;
    color: var(--_muted);
  }
  .divider {
    position: absolute;
    inset-block: 0;
    left: calc(var(--_split, 50) * 1%);
    width: 9px;
    margin-inline-start: -4px;
    cursor: col-resize;
    touch-action: none;
    z-index: 1;
  }
  .divider::after {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: 4px;
    width: 1px;
  }
  .divider:hover::after,
  .divider:focus-visible::after {
    width: 2px;
    background: var(--_accent);
  }
  .divider:focus-visible {
    outline-offset: -2px;
  }
  .views {
    display: inline-flex;
  }
  .views button {
    border-color: var(--_line);
    background: none;
  }
  .views button:first-child {
    border-start-end-radius: 0;
    border-end-end-radius: 0;
  }
  .views button:last-child {
    border-start-start-radius: 0;
    border-end-start-radius: 0;
    margin-inline-start: -1px;
  }
  .views button[aria-pressed='true'] {
    background: var(--_raised);
    border-color: var(--_edge);
    z-index: 1;
  }
  .waiting {
    display: grid;
    gap: 8px;
    padding: 12px;
  }
  .waiting span {
    height: 12px;
    border-radius: 4px;
    background: var(--_raised);
  }
  .waiting span:last-child {
    width: 60%;
  }
  @media (forced-colors: active) {
    .removed mark,
    .added mark {
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
    .answer[aria-pressed='true'].accept,
    .answer[aria-pressed='true'].reject,
    .views button[aria-pressed='true'] {
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
    .answer[aria-pressed='true'].answer > [aria-hidden] {
      color: inherit;
    }
    .divider:hover::after {
      background: Highlight;
    }
  }
`;
