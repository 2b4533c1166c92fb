import { css } from 'lit';

export const zoomStyles = css`
  dialog {
    width: calc(100vw - 48px);
    max-width: 1400px;
  }
  dialog[open] {
    height: calc(100dvh - 48px);
    max-height: none;
    grid-template-rows: auto minmax(0, 1fr);
  }
  .head {
    display: grid;
    gap: 4px;
    padding: 8px 12px;
  }
  .head .row {
    justify-content: space-between;
  }
  .ways {
    display: inline-flex;
    align-items: center;
    gap: 4px;
  }
  .ways button {
    min-width: var(--_control);
  }
  .name {
    flex: 1 1 0;
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 2px 12px;
    min-width: 0;
  }
  h2 {
    font: 600 13px / 1.5 var(--_mono);
  }
  .space {
    position: relative;
    display: grid;
    min-height: 0;
    grid-template-rows: minmax(0, 1fr);
  }
  .list {
    overflow: auto;
    overflow-anchor: none;
    background: var(--_surface);
  }
  /* The keyboard is always here: what it is at is marked. */
  .list:focus-visible {
    outline: none;
    box-shadow: inset 0 2px var(--_accent);
  }
  .line {
    position: relative;
    min-height: 1.55em;
  }
  .line.of-hunk::before {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    width: 3px;
    background: var(--_edge);
    z-index: 1;
  }
  .line.of-hunk.at::before {
    background: var(--_accent);
  }
  .line.at .hunk-bar {
    background: color-mix(in srgb, var(--_accent) 10%, var(--_surface));
  }
  @media (max-width: 480px) {
    dialog {
      width: 100vw;
      max-width: none;
      margin: 0;
      border: 0;
      border-radius: 0;
    }
    dialog[open] {
      height: 100dvh;
    }
    .wide {
      display: none;
    }
  }
  @media (forced-colors: active) {
    .line.of-hunk.at::before {
      background: Highlight;
      forced-color-adjust: none;
    }
  }
`;
