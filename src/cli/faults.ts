import { BulkheadError, type GuestFrame } from '../../worker/protocol/errors.js';
import { NoPlugin, type PluginFiles } from '../node/internal-files.js';
import { adviceFor } from './advice.js';
import { CommandError, PluginFault, UsageError } from './command.js';
import { excerpt, withOwnName } from './places.js';
import type { Terminal } from './terminal.js';

const place = ({ file, line, column }: Partial<GuestFrame>): string => [file, line, column].filter(Boolean).join(':');

/** An error, and the plugin that it is about, where that is known. */
const opened = (given: unknown): { readonly error: unknown; readonly plugin?: PluginFiles } =>
  given instanceof PluginFault
    ? { error: withOwnName(given.cause, given.plugin), plugin: given.plugin }
    : { error: given };

/** An error as a command prints it: its code, what it says, where it was, and what to do. */
export function errorLines(given: unknown, { style }: Pick<Terminal, 'style'>): readonly string[] {
  const { error, plugin } = opened(given);
  if (!(error instanceof BulkheadError)) {
    const message = error instanceof Error ? error.message : String(error);
    const line = message.startsWith('bulkhead ') ? message : `bulkhead: ${message}`;
    return error instanceof CommandError && error.hint ? [line, error.hint] : [line];
  }
  const { code, message, details } = error;
  const { guest, hint, line } = details;
  const stack = guest?.stack ?? [];
  const at = stack.length > 0 ? stack : line === undefined ? [] : [details];
  const frames = folded(at.map((frame) => `  at ${frame.function ? `${frame.function} ` : ''}${place(frame)}`));
  const advice = hint === undefined ? adviceFor(code, message) : message.includes(hint) ? undefined : hint;
  return [
    `${style('red', code)} ${message}`,
    ...(plugin ? excerpt(error, plugin) : []),
    ...frames.map((frame) => style('dim', frame)),
    ...(advice === undefined ? [] : [`  ${advice}`]),
  ];
}

/** Says how often a line stands there in a row, in place of repeating it. */
function folded(lines: readonly string[]): readonly string[] {
  const runs: { line: string; times: number }[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last?.line === line) last.times += 1;
    else runs.push({ line, times: 1 });
  }
  return runs.map(({ line, times }) => (times === 1 ? line : `${line} (${times} times)`));
}

/** The same as data, for `--json`. */
export function errorData(given: unknown) {
  const { error } = opened(given);
  if (error instanceof CommandError) return { code: error.code, message: error.message };
  if (!(error instanceof BulkheadError)) {
    const isUsage = error instanceof UsageError || error instanceof NoPlugin;
    return { code: isUsage ? 'USAGE' : 'INTERNAL', message: error instanceof Error ? error.message : String(error) };
  }
  const { code, message, details } = error;
  return { code, message, details };
}
