import { css } from 'lit';

/** The look of a text in Markdown. */
export const markdownStyles = css`
  :host {
    /* What is read at length. */
    font-size: calc(var(--_size) + 1px);
  }
  /* No grid: of a long text only what is new is laid out. */
  .body {
    line-height: 1.55;
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
  }
  :host(:lang(zh)) .body,
  .body :lang(zh) {
    line-height: 1.75;
  }
  .block {
    display: grid;
    gap: 10px;
    grid-template-columns: minmax(0, 1fr);
    min-width: 0;
  }
  .block + .block {
    margin-block-start: 10px;
  }
  .block:empty {
    display: none;
  }
  .plain {
    display: block;
    white-space: pre-wrap;
  }
  .plain.long {
    content-visibility: auto;
    contain-intrinsic-size: auto 2000px;
  }
  /* Whatever direction its words have, they stay within their line. */
  p,
  li,
  h3,
  h4,
  h5,
  h6,
  td,
  th,
  summary,
  .plain {
    unicode-bidi: plaintext;
  }
  code,
  a {
    unicode-bidi: isolate;
  }
  p,
  ul,
  ol,
  dl,
  blockquote,
  h3,
  h4,
  h5,
  h6 {
    margin: 0;
  }
  h3,
  h4,
  h5,
  h6 {
    font-weight: 600;
    line-height: 1.35;
    margin-block-start: 6px;
  }
  h3 {
    font-size: 17px;
  }
  h4 {
    font-size: 15px;
  }
  h5,
  h6 {
    font-size: inherit;
  }
  ul,
  ol {
    padding-inline-start: 24px;
  }
  li > p + p,
  li > ul,
  li > ol,
  li + li {
    margin-block-start: 4px;
  }
  li > p + p {
    margin-block-start: 8px;
  }
  li::marker {
    color: var(--_muted);
  }
  blockquote {
    border-inline-start: 2px solid var(--_edge);
    padding-inline-start: 12px;
    color: var(--_muted);
    display: grid;
    gap: 8px;
    grid-template-columns: minmax(0, 1fr);
  }
  hr {
    border: 0;
    border-top: 1px solid var(--_line);
    margin: 4px 0;
  }
  a {
    color: color-mix(in srgb, var(--_accent) 82%, var(--_text));
    text-underline-offset: 2px;
    border-radius: 2px;
  }
  a:not([href]) {
    color: inherit;
  }
  :not(pre) > code,
  kbd {
    background: var(--_raised);
    border: 1px solid var(--_line);
    border-radius: 4px;
    padding: 0 4px;
    overflow-wrap: anywhere;
  }
  mark {
    background: color-mix(in srgb, var(--_warn) 25%, transparent);
    color: inherit;
  }
  .code {
    border: 1px solid var(--_line);
    border-radius: 8px;
    background: var(--_raised);
    min-width: 0;
  }
  .code-head {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    padding-inline: 12px 4px;
    border-block-end: 1px solid var(--_line);
  }
  .code pre {
    overflow: auto;
    padding: 10px 12px;
    max-height: 60vh;
    border-radius: 0 0 8px 8px;
    overflow-wrap: normal;
    tab-size: 4;
  }
  .code pre:focus-visible,
  .scroll:focus-visible {
    outline-offset: -2px;
  }
  .scroll {
    overflow-x: auto;
    border: 1px solid var(--_line);
    border-radius: 8px;
  }
  table {
    border-collapse: collapse;
    min-width: 100%;
    overflow-wrap: normal;
  }
  th,
  td {
    padding: 6px 12px;
    text-align: start;
    vertical-align: top;
    border-block-end: 1px solid var(--_line);
    min-width: 6ch;
  }
  tbody tr:last-child > * {
    border-block-end: 0;
  }
  th {
    background: var(--_raised);
    font-weight: 600;
    white-space: nowrap;
  }
  :is(th, td)[align='right'] {
    text-align: end;
  }
  :is(th, td)[align='center'] {
    text-align: center;
  }
  img {
    max-width: 100%;
    max-height: 60vh;
    border-radius: 8px;
    vertical-align: bottom;
  }
  .picture {
    border-style: dashed;
    border-color: var(--_edge);
    color: var(--_muted);
    text-align: start;
    overflow-wrap: anywhere;
  }
  summary {
    cursor: pointer;
    min-height: var(--_control);
    align-content: center;
  }
  /* It takes no room, so that no line breaks elsewhere because of it. */
  .caret {
    display: inline-block;
    width: 7px;
    height: 1em;
    margin-inline: 2px -9px;
    vertical-align: -0.15em;
    border-radius: 1px;
    background: var(--_accent);
    animation: caret 1s steps(2, jump-none) infinite;
  }
  @keyframes caret {
    to {
      opacity: 0.2;
    }
  }
  @media (forced-colors: active) {
    .caret {
      background: CanvasText;
    }
  }
`;
