import { css } from 'lit';

/** The look of the list of questions. */
export const asksStyles = css`
  :host {
    display: grid;
    gap: 20px;
    grid-template-columns: minmax(0, 1fr);
    container-type: inline-size;
  }
  /* Nothing is asked: it takes no place, and can still announce. */
  :host([empty]) {
    display: contents;
  }
  /* A bar is no higher than half the page: the answers to what is being read stay in sight. */
  :host([bar]:not([empty])) {
    max-height: min(50dvh, 480px);
    overflow: auto;
    overscroll-behavior: contain;
    position: relative;
    background: var(--_ground);
    border: 1px solid var(--_warn);
    border-radius: 8px;
    gap: 0;
  }
  :host([bar]) .card {
    border: 0;
    background: none;
  }
  /* One question says itself what it is. */
  :host([bar]) .one {
    position: absolute;
    clip-path: inset(50%);
  }
  :host([bar]) .one + ul .ask {
    border-top: 0;
    padding-block-start: 0;
  }
  :host([bar]) .answers {
    position: sticky;
    inset-block-end: 0;
    z-index: 1;
    margin-inline: -12px;
    padding: 8px 12px;
    border-top: 1px solid var(--_line);
    background: var(--_ground);
  }
  .ask {
    border-top: 1px solid var(--_line);
    padding-block: 12px;
  }
  .ask:last-child {
    padding-block-end: 0;
  }
  .questions {
    border-color: var(--_warn);
  }
  .top {
    min-height: var(--_control);
  }
  h4 {
    margin: 0;
    font: inherit;
    font-size: 12px;
    color: var(--_muted);
  }
  select {
    width: auto;
  }
  .author q {
    quotes: auto;
  }
  .read-in {
    gap: 4px;
  }
  .read-in blockquote {
    margin: 0;
    padding: 4px 8px;
    border-inline-start: 2px solid var(--_warn);
    background: var(--_raised);
    font-family: ui-monospace, monospace;
    overflow-wrap: anywhere;
  }
  .banner {
    border-inline-start: 2px solid var(--_warn);
  }
  @container (max-width: 456px) {
    .keys {
      display: none;
    }
    .answers {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr);
    }
    .answers .skip {
      grid-column: 1 / -1;
      justify-self: start;
    }
    .answers select,
    .answers [data-testid='ask-left'] {
      grid-column: 1 / -1;
      width: 100%;
      order: -1;
    }
  }
`;
