import { css } from 'lit';

/** The look of the page of chats: sessions beside it where there is room, and what was said above where one writes. */
export const chatPageStyles = css`
  :host {
    height: 100%;
    min-height: 0;
  }
  .page {
    height: 100%;
    min-height: 0;
    display: grid;
    grid-template-columns: 260px minmax(0, 1fr);
    gap: 20px;
  }
  .page.narrow {
    grid-template-columns: minmax(0, 1fr);
  }
  aside {
    min-height: 0;
    border-inline-end: 1px solid var(--_line);
    padding-inline-end: 16px;
  }
  .talk {
    min-height: 0;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: auto auto minmax(0, 1fr) auto;
    gap: 8px;
  }
  bulkhead-chat-view {
    grid-row: 3;
  }
  .below {
    grid-row: 4;
    align-content: end;
  }
  .top {
    flex-wrap: nowrap;
    min-height: var(--_control);
  }
  .top h2 {
    outline: none;
  }
  .state {
    flex: none;
    max-width: 45%;
  }
  .narrow .state {
    display: none;
  }
  .below {
    display: grid;
    gap: 8px;
    grid-template-columns: minmax(0, 1fr);
    width: 100%;
    max-width: 844px;
    margin-inline: auto;
    padding-inline: 12px;
  }
  .narrow .below {
    padding-inline: 0;
  }
  .mode {
    flex-wrap: wrap;
    gap: 4px 16px;
  }
  .mode select {
    width: auto;
  }
  bulkhead-run-panel {
    --bh-run-height: min(240px, 26dvh);
  }
  .example {
    width: 100%;
    max-width: 820px;
    margin-inline: auto;
    background: var(--_raised);
    gap: 4px;
  }
  .example .link {
    min-height: 0;
    border: 0;
    padding: 0;
    background: none;
    text-decoration: underline;
  }
  @media (pointer: coarse) {
    .example .link {
      padding-block: 14px;
      margin-block: -14px;
    }
  }
  .narrow .example h3 {
    flex-basis: 100%;
  }
  /* Until it is over, what is asked needs the place. */
  .narrow .example.playing .act {
    display: none;
  }
  .narrow .example {
    padding: 8px 12px;
  }
  dialog.sessions {
    margin-inline: 0 auto;
    border-inline: 0 1px solid var(--_line);
    border-inline-end: 1px solid var(--_line);
    width: min(320px, calc(100vw - 40px));
    overflow: hidden;
  }
  dialog.sessions[open] {
    grid-template-rows: auto minmax(0, 1fr);
    align-content: stretch;
    gap: 8px;
  }
  /* Above where one writes. */
  bulkhead-toast {
    inset-block-end: 80px;
    z-index: 20;
  }
  @media (max-width: 860px) {
    .page {
      gap: 8px;
    }
  }
`;
