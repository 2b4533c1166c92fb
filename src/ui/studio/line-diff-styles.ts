import { css } from 'lit';

/** The look of changes that are HTML: what `renderProfileDeltaHtml` and `renderTextDiff` answer. */
export const lineDiffStyles = css`
  .luker_object_diff {
    display: grid;
    gap: 12px;
  }
  .luker_object_diff_item {
    border: 1px solid var(--_line);
    border-radius: 8px;
    overflow: clip;
    min-width: 0;
  }
  .luker_object_diff_path {
    margin: 0;
    padding: 6px 10px;
    font: 600 12px / 1.5 var(--_mono);
    background: var(--_raised);
    border-block-end: 1px solid var(--_line);
  }
  .luker_object_diff_columns {
    display: grid;
    grid-template-columns: 1fr 1fr;
  }
  .luker_object_diff_columns > * {
    padding: 6px 10px;
    white-space: pre-wrap;
    min-width: 0;
  }
  .luker_object_diff_columns em {
    color: var(--_muted);
  }
  .luker_object_diff_before,
  .luker_orch_line_diff_removed > .luker_orch_line_diff_before,
  .luker_orch_line_diff_changed > .luker_orch_line_diff_before {
    background: color-mix(in srgb, var(--_danger) 7%, transparent);
  }
  .luker_object_diff_after,
  .luker_orch_line_diff_added > .luker_orch_line_diff_after,
  .luker_orch_line_diff_changed > .luker_orch_line_diff_after {
    background: color-mix(in srgb, var(--_ok) 8%, transparent);
  }
  .luker_orch_line_diff {
    position: relative;
    font: 12px / 1.55 var(--_mono);
  }
  .luker_orch_line_diff_table.luker_orch_line_diff_table {
    table-layout: fixed;
    width: 100%;
    margin: 0;
  }
  .luker_orch_line_diff_table td {
    padding: 0 8px;
    border: 0;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .luker_orch_line_diff_table .luker_orch_line_diff_number {
    width: 4ch;
    padding: 0 4px;
    color: var(--_muted);
    text-align: end;
    user-select: none;
  }
  .luker_orch_line_diff_table .luker_orch_line_diff_before {
    width: var(--_line-split, 46%);
    border-inline-end: 1px solid var(--_line);
  }
  .luker_orch_line_diff_table .luker_orch_line_diff_none {
    background: repeating-linear-gradient(-45deg, transparent 0 5px, color-mix(in srgb, var(--_line) 50%, transparent) 5px 6px);
  }
  .luker_orch_line_diff_table .luker_orch_line_diff_skipped td {
    padding: 2px 8px;
    color: var(--_muted);
    background: var(--_raised);
    text-align: center;
  }
  .luker_orch_line_diff del,
  .luker_orch_line_diff ins {
    color: inherit;
    border-radius: 2px;
    text-decoration-thickness: 1px;
    text-decoration-color: color-mix(in srgb, currentcolor 55%, transparent);
  }
  .luker_orch_line_diff del {
    background: color-mix(in srgb, var(--_danger) 24%, transparent);
  }
  .luker_orch_line_diff ins {
    background: color-mix(in srgb, var(--_ok) 26%, transparent);
    text-underline-offset: 3px;
  }
  .luker_orch_line_diff_more,
  .luker_orch_line_diff_enlarge {
    border: 0 !important;
    padding: 0 !important;
    margin: 0 !important;
    border-radius: 0 !important;
  }
  .luker_orch_line_diff_more > summary {
    padding-inline: 10px;
    background: var(--_raised);
    color: var(--_muted);
  }
  .luker_orch_line_diff_enlarge > summary {
    position: absolute;
    inset: 0 0 auto auto;
    z-index: 2;
    min-height: 0;
    padding: 2px 8px;
    list-style: none;
    color: var(--_muted);
    background: var(--_surface);
    border-end-start-radius: 6px;
    opacity: 0;
  }
  /* Beside the path, where there is one. */
  .luker_object_diff_path + .luker_orch_line_diff:not(:has(> [open])) > .luker_orch_line_diff_enlarge > summary {
    inset-block-start: -29px;
    background: none;
  }
  .luker_orch_line_diff:is(:hover, :focus-within) > .luker_orch_line_diff_enlarge > summary,
  .luker_orch_line_diff_enlarge[open] > summary {
    opacity: 1;
  }
  @media (hover: none) {
    .luker_orch_line_diff_enlarge > summary {
      opacity: 1;
      padding-inline: 16px;
    }
  }
  /* Over all that is in the same place. */
  .luker_orch_line_diff:has(> .luker_orch_line_diff_enlarge[open]) {
    position: fixed;
    inset: 0;
    z-index: 3;
    overflow: auto;
    font-size: 14px;
    background: var(--_surface);
  }
  .luker_orch_line_diff_divider {
    position: absolute;
    inset-block: 0;
    inset-inline-start: calc(4ch + 4px + var(--_line-split, 46%));
    width: 9px;
    cursor: col-resize;
    touch-action: none;
  }
  @media (forced-colors: active) {
    .luker_orch_line_diff del {
      text-decoration-line: line-through;
    }
    .luker_orch_line_diff ins {
      text-decoration-line: underline;
    }
  }
`;
