import { apart, clipText, isolated } from '../../../../worker/protocol/display-text.js';

type Kind = 'info' | 'success' | 'warning' | 'error';
interface ToastOptions {
  readonly escapeHtml: boolean;
  /** 0 for ever. */
  readonly timeOut?: number;
  readonly extendedTimeOut?: number;
}
type Show = (text: string, title: string, options: ToastOptions) => unknown;
type Toastr = { readonly [kind in Kind]: Show } & { clear(toast: unknown, options?: { force: boolean }): void };

const TITLE = 'Bulkhead';
const TEXT_CHARS = 500;
const TITLE_CHARS = 80;
/** A plugin's next notice comes so much later than its last. */
const PACE_MS = 5_000;
const PLUGIN_CHARS = 200;

interface Shown {
  readonly at: number;
  readonly toast: unknown;
  /** Notices of the plugin that came too soon and were not shown. */
  skipped: number;
}

const shown = new Map<string, Shown>();

/** Our own words, perhaps with a stranger's among them. */
function clipped(text: string): string {
  const { shown: beginning, rest } = clipText(text, TEXT_CHARS);
  return rest === '' ? text : `${beginning}…`;
}

/** Shows a line in SillyTavern's corner; as text, whatever stands in it. @returns what `toastr.clear` takes away. */
export function notice(kind: Kind, text: string, title = TITLE): unknown {
  const { toastr } = globalThis as { toastr?: Toastr };
  if (toastr) return toastr[kind](apart(clipped(text)), isolated(title, TITLE_CHARS), { escapeHtml: true });
  console.info(`${title}: ${text}`);
  return undefined;
}

/** A line that stays until it is taken away. @returns what does so. */
export function lastingNotice(kind: Kind, text: string): () => void {
  const { toastr } = globalThis as { toastr?: Toastr };
  if (!toastr) return ownToast(`${TITLE}: ${apart(clipped(text))}`);
  const options = { escapeHtml: true, timeOut: 0, extendedTimeOut: 0 };
  const toast = toastr[kind](apart(clipped(text)), isolated(TITLE, TITLE_CHARS), options);
  return () => toastr.clear(toast, { force: true });
}

/** A line of our own, where the host shows none. */
function ownToast(text: string): () => void {
  const line = document.createElement('div');
  line.className = 'bulkhead-toast';
  line.setAttribute('role', 'status');
  line.textContent = text;
  document.body.append(line);
  return () => line.remove();
}

/** A plugin's notice. It has one at a time, and one in five seconds: notices must not cover what ends it. */
export function pluginNotice(id: string, text: string, name: string): void {
  const before = shown.get(id);
  const now = performance.now();
  if (before && now - before.at < PACE_MS) {
    before.skipped += 1;
    return;
  }
  const { toastr } = globalThis as { toastr?: Toastr };
  if (before?.toast) toastr?.clear(before.toast);
  const more = before && before.skipped > 0 ? ` (+${before.skipped})` : '';
  shown.set(id, { at: now, toast: notice('info', `${isolated(text, PLUGIN_CHARS)}${more}`, name), skipped: 0 });
}
