import { css } from 'lit';

/** The look of the drawer: a column over the edge of a page that belongs to somebody else. */
export const drawerStyles = css`
  :host {
    position: fixed;
    inset-block-start: 0;
    inset-inline-end: 0;
    z-index: var(--bh-layer, 3000);
    width: min(460px, 100%);
    /* What must not be covered, at the lower edge of the page. */
    height: calc(100vh - var(--bh-below, 0px));
    height: calc(100dvh - var(--bh-below, 0px));
    /* What is fixed inside, as the news, stays inside. */
    contain: layout;
    background: var(--_ground);
    border-inline-start: 1px solid var(--_line);
    box-shadow: 0 0 8px rgb(0 0 0 / 18%);
  }
  :host(:not([open])) {
    display: none;
  }
  .panel {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: auto auto minmax(0, 1fr);
    height: 100%;
    /* Pressed where nothing is, it takes the keyboard, so that Esc closes it. */
    outline: none;
  }
  header {
    padding: max(8px, env(safe-area-inset-top)) 16px 8px;
    border-bottom: 1px solid var(--_line);
    gap: 4px;
  }
  header .plain {
    margin-inline-end: -8px;
  }
  .safe {
    padding-inline: 16px;
    border-block-start: 0;
  }
  .body {
    grid-row: 3;
    overflow: auto;
    overscroll-behavior: contain;
    align-content: start;
    gap: 20px;
    padding: 16px 16px max(24px, env(safe-area-inset-bottom));
  }
  .body.news {
    padding-block-end: 88px;
  }
  .sections {
    gap: 20px;
  }
  ::slotted(*) {
    min-width: 0;
  }
  @media (max-width: 600px) {
    :host {
      width: 100%;
      border-inline-start: 0;
      box-shadow: none;
    }
    header,
    .body,
    .safe {
      padding-inline: 12px;
    }
  }
  @media (forced-colors: active) {
    :host {
      box-shadow: none;
    }
    header .plain {
      margin-inline-end: 0;
    }
  }
`;
