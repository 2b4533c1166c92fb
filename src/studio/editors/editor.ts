import { createSettingsBackedHistoryStore, type HistoryStoreOptions } from '../base/history-store.js';
import type { RehearsalCheck, SessionMessage, StudioCall, StudioSession } from '../base/types.js';
import { type EditTool, executeEdit, toolSet } from './edit-tool.js';
import { pathLabel, type Words, wordOr } from './words.js';

interface EditorOptions<Profile> {
  readonly words: Words;
  readonly tools: readonly EditTool<Profile>[];
  readonly history: Omit<HistoryStoreOptions, 'moduleName'>;
}

/** What the adapters of our editors have in common. */
export const editorFields = <Profile>({ words, tools, history }: EditorOptions<Profile>) => ({
  popupClassName: 'bh-editor-studio',
  i18n: (key: string) => words(key),
  i18nFormat: words,
  ...createSettingsBackedHistoryStore<Profile>({ moduleName: 'bulkhead', ...history }),
  buildEditableToolSet: () => toolSet(tools),
  executeEditableToolCall: (_: unknown, session: StudioSession<Profile>, call: StudioCall) =>
    executeEdit(tools, session, call),
  describeTool: (name: string) => wordOr(words, `name.${name}`, name),
  formatDiffPathLabel: (path: string) => pathLabel(words, path),
  ensureStyles: editorStyles,
});

/** The prompt of a request: what was said before, parts of the editor’s own, and the request. Parts that are blank are left out. */
export const editorPrompt = (
  session: { readonly messages: readonly SessionMessage[] },
  asked: string,
  ...own: readonly (readonly [heading: string, text: string])[]
): string => sections(['What was said before', conversation(session, asked)], ...own, ['Request', asked]);

/** A check of a rehearsal; `detail` is left out where it is empty. */
export const checkOf = (name: string, passed: boolean, detail: string): RehearsalCheck => ({
  ...{ name, verdict: passed ? 'passed' : 'failed' },
  ...(detail !== '' && { detail }),
});

/** Characters of earlier messages that a model gets again. */
const MOST = 6_000;

/** What was said before this request, the end of it: what a studio sends of earlier turns are calls and results only. */
function conversation({ messages }: { readonly messages: readonly SessionMessage[] }, asked: string): string {
  const last = messages.at(-1);
  const earlier = last?.role === 'user' && last.content === asked ? messages.slice(0, -1) : messages;
  const lines = earlier
    .filter(({ content, auto }) => content.trim() !== '' && !auto)
    .map(({ role, content }) => `${role}: ${content}`);
  const text = lines.join('\n');
  return text.length > MOST ? `…${text.slice(-MOST)}` : text;
}

const sections = (...parts: readonly (readonly [heading: string, text: string])[]): string =>
  parts
    .filter(([, text]) => text.trim() !== '')
    .map(([heading, text]) => `# ${heading}\n${text}`)
    .join('\n\n');

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
function editorStyles(): void {
  const { document } = globalThis as { readonly document?: Document };
  if (!document || styled.has(document)) return;
  // A sheet that is made here needs no exception from a strict content security policy.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  styled.add(document);
}
