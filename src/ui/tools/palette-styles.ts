import { css } from 'lit';

/** The look of the palette. */
export const paletteStyles = css`
  .scroll {
    max-height: min(64vh, 600px);
    overflow: auto;
    margin-inline: -12px;
    padding-inline: 12px;
    padding-block-end: 2px;
  }
  .group {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    background: var(--_surface);
    border-top: 1px solid var(--_line);
    padding-block: 8px 4px;
    gap: 2px 8px;
    align-items: baseline;
  }
  .group h3 {
    max-width: 100%;
  }
  .line {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  .tool {
    flex: 1 1 0;
    min-width: 0;
    display: grid;
    gap: 0;
    text-align: start;
    font-weight: 400;
    min-height: 44px;
    align-content: center;
    margin-inline-start: -10px;
    scroll-margin-block: 40px 4px;
  }
  .tool:focus-visible {
    outline-offset: -2px;
  }
  .tool[aria-current='true'] {
    background: var(--_raised);
    box-shadow: inset 2px 0 var(--_accent);
  }
  .first {
    display: flex;
    gap: 8px;
    align-items: baseline;
    min-width: 0;
  }
  .first .mono {
    font-weight: 600;
  }
  .mode {
    flex: none;
    margin-inline-start: auto;
    color: var(--_muted);
  }
  .mode.write {
    color: var(--_warn);
  }
  .is-off .mono,
  .is-off .mode {
    color: var(--_muted);
    font-weight: 400;
  }
  @media (forced-colors: active) {
    .tool[aria-current='true'] {
      border-color: Highlight;
    }
  }
`;
