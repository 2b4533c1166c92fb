import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The look of code: the tokens of all elements, and no colour beside them. */
export const codeTheme = EditorView.theme({
  '&': { height: '100%', color: 'var(--_text)', backgroundColor: 'var(--_surface)' },
  // Who has the keyboard is shown by the frame around: the numbers would cover a line in here.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { font: '12px / 1.6 var(--_mono)', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--_text)', padding: '8px 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--_text)' },
  '.cm-gutters': { color: 'var(--_muted)', backgroundColor: 'var(--_raised)', borderRight: '1px solid var(--_line)' },
  // Its number says which line it is: a ground of its own would take contrast from its colours.
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--_raised)', color: 'var(--_text)', fontWeight: '600' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--_accent) 24%, transparent)',
  },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'color-mix(in srgb, var(--_warn) 22%, transparent)' },
  '.cm-searchMatch-selected': { outline: '1px solid var(--_warn)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'transparent', outline: '1px solid var(--_edge)' },
  '.cm-nonmatchingBracket': { color: 'var(--_danger)' },
  '.cm-foldPlaceholder': { color: 'var(--_muted)', backgroundColor: 'var(--_raised)', borderColor: 'var(--_line)' },
  '.cm-panels': { color: 'var(--_text)', backgroundColor: 'var(--_raised)', borderColor: 'var(--_line)' },
  '.cm-panel.cm-search': {
    ...{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '6px', padding: '8px 36px 8px 8px' },
    fontFamily: 'var(--_font)',
  },
  '.cm-panel.cm-search br': { display: 'none' },
  '.cm-panel.cm-search input[type=checkbox]': { minHeight: '0' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    fontSize: '12px',
    margin: '0',
  },
  '.cm-textfield': {
    ...{ font: '12px / 1.5 var(--_mono)', color: 'var(--_text)', backgroundColor: 'var(--_surface)' },
    ...{
      border: '1px solid var(--_edge)',
      borderRadius: '6px',
      flex: '1 1 140px',
      width: 'auto !important',
      margin: '0',
    },
  },
  '.cm-button': {
    ...{ font: 'inherit', fontSize: '12px', color: 'var(--_text)', backgroundColor: 'var(--_surface)', margin: '0' },
    ...{ backgroundImage: 'none', border: '1px solid var(--_line)', borderRadius: '6px' },
  },
  '.cm-panel.cm-search [name=close]': {
    ...{ color: 'var(--_muted)', top: '6px', right: '4px', fontSize: '16px', minWidth: '28px', minHeight: '28px' },
  },
});

export const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--_accent)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--_ok)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--_warn)' },
  { tag: tags.comment, color: 'var(--_muted)', fontStyle: 'italic' },
  { tag: [tags.definition(tags.variableName), tags.function(tags.variableName)], fontWeight: '600' },
  { tag: tags.invalid, color: 'var(--_danger)', textDecoration: 'underline' },
]);
