import { css } from 'lit';

/** The look of the messages of a chat. */
export const chatViewStyles = css`
  :host {
    position: relative;
    height: 100%;
    min-height: 0;
  }
  .scroll {
    height: 100%;
    overflow: auto;
    overflow-anchor: none;
    padding-inline: 12px;
    overscroll-behavior: contain;
  }
  .scroll:focus-visible {
    outline-offset: -2px;
  }
  .latest {
    position: absolute;
    inset-block-end: 12px;
    inset-inline: 0;
    width: fit-content;
    margin-inline: auto;
    background: var(--_ground);
    border-color: var(--_edge);
  }
  .empty {
    height: 100%;
    align-content: center;
    justify-items: center;
    text-align: center;
    padding: 20px;
  }
  .empty p {
    max-width: 48ch;
  }
`;
