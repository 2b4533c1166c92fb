import { css } from 'lit';

/** The look of a tree of sessions. */
export const sessionTreeStyles = css`
  :host {
    height: 100%;
    min-height: 0;
  }
  .side {
    height: 100%;
    grid-template-rows: auto auto minmax(0, 1fr);
    align-content: start;
  }
  .tree {
    overflow: auto;
    overflow-anchor: none;
    min-height: 120px;
    border-radius: 8px;
  }
  .tree:focus-visible {
    outline-offset: -2px;
  }
  /* The line that has the keyboard says so itself. */
  .tree:focus-visible:has(.at) {
    outline: none;
  }
  .lines {
    position: relative;
  }
  .line {
    position: absolute;
    inset-inline: 0;
    display: flex;
    align-items: center;
    gap: 4px;
    padding-inline: 4px;
    border-radius: 6px;
    cursor: pointer;
  }
  .line:hover {
    background: var(--_raised);
  }
  .line[aria-current] {
    background: var(--_raised);
    box-shadow: inset 2px 0 var(--_accent);
  }
  .line[aria-current] .label {
    font-weight: 600;
  }
  .tree:focus-visible .at {
    outline: 2px solid var(--_accent);
    outline-offset: -2px;
  }
  .twist {
    flex: none;
    width: 20px;
    text-align: center;
    color: var(--_muted);
  }
  .label {
    flex: 1 1 0;
    min-width: 0;
  }
  .unnamed,
  .archived .label {
    color: var(--_muted);
  }
  .turns {
    flex: none;
    font-size: 12px;
  }
  .busy {
    flex: none;
    width: 8px;
    height: 8px;
    margin-inline: 4px;
    border-radius: 50%;
    background: var(--_accent);
    forced-color-adjust: none;
  }
  .more {
    flex: none;
    width: var(--_control);
    padding: 0;
  }
  @media (hover: hover) {
    .line:not(:hover, .at, [aria-current]) .more {
      opacity: 0;
    }
  }
  .name {
    flex: 1 1 0;
    min-height: 28px;
    padding-block: 2px;
  }
  .menu {
    position: fixed;
    inset: auto;
    margin: 0;
    padding: 4px;
    color: inherit;
    background: var(--_ground);
    border: 1px solid var(--_edge);
    border-radius: 8px;
    min-width: 160px;
  }
  .menu button {
    display: block;
    width: 100%;
    text-align: start;
    font-weight: 400;
  }
  .menu .cost {
    display: block;
    max-inline-size: 36ch;
    white-space: normal;
  }
  .menu kbd {
    float: inline-end;
    margin-inline-start: 16px;
  }
  @media (forced-colors: active) {
    .line[aria-current] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
