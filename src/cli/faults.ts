import { BulkheadError, type GuestFrame } from '../../worker/protocol/errors.js';
import { NoPlugin } from '../node/internal-files.js';
import { CommandError, UsageError } from './command.js';
import type { Terminal } from './terminal.js';

const place = ({ file, line, column }: Partial<GuestFrame>): string => [file, line, column].filter(Boolean).join(':');

/** An error as a command prints it: its code, what it says, where it was, and what to do. */
export function errorLines(error: unknown, { style }: Pick<Terminal, 'style'>): readonly string[] {
  if (!(error instanceof BulkheadError)) {
    const message = error instanceof Error ? error.message : String(error);
    const line = message.startsWith('bulkhead ') ? message : `bulkhead: ${message}`;
    return error instanceof CommandError && error.hint ? [line, error.hint] : [line];
  }
  const { code, message, details } = error;
  const { guest, hint, line } = details;
  const stack = guest?.stack ?? [];
  const at = stack.length > 0 ? stack : line === undefined ? [] : [details];
  return [
    `${style('red', code)} ${message}`,
    ...at.map((frame) => style('dim', `  at ${frame.function ? `${frame.function} ` : ''}${place(frame)}`)),
    ...(hint === undefined ? [] : [`  ${hint}`]),
  ];
}

/** The same as data, for `--json`. */
export function errorData(error: unknown) {
  if (error instanceof CommandError) return { code: error.code, message: error.message };
  if (!(error instanceof BulkheadError)) {
    const isUsage = error instanceof UsageError || error instanceof NoPlugin;
    return { code: isUsage ? 'USAGE' : 'INTERNAL', message: error instanceof Error ? error.message : String(error) };
  }
  const { code, message, details } = error;
  return { code, message, details };
}
