import { css } from 'lit';

/** The look of the workbench: one column on a phone, two on a controller. */
export const workbenchStyles = css`
  :host {
    min-height: 100vh;
    background: var(--_bg);
  }
  header,
  main {
    max-width: 1400px;
    margin-inline: auto;
    padding-inline: 20px;
  }
  header {
    padding-block: 12px;
    gap: 8px 12px;
  }
  h1 {
    font-size: 15px;
    font-weight: 600;
  }
  .safe {
    margin-block-end: 20px;
  }
  bulkhead-plugin-page {
    scroll-margin-block-start: 8px;
  }
  .language {
    width: auto;
  }
  main {
    display: grid;
    gap: 20px;
    padding-block-end: 64px;
    grid-template-columns: 360px minmax(0, 1fr);
    grid-template-rows: auto auto auto 1fr;
    grid-template-areas: 'failed failed' 'walls walls' 'tools work' 'packages work';
    align-items: start;
  }
  main:not(:has(.failed)) {
    grid-template-rows: auto auto 1fr;
    grid-template-areas: 'walls walls' 'tools work' 'packages work';
  }
  .failed {
    grid-area: failed;
  }
  bulkhead-walls {
    grid-area: walls;
  }
  bulkhead-palette {
    grid-area: tools;
  }
  .work {
    grid-area: work;
    gap: 20px;
  }
  .packages {
    grid-area: packages;
    gap: 20px;
  }
  bulkhead-tool-form {
    scroll-margin-block-start: 8px;
  }
  .calls-head {
    min-height: var(--_control);
  }
  /* There is no room for it beside the places: only its own stays. */
  @media (max-width: 1399px) {
    .tagline {
      visibility: hidden;
      height: 0;
      overflow: hidden;
      white-space: nowrap;
    }
  }
  @media (max-width: 860px) {
    header,
    main {
      padding-inline: 12px;
    }
    main,
    main:not(:has(.failed)) {
      grid-template-columns: minmax(0, 1fr);
      grid-template-rows: none;
      grid-template-areas: none;
    }
    main > .failed,
    main > .work,
    main > .packages,
    main > bulkhead-palette,
    main > bulkhead-walls {
      grid-area: auto;
    }
    /* With nothing to run, what can be installed comes first; nothing before it takes the keyboard. */
    main.empty > .work {
      order: 1;
    }
    main.empty > bulkhead-walls {
      order: 2;
    }
    main.news {
      padding-block-end: 144px;
    }
    .stops {
      margin-inline-start: auto;
    }
    .tagline {
      display: none;
    }
  }
`;
