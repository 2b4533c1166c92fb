import { css } from 'lit';

/** The look of a sheet that asks: a head, a body that scrolls, a foot with the answers. */
export const dialogStyles = css`
  dialog {
    color: inherit;
    background: var(--_ground);
    border: 1px solid var(--_line);
    border-radius: 8px;
    padding: 0;
    width: min(600px, calc(100vw - 24px));
    max-height: calc(100dvh - 32px);
  }
  dialog[open] {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr) auto;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 40%);
  }
  .head {
    padding: 12px 16px;
    border-bottom: 1px solid var(--_line);
  }
  .body {
    padding: 12px 16px 16px;
    overflow: auto;
    display: grid;
    align-content: start;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }
  .foot {
    padding: 12px 16px;
    border-top: 1px solid var(--_line);
    justify-content: flex-end;
  }
  .first {
    margin-inline-end: auto;
  }
  @media (max-width: 480px) {
    .foot {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(96px, 1fr));
    }
    .first {
      margin: 0;
    }
  }
  /* Hardly taller than its head and foot, as far zoomed in: then all of it scrolls. */
  @media (max-height: 320px) {
    dialog[open] {
      display: block;
      overflow: auto;
    }
  }
`;

/** The look of a drawer: a dialog along the end of the page. */
export const drawerDialogStyles = css`
  dialog {
    color: inherit;
    background: var(--_bg);
    border: 0;
    border-inline-start: 1px solid var(--_line);
    padding: 16px;
    margin: 0;
    margin-inline-start: auto;
    height: 100dvh;
    max-height: none;
    width: min(400px, calc(100vw - 40px));
    overflow: auto;
  }
  dialog[open] {
    display: grid;
    gap: 20px;
    align-content: start;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 40%);
  }
`;
