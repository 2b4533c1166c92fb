import { css } from 'lit';

export const modesStyles = css`
  .choices {
    display: grid;
    gap: 4px;
    margin: 0;
    padding: 0;
    border: 0;
    min-width: 0;
  }
  label {
    display: flex;
    gap: 10px;
    cursor: pointer;
  }
  .choice {
    align-items: start;
    padding: 8px 10px;
    border: 1px solid var(--_line);
    border-radius: 6px;
  }
  .choice:has(:checked) {
    border-color: var(--_accent);
    background: var(--_raised);
  }
  .choice input {
    flex: none;
    width: 16px;
    height: 16px;
    min-height: 0;
    margin: 2px 0 0;
    padding: 0;
    accent-color: var(--_accent);
  }
  .words {
    display: grid;
    gap: 2px;
    flex: 1 1 0;
    min-width: 0;
  }
  .words strong {
    font-weight: 600;
  }
  .line {
    align-items: center;
    min-height: var(--_control);
  }
  summary {
    min-height: var(--_control);
    align-content: center;
    cursor: pointer;
    font-weight: 500;
  }
  .limit {
    align-items: center;
    justify-content: space-between;
  }
  .limit + .limit {
    margin-block-start: 4px;
  }
  .limit input {
    flex: none;
    width: 96px;
  }
  .found {
    border-block-start: 1px solid var(--_line);
    padding-block-start: 12px;
  }
  @media (forced-colors: active) {
    .choice:has(:checked) {
      outline: 2px solid Highlight;
    }
  }
`;
