import { errorName } from './error-name.js';
import { isError } from './errors.js';
import { join, push, slice, stringify, toText } from './primordials.js';
import type { GuestLimits } from './wire.js';

/** Shows an error with its stack and its causes. May throw. */
export type ShowError = (error: object) => string;

/** Puts one logged value into text: JSON for objects, as a person would want to read it. */
function show(value: unknown, limit: number, showError: ShowError | undefined): string {
  if (typeof value === 'string') return slice(value, 0, limit);
  if (typeof value === 'function') return '[function]';
  if (typeof value !== 'object' || value === null) return slice(toText(value), 0, limit);
  try {
    if (isError(value)) return slice(errorText(value, showError), 0, limit);
    return slice(stringify(value) ?? toText(value), 0, limit);
  } catch {
    return '[object]';
  }
}

function errorText(error: Error, showError: ShowError | undefined): string {
  try {
    if (showError) return showError(error);
  } catch {
    // A guest without a platform.
  }
  return `${errorName(error)}: ${error.message}`;
}

/** Makes the text of one log line, at most `logLineChars` long. Without `showError`, an error is its name and its message. */
export function formatLine(values: unknown[], limits: GuestLimits, showError?: ShowError): string {
  const parts: string[] = [];
  for (let i = 0; i < values.length && i < 32; i++) push(parts, show(values[i], limits.logLineChars, showError));
  return slice(join(parts, ' '), 0, limits.logLineChars);
}
