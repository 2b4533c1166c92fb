import { css } from 'lit';

export const studioStyles = css`
  :host {
    height: 100%;
    min-height: 0;
    background: var(--_ground);
    container-type: size;
  }
  .shell {
    height: 100%;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: auto auto auto minmax(0, 1fr) auto;
  }
  .shell:focus-visible {
    outline: none;
  }
  .head {
    padding: 8px 12px 8px 16px;
    flex-wrap: nowrap;
    border-block-end: 1px solid var(--_line);
  }
  .title {
    display: flex;
    align-items: baseline;
    gap: 4px 12px;
  }
  .title h2 {
    flex: none;
    max-width: 60%;
  }
  slot[name='sub']::slotted(*) {
    color: var(--_muted);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .leave {
    padding: 8px 16px;
    background: color-mix(in srgb, var(--_warn) 12%, transparent);
    border-block-end: 1px solid var(--_line);
  }
  .leave .grow {
    flex-basis: 220px;
  }
  .panes {
    display: grid;
    grid-row: 4;
    grid-template-columns: minmax(320px, 2fr) minmax(0, 3fr);
    grid-template-rows: minmax(0, 1fr);
    min-height: 0;
  }
  .panes.sessions {
    grid-template-columns: 220px minmax(300px, 2fr) minmax(0, 3fr);
  }
  .panes.narrow {
    grid-template-columns: minmax(0, 1fr);
  }
  .pane {
    min-width: 0;
    min-height: 0;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: minmax(0, 1fr);
  }
  .pane + .pane {
    border-inline-start: 1px solid var(--_line);
  }
  .narrow .pane {
    border: 0;
  }
  .history {
    overflow: auto;
    overscroll-behavior: contain;
    padding: 12px;
    align-content: start;
    background: var(--_bg);
  }
  .talk {
    grid-template-rows: minmax(0, 1fr) auto;
  }
  .talk slot[name='input']::slotted(*) {
    padding: 8px 12px 12px;
  }
  .work {
    grid-template-rows: auto minmax(0, 1fr);
    /* Whatever classes the adapter’s HTML has, it stays in its place. */
    contain: layout paint;
    isolation: isolate;
  }
  .tabs {
    display: flex;
    gap: 4px;
    padding: 4px 12px 0;
    border-block-end: 1px solid var(--_line);
    overflow-x: auto;
  }
  .tabs button {
    background: none;
    border-color: transparent;
    border-block-end: 2px solid transparent;
    border-radius: 6px 6px 0 0;
    color: var(--_muted);
    white-space: nowrap;
    flex: none;
  }
  .tabs [aria-selected='true'] {
    color: var(--_text);
    border-block-end-color: var(--_accent);
  }
  .count {
    display: inline-block;
    min-width: 8px;
    height: 8px;
    border-radius: 50%;
    background: var(--_warn);
    margin-inline-start: 6px;
  }
  .view {
    grid-row: 2;
    min-height: 0;
    min-width: 0;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: minmax(0, 1fr);
  }
  .profile {
    overflow: auto;
    overscroll-behavior: contain;
    padding: 12px 16px;
    align-content: start;
    contain: strict;
  }
  .profile:focus-visible {
    outline-offset: -2px;
  }
  .panel-error {
    padding: 12px 16px;
  }
  .done {
    grid-template-rows: auto minmax(0, 1fr);
    padding: 8px 12px;
    gap: 8px;
  }
  ::slotted(*) {
    min-width: 0;
    min-height: 0;
  }
  slot[name='conversation']::slotted(*),
  slot[name='pending']::slotted(*) {
    height: 100%;
  }
  .status {
    grid-row: 5;
    border-block-start: 1px solid var(--_line);
    padding: 4px 16px max(4px, env(safe-area-inset-bottom));
    max-height: 40cqh;
    overflow: auto;
  }
  @media (forced-colors: active) {
    .tabs [aria-selected='true'] {
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
  }
  @container (max-width: 480px) {
    .leave .grow {
      flex-basis: 100%;
    }
    .head {
      padding-inline: 12px 4px;
    }
    .tabs {
      padding-inline: 4px;
    }
    .tabs button {
      flex: 1;
      padding-inline: 6px;
    }
  }
`;
