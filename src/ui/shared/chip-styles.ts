import { css } from 'lit';

/** The look of a call in one line, which opens to what is known of it. */
export const chipStyles = css`
  .head {
    flex-wrap: nowrap;
  }
  .open {
    display: flex;
    gap: 8px;
    align-items: center;
    text-align: start;
    margin-inline-start: -8px;
    font-weight: 400;
  }
  .state {
    flex: none;
  }
  .running {
    color: var(--_accent);
  }
  .done {
    color: var(--_ok);
  }
  .failed,
  .refused {
    color: var(--_danger);
  }
  .stopped {
    color: var(--_muted);
  }
  .tool {
    flex: 0 1 auto;
    font-weight: 600;
  }
  .args {
    flex: 1 1 15%;
    min-width: 0;
  }
  @media (max-width: 480px) {
    .open {
      flex-wrap: wrap;
      gap: 0 8px;
      min-width: 0;
    }
    .tool {
      max-width: 100%;
    }
    .args {
      flex-basis: 100%;
    }
  }
  .time {
    flex: none;
    min-width: 7ch;
    text-align: end;
  }
  .hold {
    flex: none;
  }
  .body {
    border-top: 1px solid var(--_line);
    padding-block-start: 8px;
    gap: 12px;
  }
`;
