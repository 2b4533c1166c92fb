import { join, push, slice, stringify, toText } from './primordials.js';
import type { GuestLimits } from './wire.js';

export type Log = (level: 'debug' | 'info' | 'warn' | 'error', values: unknown[]) => void;

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

/** The guest's console: every line belongs to the call that is running. */
export function makeConsole(log: Log): Record<string, (...values: unknown[]) => void> {
  const at =
    (level: Parameters<Log>[0]) =>
    (...values: unknown[]) =>
      log(level, values);
  return {
    log: at('info'),
    info: at('info'),
    debug: at('debug'),
    trace: at('debug'),
    warn: at('warn'),
    error: at('error'),
    dir: at('info'),
    table: at('info'),
    group: at('info'),
    groupCollapsed: at('info'),
    groupEnd: () => {},
    time: () => {},
    timeLog: () => {},
    timeEnd: () => {},
    count: (label: unknown = 'default') => log('info', [label]),
    countReset: () => {},
    clear: () => {},
    assert: (condition: unknown, ...values: unknown[]) => {
      if (!condition) log('error', ['Assertion failed:', ...values]);
    },
  };
}
