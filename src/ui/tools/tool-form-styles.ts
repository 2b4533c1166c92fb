import { css } from 'lit';

/** The look of a tool's form. */
export const formStyles = css`
  .head {
    gap: 2px 8px;
    align-items: baseline;
  }
  .mode {
    color: var(--_muted);
  }
  .mode.write {
    color: var(--_warn);
  }
  .description {
    max-width: 75ch;
    max-height: 12lh;
    overflow: auto;
    white-space: pre-line;
  }
  .fields {
    display: grid;
    gap: 12px 16px;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 240px), 1fr));
    align-items: start;
    margin-block: 4px;
  }
  .field {
    display: grid;
    gap: 4px;
    min-width: 0;
  }
  .field.long,
  .field.lines,
  .field.json {
    grid-column: 1 / -1;
  }
  .field p {
    white-space: pre-line;
  }
  .required {
    color: var(--_muted);
  }
  .off {
    border-inline-start: 2px solid var(--_warn);
    padding-inline-start: 10px;
  }
  [aria-invalid='true'] {
    border-color: var(--_danger);
  }
  .check {
    min-height: var(--_control);
    cursor: pointer;
  }
  input[type='checkbox'] {
    width: 16px;
    height: 16px;
    min-height: 0;
    margin: 0;
    accent-color: var(--_accent);
  }
  .limit {
    gap: 6px;
    margin-inline-start: auto;
  }
  .limit input {
    width: 88px;
  }
`;
