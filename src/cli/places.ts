import { BulkheadError, type GuestFrame } from '../../worker/protocol/errors.js';
import type { PluginFiles } from '../node/internal-files.js';

/** What a plugin of one file is called inside the host. */
const INSIDE = 'plugin.js';
/** The most of a line that is shown: that of a bundle may be the whole bundle. */
const WIDTH = 96;

/** An error whose places name the author's file, where the host has its own name for it. */
export function withOwnName(error: unknown, { name, folder }: PluginFiles): unknown {
  if (!(error instanceof BulkheadError) || folder !== undefined) return error;
  const { code, message, details } = error;
  const renamed = (frame: GuestFrame): GuestFrame => (frame.file === INSIDE ? { ...frame, file: name } : frame);
  const { guest } = details;
  const own = {
    ...details,
    ...(details.file === INSIDE ? { file: name } : {}),
    ...(guest ? { guest: { ...guest, ...(guest.stack ? { stack: guest.stack.map(renamed) } : {}) } } : {}),
  };
  return new BulkheadError(code, message.replace(/\bplugin\.js(?= imports)/, name), own, { cause: error.cause });
}

/** The line that an error is about, with a mark below its column; nothing where the error has no place in these files. */
export function excerpt(error: unknown, { name, files }: PluginFiles): readonly string[] {
  if (!(error instanceof BulkheadError)) return [];
  const { guest, line = 0, column = 1, file = name } = error.details;
  const [first = { file, line, column }] = guest?.stack ?? [];
  const bytes = files.get(first.file ?? name);
  const text = bytes && new TextDecoder().decode(bytes).split('\n')[first.line - 1];
  if (!text) return [];
  const at = Math.max(0, first.column - 1);
  const from = text.length <= WIDTH ? 0 : Math.max(0, Math.min(at - WIDTH / 2, text.length - WIDTH));
  const margin = `  ${first.line} | `;
  return [margin + text.slice(from, from + WIDTH), `${' '.repeat(margin.length + at - from)}^`];
}
