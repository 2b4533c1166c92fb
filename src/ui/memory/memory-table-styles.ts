import { css } from 'lit';

/** The look of a table of nodes. */
export const memoryTableStyles = css`
  :host {
    container-type: inline-size;
  }
  .grid {
    max-height: clamp(240px, 64vh, 680px);
    overflow: auto;
    overflow-anchor: none;
    border: 1px solid var(--_line);
    border-radius: 8px;
    background: var(--_surface);
    position: relative;
  }
  .grid:focus-visible {
    outline-offset: -2px;
  }
  .body {
    position: relative;
  }
  .line {
    display: grid;
    grid-template-columns: minmax(120px, 3fr) minmax(80px, 1fr) 56px minmax(0, 5fr) 56px;
    gap: 0 16px;
    align-items: center;
    padding-inline: 12px;
  }
  .head {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    height: 32px;
    background: var(--_raised);
    border-block-end: 1px solid var(--_line);
    font-size: 12px;
    color: var(--_muted);
  }
  .row-line {
    position: absolute;
    inset-inline: 0;
    border-block-end: 1px solid var(--_line);
    cursor: pointer;
  }
  .row-line:hover {
    background: var(--_bg);
  }
  .row-line[aria-selected='true'] {
    background: var(--_raised);
    box-shadow: inset 2px 0 var(--_accent);
  }
  .grid:focus-visible .at {
    outline: 2px solid var(--_accent);
    outline-offset: -2px;
  }
  .title {
    font-weight: 500;
  }
  .archived .title {
    font-weight: 400;
    color: var(--_muted);
  }
  .type,
  .text {
    font-size: 12px;
  }
  mark {
    background: none;
    color: var(--_text);
    font-weight: 600;
  }
  .number {
    text-align: end;
    white-space: nowrap;
  }
  .bone {
    display: block;
    height: 10px;
    width: 60%;
    border-radius: 4px;
    background: var(--_raised);
  }
  @container (max-width: 820px) {
    .line {
      grid-template-columns: minmax(120px, 2fr) minmax(0, 112px) 48px minmax(0, 2fr) 48px;
    }
  }
  /* Two lines: what it is called, and beneath it what it is and says. */
  .narrow .line {
    grid-template: 'title title title last' auto 'type turn text text' auto / auto auto minmax(0, 1fr) auto;
    align-content: center;
    gap: 2px 8px;
  }
  .narrow .line.head {
    grid-template: 'title last' auto / minmax(0, 1fr) auto;
  }
  .narrow .head .type,
  .narrow .head .turn,
  .narrow .head .text {
    display: none;
  }
  .narrow .title {
    grid-area: title;
  }
  .narrow .row-line .type {
    grid-area: type;
  }
  .narrow .row-line .turn {
    grid-area: turn;
    font-size: 12px;
  }
  .narrow .row-line .text {
    grid-area: text;
  }
  .narrow .last {
    grid-area: last;
  }
  @media (forced-colors: active) {
    .row-line[aria-selected='true'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
