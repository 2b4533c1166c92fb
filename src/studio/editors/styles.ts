const CSS = `
.bh-editor { display: grid; gap: 8px; grid-template-columns: minmax(0, 1fr); overflow-wrap: break-word; }
.bh-editor .luker-studio-composer-buttons { margin-block: 0; }
.bh-editor button[aria-pressed="true"]::before { content: "✓ "; }
.bh-editor button[aria-disabled] { color: var(--_faint, GrayText); cursor: default; }
.bh-editor h3, .bh-editor h4, .bh-editor h5, .bh-editor p, .bh-editor dl { margin: 0; }
.bh-editor h4, .bh-editor h5 { font-size: inherit; font-weight: 600; }
.bh-editor .bh-editor-muted { color: var(--_muted, inherit); font-weight: 400; }
.bh-editor .bh-editor-state[data-state="other"] { color: var(--_warn, inherit); }
.bh-editor .bh-editor-problems { margin: 0; padding-inline-start: 18px; color: var(--_danger, inherit); }
.bh-editor .bh-editor-list { list-style: none; margin: 0; padding: 0; display: grid; gap: 6px; grid-template-columns: minmax(0, 1fr); }
.bh-editor .bh-editor-entry { border-inline-start: 2px solid var(--_line, currentColor); padding-inline-start: 10px; display: grid; gap: 4px; grid-template-columns: minmax(0, 1fr); }
.bh-editor .bh-editor-text { white-space: pre-wrap; max-height: 12lh; overflow: auto; }
.bh-editor .bh-editor-pairs { display: grid; grid-template-columns: minmax(0, auto) minmax(0, 3fr); gap: 2px 12px; }
.bh-editor .bh-editor-pairs dd { margin: 0; font-variant-numeric: tabular-nums; }
.bh-editor .bh-editor-checks { list-style: none; margin: 0; padding: 0; }
`;

const styled = new WeakSet<Document>();

/** Gives the panels of our editors their looks, once for each page; nothing where there is no page. */
export function editorStyles(): void {
  const { document } = globalThis as { readonly document?: Document };
  if (!document || styled.has(document)) return;
  // A sheet that is made here needs no exception from a strict content security policy.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  styled.add(document);
}
