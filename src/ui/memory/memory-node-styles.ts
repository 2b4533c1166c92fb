import { css } from 'lit';

/** The look of a node's page. */
export const memoryNodeStyles = css`
  .top {
    flex-wrap: nowrap;
    align-items: start;
  }
  .top h2 {
    overflow-wrap: anywhere;
    padding-block: 5px;
    outline-offset: 2px;
    border-radius: 4px;
  }
  .fields,
  .cells {
    margin: 0;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  .field,
  .edit {
    border-block-start: 1px solid var(--_line);
    padding-block: 6px;
  }
  .field {
    display: grid;
    grid-template: 'name edit' auto 'value edit' auto / minmax(0, 1fr) auto;
    gap: 0 8px;
    align-items: center;
  }
  .field .name {
    grid-area: name;
  }
  .changes span.small {
    display: block;
  }
  .changes span.small::first-letter,
  .edit label > span::first-letter,
  .field .name::first-letter,
  .cells dt::first-letter {
    text-transform: uppercase;
  }
  .field .value {
    grid-area: value;
    white-space: pre-wrap;
    max-height: 12lh;
    overflow: auto;
  }
  .field button {
    grid-area: edit;
  }
  .mark {
    border: 1px solid var(--_line);
    border-radius: 4px;
    padding: 0 4px;
  }
  [data-testid='field-add'] {
    margin-inline-start: -9px;
  }
  .edit {
    gap: 8px;
  }
  .edit textarea {
    font: inherit;
  }
  .changes {
    border-inline-start: 2px solid var(--_ok);
    padding-inline-start: 10px;
  }
  .links > div,
  .lineage {
    border-block-start: 1px solid var(--_line);
    padding-block-start: 6px;
  }
  .links li {
    display: flex;
    align-items: center;
  }
  .to {
    flex: 1 1 0;
    min-width: 0;
    text-align: start;
    margin-inline-start: -9px;
    font-weight: 400;
  }
  .brief {
    border-block: 1px solid var(--_line);
  }
  .brief summary {
    min-height: var(--_control);
    display: flex;
    align-items: center;
    cursor: pointer;
    font-weight: 600;
  }
  .brief summary::before {
    content: '▸';
    color: var(--_muted);
    width: 16px;
    flex: none;
  }
  .brief[open] summary::before {
    content: '▾';
  }
  .brief > .stack {
    padding-block-end: 10px;
  }
  .cells {
    grid-template-columns: minmax(80px, auto) minmax(0, 1fr);
    gap: 2px 12px;
  }
  .cells dd {
    margin: 0;
    max-height: 12lh;
    overflow: auto;
  }
`;
