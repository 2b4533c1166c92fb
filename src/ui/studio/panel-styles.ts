import { css } from 'lit';
import { lineDiffStyles } from './line-diff-styles.js';

const sheet = css`
  ${lineDiffStyles}
  dialog.luker-studio {
    box-sizing: border-box;
    width: min(1440px, calc(100vw - 32px));
    max-width: none;
    height: calc(100dvh - 32px);
    max-height: none;
    padding: 0;
    border: 1px solid var(--bh-line, light-dark(#e4e4e0, #2e2e33));
    border-radius: 8px;
    overflow: hidden;
    background: Canvas;
    color: inherit;
    color-scheme: var(--bh-scheme, light dark);
  }
  dialog.luker-studio::backdrop {
    background: rgb(0 0 0 / 40%);
  }
  @media (max-width: 600px), (max-height: 520px) {
    dialog.luker-studio {
      width: 100vw;
      height: 100dvh;
      border: 0;
      border-radius: 0;
      margin: 0;
    }
  }
  :where([data-bulkhead-panel]) {
    overflow-wrap: anywhere;
    line-height: 1.5;
  }
  :where([data-bulkhead-panel]) :where(h1, h2, h3, h4, h5, h6),
  :where([data-bulkhead-panel]) .luker-studio-panel-title {
    font-size: 15px;
    font-weight: 600;
    margin: 0 0 8px;
  }
  :where([data-bulkhead-panel]) :where(* + h3, * + h4, * + .luker-studio-panel-title) {
    margin-block-start: 20px;
  }
  :where([data-bulkhead-panel]) :where(p, ul, ol, dl, table, pre, fieldset, details) {
    margin: 0 0 8px;
  }
  :where([data-bulkhead-panel]) :where(button, input, select, textarea) {
    font: inherit;
    color: inherit;
    box-sizing: border-box;
    max-width: 100%;
    min-height: var(--_control);
    padding: 4px 10px;
    border: 1px solid var(--_edge);
    border-radius: 6px;
    background: var(--_surface);
  }
  :where([data-bulkhead-panel]) :where(input[type='checkbox'], input[type='radio'], input[type='range']) {
    min-height: 0;
    accent-color: var(--_accent);
  }
  :where([data-bulkhead-panel]) :where(button, [role='button']) {
    cursor: pointer;
    font-weight: 500;
    background: var(--_raised);
    border-color: var(--_line);
  }
  :where([data-bulkhead-panel]) :where(button:hover:not(:disabled)) {
    border-color: var(--_edge);
  }
  :where([data-bulkhead-panel]) :where(h4, h5, h6) {
    font-size: 13px;
    margin-block-end: 4px;
  }
  :where([data-bulkhead-panel]) :where(button.bulkhead_primary:not(:disabled, [aria-disabled='true'])) {
    background: var(--_accent);
    border-color: var(--_accent);
    color: var(--_on-accent);
  }
  :where([data-bulkhead-panel]) :where(button:disabled) {
    color: var(--_faint);
    cursor: default;
  }
  :where([data-bulkhead-panel]) :where(:focus-visible) {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  :where([data-bulkhead-panel]) :where(code, pre, kbd) {
    font: 12px / 1.5 var(--_mono);
  }
  :where([data-bulkhead-panel]) :where(pre) {
    white-space: pre-wrap;
    padding: 8px 10px;
    border: 1px solid var(--_line);
    border-radius: 6px;
    background: var(--_raised);
  }
  :where([data-bulkhead-panel]) :where(table) {
    border-collapse: collapse;
    width: 100%;
  }
  :where([data-bulkhead-panel]) :where(th, td) {
    text-align: start;
    vertical-align: top;
    padding: 6px 8px;
    border-block-end: 1px solid var(--_line);
  }
  :where([data-bulkhead-panel]) :where(fieldset, details) {
    border: 1px solid var(--_line);
    border-radius: 8px;
    padding: 4px 12px;
  }
  :where([data-bulkhead-panel]) :where(summary) {
    cursor: pointer;
    min-height: var(--_control);
    align-content: center;
  }
  :where([data-bulkhead-panel]) :where(a) {
    color: color-mix(in srgb, var(--_accent) 82%, var(--_text));
  }
  .luker-studio-composer-buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-block: 12px;
  }
`;

/** Gives the page what adapters’ panels look like; what a page or an adapter says of them itself counts more. */
export function adoptPanelStyles(root: Document | ShadowRoot): void {
  const { styleSheet } = sheet;
  if (!styleSheet || root.adoptedStyleSheets.includes(styleSheet)) return;
  root.adoptedStyleSheets = [styleSheet, ...root.adoptedStyleSheets];
}
