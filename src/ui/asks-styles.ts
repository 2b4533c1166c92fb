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
  ul {
    list-style: none;
    margin: 0;
    padding: 0;
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
    .answers select,
    .answers [data-testid='ask-left'] {
      grid-column: 1 / -1;
      width: 100%;
      order: -1;
    }
  }
`;
