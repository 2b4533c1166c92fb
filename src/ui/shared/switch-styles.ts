import { css } from 'lit';

/** The look of a checkbox with the role of a switch, and of a label around it. */
export const switchStyles = css`
  .switch {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: var(--_control);
  }
  input[role='switch'] {
    appearance: none;
    margin: 0;
    padding: 0;
    width: 36px;
    height: var(--_control);
    min-height: 0;
    border: 0;
    background: none;
    position: relative;
    cursor: pointer;
    flex: none;
  }
  input[role='switch']::before,
  input[role='switch']::after {
    content: '';
    position: absolute;
    inset-block: 0;
    margin-block: auto;
    border-radius: 10px;
    transition: inset-inline-start 120ms ease-out;
  }
  input[role='switch']::before {
    inset-inline: 0;
    height: 20px;
    background: var(--_raised);
    border: 1px solid var(--_edge);
  }
  input[role='switch']::after {
    inset-inline-start: 4px;
    width: 12px;
    height: 12px;
    background: var(--_muted);
  }
  input[role='switch']:checked::before {
    background: var(--_accent);
    border-color: var(--_accent);
  }
  input[role='switch']:checked::after {
    inset-inline-start: 20px;
    background: var(--_on-accent);
  }
`;
