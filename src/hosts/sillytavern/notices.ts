type Kind = 'info' | 'success' | 'warning' | 'error';
type Show = (text: string, title: string, options: { readonly escapeHtml: boolean }) => unknown;
type Toastr = { readonly [kind in Kind]: Show } & { clear(toast: unknown): void };

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
const cut = (text: string, chars: number) => (text.length > chars ? `${text.slice(0, chars)}…` : text);

/** Shows a line in SillyTavern's corner; as text, whatever stands in it. @returns what `toastr.clear` takes away. */
export function notice(kind: Kind, text: string, title = 'Bulkhead'): unknown {
  const { toastr } = globalThis as { toastr?: Toastr };
  if (toastr) return toastr[kind](cut(text, TEXT_CHARS), cut(title, TITLE_CHARS), { escapeHtml: true });
  console.info(`${title}: ${text}`);
  return undefined;
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
  shown.set(id, { at: now, toast: notice('info', `${cut(text, PLUGIN_CHARS)}${more}`, name), skipped: 0 });
}
