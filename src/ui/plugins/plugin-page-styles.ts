import { css } from 'lit';

/** The look of the dot that stands for a plugin's state. */
export const stateStyles = css`
  .dot.struck,
  .dot.changed {
    border-color: var(--_danger);
    border-radius: 1px;
  }
  .dot.changed {
    border-color: var(--_warn);
  }
`;

/** The look of a plugin's page. */
export const pageStyles = css`
  :host {
    container-type: inline-size;
  }
  .card {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 20px;
    scroll-margin-block-start: 8px;
  }
  .back {
    margin: -4px -8px -16px;
  }
  @media (forced-colors: active) {
    .back {
      margin-inline: 0;
    }
  }
  .about {
    margin: 0;
    padding: 0;
    list-style: none;
    overflow-wrap: anywhere;
  }
  .top {
    align-items: flex-start;
    flex-wrap: nowrap;
    margin-block-end: -8px;
  }
  h2:focus-visible {
    outline-offset: 4px;
  }
  .grant {
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    align-items: center;
    gap: 4px 8px;
    text-align: end;
    overflow-wrap: anywhere;
  }
  .removal {
    border-inline-start: 2px solid var(--_danger);
    padding-inline-start: 10px;
  }
  .check {
    display: flex;
    gap: 8px;
    align-items: center;
    min-height: var(--_control);
  }
  .check input {
    width: 18px;
    height: 18px;
    min-height: 0;
    margin: 0;
    accent-color: var(--_accent);
  }
  @container (max-width: 456px) {
    .permission {
      flex-direction: column;
    }
    .permission .side {
      max-width: none;
      align-self: stretch;
      text-align: start;
      justify-content: space-between;
    }
  }
`;
