import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { javascriptLanguage } from '@codemirror/lang-javascript';
import { jsonLanguage } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { codeTheme, highlight } from './theme.js';

export interface CodeSettings {
  readonly language: 'javascript' | 'json' | 'text';
  readonly readOnly: boolean;
  /** What it is, for those who cannot see it. */
  readonly label: string;
  readonly phrases: { readonly [english: string]: string };
}

export interface CodeEditor {
  text: string;
  set(settings: CodeSettings): void;
  focus(): void;
  destroy(): void;
}

const LANGUAGES: { readonly [language in CodeSettings['language']]: Extension } = {
  javascript: javascriptLanguage,
  json: jsonLanguage,
  text: [],
};

/** The keys that leave and search an editor are its own; Tab moves on, as everywhere. */
const KEYS = keymap.of([...searchKeymap, ...foldKeymap, ...historyKeymap, ...defaultKeymap]);

const extensionsOf = ({ language, readOnly, label, phrases }: CodeSettings): Extension => [
  LANGUAGES[language],
  EditorState.readOnly.of(readOnly),
  EditorState.phrases.of(phrases),
  EditorView.contentAttributes.of({
    'aria-label': label,
    ...(readOnly && { 'aria-readonly': 'true' }),
    ...{ spellcheck: 'false', autocorrect: 'off', autocapitalize: 'off' },
  }),
];

/** Puts an editor into a shadow root; its styles are adopted there, so that no policy of the page forbids them. */
export function openEditor(
  parent: HTMLElement,
  root: ShadowRoot,
  text: string,
  settings: CodeSettings,
  changed: () => void,
): CodeEditor {
  const own = new Compartment();
  const view = new EditorView({
    parent,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        [lineNumbers(), foldGutter(), highlightSpecialChars(), history(), drawSelection(), indentOnInput()],
        [bracketMatching(), highlightActiveLine(), highlightSelectionMatches(), search({ top: true })],
        [KEYS, EditorView.lineWrapping, EditorState.tabSize.of(2), codeTheme, syntaxHighlighting(highlight)],
        EditorView.updateListener.of(({ docChanged }) => docChanged && changed()),
        own.of(extensionsOf(settings)),
      ],
    }),
  });
  return {
    get text() {
      return view.state.sliceDoc();
    },
    set text(next) {
      if (next !== view.state.sliceDoc()) {
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
      }
    },
    set: (next) => view.dispatch({ effects: own.reconfigure(extensionsOf(next)) }),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}
