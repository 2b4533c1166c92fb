import { css } from 'lit';

/** The look of the consent sheet. */
export const consentStyles = css`
  .tick {
    display: grid;
    place-items: center;
    flex: none;
    width: var(--_control);
    height: var(--_control);
    margin-block-start: -6px;
    margin-inline-start: -8px;
  }
  .tick input {
    width: 18px;
    height: 18px;
    min-height: 0;
    margin: 0;
    accent-color: var(--_accent);
  }
  .side select {
    width: auto;
  }
  .more {
    display: grid;
    gap: 12px;
    grid-template-columns: minmax(0, 1fr);
  }
  .more form:first-child {
    margin-block-start: 8px;
  }
  .secret {
    display: grid;
    gap: 4px;
  }
  @media (max-width: 480px) {
    .permission:has(.side) {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr);
    }
    .permission .side {
      grid-column: 2;
      max-width: none;
    }
  }
`;
