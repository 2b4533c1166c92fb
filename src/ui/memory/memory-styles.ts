import { css } from 'lit';

/** The look of the memory page: the table, and beside it, or in its place where it is narrow, the node that is open. */
export const memoryStyles = css`
  :host {
    container-type: inline-size;
    position: relative;
  }
  .page {
    gap: 12px;
  }
  h2[tabindex] {
    outline-offset: 4px;
    border-radius: 4px;
  }
  select,
  .chat {
    width: auto;
  }
  .chat {
    max-width: 240px;
  }
  .naming {
    flex-wrap: nowrap;
  }
  .counts {
    min-width: 160px;
  }
  .views {
    gap: 4px;
    border-block-end: 1px solid var(--_line);
    padding-block-end: 4px;
  }
  .views button[aria-pressed='true'] {
    background: var(--_raised);
    box-shadow: inset 0 -2px 0 var(--_accent);
  }
  .menu {
    position: relative;
  }
  .menu summary {
    display: flex;
    align-items: center;
    justify-content: center;
    list-style: none;
    min-height: var(--_control);
    padding: 4px 10px;
    border: 1px solid var(--_line);
    border-radius: 6px;
    background: var(--_raised);
    font-weight: 500;
    cursor: pointer;
  }
  .menu summary::-webkit-details-marker {
    display: none;
  }
  .menu summary::after {
    content: '▾';
    color: var(--_muted);
    margin-inline-start: 6px;
  }
  .menu .card {
    position: absolute;
    inset-block-start: calc(100% + 4px);
    inset-inline-end: 0;
    z-index: 3;
    display: grid;
    padding: 4px;
    background: var(--_ground);
    box-shadow: 0 2px 8px rgb(0 0 0 / 18%);
    white-space: nowrap;
  }
  .menu .card button {
    text-align: start;
    font-weight: 400;
  }
  .columns {
    display: grid;
    gap: 20px;
    grid-template-columns: minmax(0, 1fr);
    align-items: start;
  }
  @container (min-width: 900px) {
    .columns.opened {
      grid-template-columns: minmax(0, 1.3fr) minmax(0, 1fr);
    }
  }
  @container (max-width: 899px) {
    .columns.opened > .table {
      display: none;
    }
  }
  .find .query {
    flex-basis: 220px;
  }
  .said {
    min-height: 18px;
  }
  .work {
    display: grid;
    gap: 4px;
  }
  progress {
    width: 100%;
    height: 6px;
    accent-color: var(--_accent);
  }
  .over {
    position: absolute;
    inset: 0;
    z-index: 5;
    border: 2px dashed var(--_accent);
    border-radius: 8px;
    background: color-mix(in srgb, var(--_bg) 85%, transparent);
    display: grid;
    place-items: center;
    pointer-events: none;
    font-weight: 600;
  }
  .bone {
    height: 12px;
    border-radius: 4px;
    background: var(--_raised);
  }
  .failure {
    flex-wrap: nowrap;
    align-items: start;
  }
  .failure .error {
    flex: 1 1 0;
  }
  .again {
    flex: none;
  }
  .empty {
    max-width: 720px;
    gap: 12px;
  }
  @container (max-width: 560px) {
    .chat {
      flex: 1 1 auto;
      min-width: 0;
      max-width: 100%;
    }
    .naming,
    .counts {
      flex-basis: 100%;
    }
    .acts {
      width: 100%;
    }
    .acts > * {
      flex: 1 1 40%;
    }
    .find select {
      flex: 1 1 40%;
      min-width: 0;
    }
    .find .query {
      flex-basis: 100%;
    }
  }
  @media (pointer: coarse) {
    .views button,
    .acts kbd {
      flex: none;
    }
  }
  @media (forced-colors: active) {
    .views button[aria-pressed='true'] {
      border-color: Highlight;
    }
  }
`;
