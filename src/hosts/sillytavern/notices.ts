type Kind = 'info' | 'success' | 'warning' | 'error';
type Toastr = { readonly [kind in Kind]: (text: string, title: string, options: { escapeHtml: boolean }) => unknown };

const TEXT_CHARS = 500;

/** Shows a line in SillyTavern's corner; as text, whatever stands in it. */
export function notice(kind: Kind, text: string, title = 'Bulkhead'): void {
  const { toastr } = globalThis as { toastr?: Toastr };
  const shown = text.length > TEXT_CHARS ? `${text.slice(0, TEXT_CHARS)}…` : text;
  if (toastr) toastr[kind](shown, title, { escapeHtml: true });
  else console.info(`${title}: ${shown}`);
}
