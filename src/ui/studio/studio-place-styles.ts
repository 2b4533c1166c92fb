import { css } from 'lit';

export const studioPlaceStyles = css`
  :host {
    container-type: inline-size;
  }
  .page {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 20px;
  }
  .lead {
    max-width: 640px;
  }
  .head h2[tabindex] {
    outline-offset: 4px;
    border-radius: 4px;
  }
  .kinds {
    display: grid;
    gap: 12px;
    grid-template-columns: minmax(0, 1fr);
  }
  @container (min-width: 760px) {
    .kinds {
      grid-template-columns: repeat(3, minmax(0, 1fr));
    }
    /* The way on of each stands at the same height. */
    .kind {
      grid-row: span 4;
      grid-template-rows: subgrid;
    }
  }
  .kind {
    display: grid;
    gap: 8px;
    align-content: start;
    grid-template-columns: minmax(0, 1fr);
  }
  .kind h4 {
    margin: 4px 0 0;
    font-weight: 500;
  }
  ul {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  li {
    flex-wrap: nowrap;
    min-height: calc(var(--_control) + 8px);
    border-block-start: 1px solid var(--_line);
  }
  .existing {
    max-height: 246px;
    overflow: auto;
  }
  .existing li:first-child,
  .kept li:first-child {
    border-block-start: 0;
  }
  .example {
    background: var(--_raised);
  }
  /* Where there is no room beside the words, the way on stands below them. */
  .example .say {
    flex-basis: 260px;
  }
  .say {
    display: grid;
    gap: 2px;
    min-width: 0;
  }
  .kept li {
    padding-block: 4px;
  }
  .act {
    flex: none;
  }
`;
