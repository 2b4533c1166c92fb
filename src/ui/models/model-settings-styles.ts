import { css } from 'lit';

export const modelSettingsStyles = css`
  form {
    gap: 12px;
  }
  fieldset {
    border: 0;
    padding: 0;
    margin: 0;
    min-width: 0;
    display: grid;
    gap: 4px;
  }
  legend {
    padding: 0;
    margin-block-end: 4px;
    font-size: 12px;
    color: var(--_muted);
  }
  .kind {
    display: flex;
    gap: 10px;
    align-items: flex-start;
    padding: 8px 10px;
    border: 1px solid var(--_line);
    border-radius: 6px;
    cursor: pointer;
    min-height: var(--_control);
  }
  .kind:has(:checked) {
    border-color: var(--_accent);
  }
  .kind:has(:disabled) {
    cursor: default;
    color: var(--_muted);
  }
  input[type='radio'] {
    width: 16px;
    height: 16px;
    min-height: 0;
    margin: 2px 0 0;
    flex: none;
    accent-color: var(--_accent);
  }
  .field {
    display: grid;
    gap: 4px;
    min-width: 0;
  }
  .pair {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 20px;
  }
  .pair label {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: var(--_control);
    cursor: pointer;
  }
  .pair input {
    margin: 0;
  }
  [aria-invalid='true'] {
    border-color: var(--_danger);
  }
  progress {
    width: 100%;
    height: 6px;
    accent-color: var(--_accent);
  }
  summary {
    min-height: var(--_control);
    align-content: center;
    cursor: pointer;
    border-radius: 6px;
    width: fit-content;
    padding-inline-end: 8px;
  }
  .two {
    display: grid;
    gap: 12px;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 200px), 1fr));
    align-items: end;
  }
  .sent {
    border-inline-start: 2px solid var(--_warn);
    padding-inline-start: 10px;
  }
  .ok {
    color: var(--_ok);
  }
  .forget {
    margin-inline-start: auto;
  }
`;
