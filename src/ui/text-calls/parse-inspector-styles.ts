import { css } from 'lit';

/** The look of the inspector: one column where it is narrow, two where there is room. */
export const parseInspectorStyles = css`
  :host {
    container-type: inline-size;
  }
  .columns {
    display: grid;
    gap: 20px;
    grid-template-columns: minmax(0, 1fr);
    align-items: start;
  }
  @container (min-width: 820px) {
    .columns {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }
  }
  .column {
    gap: 20px;
  }
  .page {
    gap: 12px;
  }
  .how {
    gap: 8px 16px;
    min-height: var(--_control);
  }
  .how select {
    width: auto;
  }
  @container (max-width: 560px) {
    .how h2 {
      flex-basis: 100%;
    }
    .how select {
      width: 100%;
    }
  }
  textarea {
    display: block;
    height: 220px;
    min-height: 96px;
  }
  h2[tabindex] {
    outline-offset: 4px;
    border-radius: 4px;
  }
  .said {
    min-height: 20px;
    gap: 4px 12px;
  }
  .list > :first-child {
    border-top: 0;
  }
  .list > :last-child {
    padding-block-end: 0;
  }
  .calls {
    padding-inline: 4px;
  }
  .calls > h3,
  .calls > p {
    padding-inline: 8px;
  }
  bulkhead-fold {
    display: block;
  }
`;
