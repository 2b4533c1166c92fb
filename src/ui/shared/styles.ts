import { css } from 'lit';
import { tokens } from './tokens.js';

/** The look that all elements share: controls, cards, words about state, focus. */
export const styles = [
  tokens,
  css`
    *,
    *::before,
    *::after {
      box-sizing: border-box;
    }
    :host {
      display: block;
      min-width: 0;
    }
    :host([hidden]),
    [hidden] {
      display: none !important;
    }
    h1,
    h2,
    h3,
    p {
      margin: 0;
    }
    h2 {
      font-size: 15px;
      font-weight: 600;
    }
    h3 {
      font-size: inherit;
      font-weight: 600;
    }
    .card {
      background: var(--_surface);
      border: 1px solid var(--_line);
      border-radius: 8px;
      padding: 12px;
    }
    .stack {
      display: grid;
      gap: 8px;
      grid-template-columns: minmax(0, 1fr);
    }
    .row {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px;
    }
    .grow {
      flex: 1 1 0;
      min-width: 0;
    }
    .small {
      font-size: 12px;
    }
    .muted {
      color: var(--_muted);
    }
    .danger {
      color: var(--_danger);
    }
    .warn {
      color: var(--_warn);
    }
    .cut {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .foreign {
      unicode-bidi: isolate;
      overflow-wrap: anywhere;
    }
    code,
    pre,
    .mono {
      font: 12px / 1.5 var(--_mono);
      margin: 0;
    }
    button,
    input,
    select,
    textarea {
      font: inherit;
      color: inherit;
      min-height: var(--_control);
      border: 1px solid var(--_edge);
      border-radius: 6px;
      background: var(--_surface);
      padding: 4px 10px;
      max-width: 100%;
      transition: background 120ms ease-out, border-color 120ms ease-out;
    }
    input:not([type='checkbox']),
    select,
    textarea {
      width: 100%;
    }
    input::placeholder,
    textarea::placeholder {
      color: var(--_muted);
      opacity: 1;
    }
    textarea {
      font: 12px / 1.5 var(--_mono);
      resize: vertical;
      padding: 8px 10px;
    }
    @media (pointer: coarse) {
      input:not([type='checkbox']),
      select,
      textarea {
        font-size: 16px;
      }
    }
    button {
      cursor: pointer;
      background: var(--_raised);
      border-color: var(--_line);
      font-weight: 500;
    }
    button:hover:not(:disabled) {
      border-color: var(--_edge);
    }
    button:disabled {
      color: var(--_faint);
      cursor: default;
    }
    button.primary:not(:disabled) {
      background: var(--_accent);
      border-color: var(--_accent);
      color: var(--_on-accent);
    }
    button.plain {
      background: none;
      border-color: transparent;
      padding-inline: 8px;
    }
    button.plain:hover:not(:disabled) {
      background: var(--_raised);
    }
    button.stop:not(:disabled) {
      color: var(--_danger);
    }
    :focus-visible {
      outline: 2px solid var(--_accent);
      outline-offset: 2px;
    }
    kbd {
      font: 11px / 1.4 var(--_mono);
      border: 1px solid var(--_line);
      border-radius: 4px;
      padding: 1px 5px;
      background: var(--_raised);
    }
    .primary kbd {
      background: none;
      border-color: color-mix(in srgb, currentcolor 40%, transparent);
    }
    @media (pointer: coarse) {
      kbd {
        display: none;
      }
    }
    .badge {
      border: 1px solid var(--_line);
      border-radius: 6px;
      padding: 0 6px;
    }
    .dot {
      display: inline-block;
      width: 8px;
      height: 8px;
      border-radius: 50%;
      border: 2px solid var(--_faint);
    }
    .dot.on {
      background: var(--_ok);
      border-color: var(--_ok);
    }
    .visually-hidden {
      position: absolute;
      /* Whatever else the element is: a control would be as wide as its place. */
      width: 1px !important;
      height: 1px;
      min-height: 0;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
    @media (prefers-reduced-motion: reduce) {
      *,
      *::before,
      *::after {
        transition: none !important;
        animation: none !important;
      }
    }
    @media (forced-colors: active) {
      button.primary:not(:disabled) {
        forced-color-adjust: none;
      }
    }
  `,
];

/** The look of lists whose entries have no marks. */
export const listStyles = css`
  ul {
    list-style: none;
    margin: 0;
    padding: 0;
  }
`;
