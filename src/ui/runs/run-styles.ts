import { css } from 'lit';

export const runStyles = css`
  :host {
    container-type: inline-size;
  }
  .head h2 {
    margin-inline-end: 4px;
  }
  .facts {
    gap: 4px 12px;
  }
  .rounds {
    list-style: none;
    margin: 0;
    padding: 0;
    max-height: var(--bh-run-height, 60vh);
    overflow: auto;
    overscroll-behavior: contain;
  }
  .rounds:focus-visible {
    outline-offset: -2px;
  }
  .round {
    border-top: 1px solid var(--_line);
    padding-block: 2px;
  }
  .round:first-child {
    border-top: 0;
  }
  .line {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 120px 8ch;
    gap: 0 12px;
    align-items: center;
  }
  .bar {
    width: 100%;
    height: 8px;
    display: block;
  }
  .bar .track {
    fill: var(--_line);
  }
  .bar .span {
    fill: var(--_edge);
  }
  .bar .span.running {
    fill: var(--_accent);
  }
  .bar .span.failed,
  .bar .span.error {
    fill: var(--_danger);
  }
  .bar .span.budget_exhausted {
    fill: var(--_warn);
  }
  .time {
    text-align: end;
    white-space: nowrap;
  }
  .toggle {
    display: flex;
    align-items: center;
    gap: 4px 8px;
    text-align: start;
    font-weight: 400;
    min-width: 0;
    margin-inline-start: 0;
  }
  .toggle .agent {
    font-weight: 600;
    flex: 0 1 auto;
  }
  .chevron {
    width: 1ch;
    flex: none;
    color: var(--_muted);
  }
  .state {
    flex: none;
  }
  .running {
    color: var(--_accent);
  }
  .state.done,
  .state.committed {
    color: var(--_muted);
  }
  .done,
  .facts .committed,
  .done > [aria-hidden],
  .committed > [aria-hidden] {
    color: var(--_ok);
  }
  .failed {
    color: var(--_danger);
  }
  .aborted {
    color: var(--_muted);
  }
  .budget_exhausted {
    color: var(--_warn);
  }
  .sections {
    list-style: none;
    margin: 0 0 6px;
    padding: 0 0 0 24px;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 4px;
  }
  .said {
    padding-block: 2px 6px;
    max-width: 80ch;
  }
  .reasoning {
    color: var(--_muted);
  }
  summary {
    min-height: var(--_control);
    align-content: center;
    cursor: pointer;
    border-radius: 6px;
    width: fit-content;
    padding-inline-end: 8px;
  }
  .reasoning .body,
  .sub .body {
    border-inline-start: 2px solid var(--_line);
    padding-inline-start: 12px;
  }
  .call .toggle,
  .sub .toggle {
    margin-inline-start: -8px;
  }
  .name {
    font-weight: 600;
    flex: 0 1 auto;
  }
  .more {
    flex: 1 1 15%;
    min-width: 0;
  }
  .opened {
    border-inline-start: 2px solid var(--_line);
    padding: 2px 0 4px 12px;
    margin-block: 2px 6px;
  }
  .note {
    padding-block: 2px;
  }
  .capsule,
  .effects,
  .difference {
    border-top: 1px solid var(--_line);
    padding-block-start: 8px;
  }
  .difference dl {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 2px 12px;
    margin: 4px 0 0;
  }
  .difference dd {
    margin: 0;
  }
  .empty {
    max-width: 60ch;
  }
  @container (max-width: 560px) {
    .head h2 {
      flex: 1;
    }
    .head .facts {
      flex-basis: 100%;
      order: 1;
    }
    .line {
      grid-template-columns: minmax(0, 1fr) 7ch;
    }
    .line .bar {
      grid-column: 1 / -1;
      grid-row: 2;
      height: 3px;
    }
    .line .track {
      display: none;
    }
    .sections {
      padding-inline-start: 12px;
    }
    .toggle {
      flex-wrap: wrap;
    }
    .toggle .more {
      flex-basis: 100%;
    }
  }
`;
