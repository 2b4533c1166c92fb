import { join, push, slice, stringify, toText } from './primordials.js';
import type { GuestLimits } from './wire.js';

/** Puts one logged value into text: JSON for objects, as a person would want to read it. */
function show(value: unknown, limit: number): string {
  if (typeof value === 'string') return slice(value, 0, limit);
  if (typeof value === 'function') return '[function]';
  if (typeof value !== 'object' || value === null) return slice(toText(value), 0, limit);
  try {
    if (value instanceof Error) return slice(`${value.name}: ${value.message}`, 0, limit);
    return slice(stringify(value) ?? toText(value), 0, limit);
  } catch {
    return '[object]';
  }
}

/** Makes the text of one log line, at most `logLineChars` long. */
export function formatLine(values: unknown[], limits: GuestLimits): string {
  const parts: string[] = [];
  for (let i = 0; i < values.length && i < 32; i++) push(parts, show(values[i], limits.logLineChars));
  return slice(join(parts, ' '), 0, limits.logLineChars);
}
