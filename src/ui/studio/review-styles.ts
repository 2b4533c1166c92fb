import { css } from 'lit';

export const reviewStyles = css`
  :host {
    display: grid;
    grid-template: minmax(0, auto) / minmax(0, 1fr);
    align-content: start;
    max-height: var(--bh-review-height, min(76dvh, 820px));
  }
  .review {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr) auto;
    grid-template-columns: minmax(0, 1fr);
    min-height: 0;
    border: 1px solid var(--_line);
    border-radius: 8px;
    background: var(--_surface);
    overflow: clip;
  }
  .top {
    position: relative;
    justify-content: space-between;
    gap: 4px 12px;
    padding: 6px 8px 6px 12px;
    border-bottom: 1px solid var(--_line);
  }
  .sum {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 12px;
  }
  .tools {
    gap: 4px;
  }
  .finder {
    display: inline-flex;
    align-items: center;
    gap: 8px;
  }
  .finder input {
    width: 160px;
  }
  .progress {
    position: absolute;
    inset-inline: 0;
    bottom: -1px;
    width: 100%;
    height: 2px;
  }
  .progress rect {
    fill: var(--_accent);
    transition: width 120ms ease-out;
  }
  .list {
    overflow: auto;
    overflow-anchor: none;
    background: var(--_bg);
  }
  .list:focus-visible {
    outline-offset: -2px;
  }
  .change {
    background: var(--_surface);
    border-bottom: 1px solid var(--_line);
    position: relative;
    padding-bottom: 8px;
    scroll-margin-top: 0;
  }
  .change.shut {
    padding-bottom: 0;
  }
  .change > .head {
    position: sticky;
    top: 0;
    z-index: 2;
    gap: 0 8px;
    padding: 4px 4px 4px 0;
    /* It lies over the lines. */
    background: var(--_ground);
  }
  .path {
    font: 600 12px / 1.5 var(--_mono);
    min-width: 0;
  }
  .acts {
    justify-content: flex-end;
    gap: 0 8px;
    margin-inline-start: auto;
  }
  .looked {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-height: var(--_control);
    color: var(--_muted);
    white-space: nowrap;
    cursor: pointer;
  }
  .looked input {
    min-height: 0;
    margin: 0;
    accent-color: var(--_accent);
  }
  button.fold {
    padding: 0;
    width: var(--_control);
    flex: none;
    color: var(--_muted);
  }
  .chevron {
    display: inline-block;
    font-size: 16px;
    line-height: 1;
    transition: transform 120ms ease-out;
  }
  .change:not(.shut) .chevron {
    transform: rotate(90deg);
  }
  .change:not(.near, :hover) .answer[aria-pressed='false'],
  .change:not(.near, :hover) .head button:not(.answer) {
    color: var(--_muted);
  }
  .change.shut .path {
    font-weight: 400;
  }
  .change.reject.shut .path {
    text-decoration: line-through;
  }
  .content {
    margin-inline: 12px;
    border: 1px solid var(--_line);
    border-radius: 6px;
    overflow: clip;
  }
  .pad {
    padding: 8px 12px;
  }
  .cut-off {
    max-height: calc(20 * 1.55 * 12px);
    overflow: hidden;
    mask-image: linear-gradient(#000 calc(100% - 40px), transparent);
  }
  .diff > .gap:last-child {
    border-block-end: 0;
  }
  .more {
    border-top: 1px solid var(--_line);
  }
  /* Where the keyboard is. */
  .change::before,
  .hunk::before {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    width: 3px;
    z-index: 3;
    pointer-events: none;
  }
  .hunk {
    position: relative;
    scroll-margin-top: 44px;
  }
  .at::before {
    background: var(--_edge);
  }
  .review:focus-within .at::before {
    background: var(--_accent);
  }
  .change:focus,
  .hunk:focus {
    outline: none;
  }
  .review:focus-within .hunk.at > .hunk-bar,
  .review:focus-within .change.at > .head {
    --_here: color-mix(in srgb, var(--_accent) 10%, transparent);
    background: linear-gradient(var(--_here) 0 0), var(--_ground);
  }
  .empty {
    display: grid;
    gap: 4px;
    justify-items: center;
    padding: 24px 12px;
    text-align: center;
    border: 1px solid var(--_line);
    border-radius: 8px;
    background: var(--_surface);
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 2px 16px;
    padding: 6px 12px;
    border-top: 1px solid var(--_line);
  }
  .hints {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 2px 12px;
  }
  .hint {
    white-space: nowrap;
  }
  /* Where little can be seen, it is the changes. */
  @media (max-height: 520px) {
    .foot {
      display: none;
    }
  }
  @media (pointer: coarse) {
    .help,
    .hints {
      display: none;
    }
  }
  @media (max-width: 480px) {
    .finder,
    .finder input {
      flex: 1 1 100%;
    }
    /* It would take a fourth of what is seen. */
    .change > .head {
      position: static;
    }
    .acts {
      width: 100%;
      padding-inline-start: 8px;
    }
    .content {
      margin-inline: 8px;
    }
  }
  @media (forced-colors: active) {
    .at::before {
      background: Highlight;
      forced-color-adjust: none;
    }
    .change:focus,
    .hunk:focus {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
    .cut-off {
      mask-image: none;
    }
  }
`;
