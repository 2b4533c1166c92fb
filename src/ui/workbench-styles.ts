import { css } from 'lit';

/** The look of the workbench: one column on a phone, two on a desk. */
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
  .language {
    width: auto;
  }
  main {
    display: grid;
    gap: 20px;
    padding-block-end: 64px;
    grid-template-columns: 360px minmax(0, 1fr);
    grid-template-areas: 'walls walls' 'left right';
    align-items: start;
  }
  bulkhead-walls {
    grid-area: walls;
  }
  .left {
    grid-area: left;
    gap: 20px;
  }
  .right {
    grid-area: right;
    gap: 20px;
  }
  .calls-head {
    min-height: var(--_control);
  }
  @media (max-width: 860px) {
    header,
    main {
      padding-inline: 12px;
    }
    main {
      grid-template-columns: minmax(0, 1fr);
      grid-template-areas: none;
    }
    .left,
    .right {
      display: contents;
    }
    main > *,
    main > .stack > * {
      grid-area: auto;
      order: 4;
    }
    main > .stack > bulkhead-plugin-list,
    main > .stack > .failed {
      order: 1;
    }
    main > .stack > bulkhead-tool-form {
      order: 2;
    }
    main > .stack > .calls {
      order: 3;
    }
    main.empty > .stack > bulkhead-install {
      order: 2;
    }
    main > bulkhead-walls {
      order: 5;
    }
    [data-testid='stop-all'] {
      margin-inline-start: auto;
    }
    .tagline {
      display: none;
    }
  }
`;
