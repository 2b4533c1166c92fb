import type { MakePart } from '../platform.js';
import { formatAll } from './console/format.js';
import { framesOf, inspect } from './console/inspect.js';
import { tableOf } from './console/table.js';

type Level = 'debug' | 'info' | 'warn' | 'error';

/** Labels that are counted or timed at once. */
const LABELS = 1_000;
/** Levels of groups that are shown by blanks. */
const GROUPS = 20;

/** The console of the standard. Every line belongs to the call that is running. */
export const make: MakePart = (kit) => {
  const counts = new Map<string, number>();
  const timers = new Map<string, number>();
  let depth = 0;

  const write = (level: Level, text: string): void => {
    const blanks = '  '.repeat(Math.min(depth, GROUPS));
    kit.log(level, [blanks === '' ? text : text.replace(/^/gm, blanks)]);
  };
  const at =
    (level: Level) =>
    (...values: unknown[]) => {
      if (values.length > 0) write(level, formatAll(values));
    };
  const labelOf = (given: unknown): string => `${given ?? 'default'}`;
  const remember = <T>(map: Map<string, T>, label: string, value: T): void => {
    if (map.has(label) || map.size < LABELS) map.set(label, value);
  };
  const since = (label: string, values: readonly unknown[]): void => {
    const began = timers.get(label);
    if (began === undefined) write('warn', `There is no timer “${label}”.`);
    else write('info', [`${label}: ${Date.now() - began} ms`, ...values.map((value) => formatAll([value]))].join(' '));
  };

  const console = {
    log: at('info'),
    info: at('info'),
    debug: at('debug'),
    warn: at('warn'),
    error: at('error'),
    trace: (...values: unknown[]) => {
      const stack = framesOf(new Error().stack ?? '');
      write('debug', `Trace${values.length > 0 ? `: ${formatAll(values)}` : ''}\n${stack}`);
    },
    assert: (condition?: unknown, ...values: unknown[]) => {
      if (!condition) write('error', values.length > 0 ? `Assertion failed: ${formatAll(values)}` : 'Assertion failed');
    },
    dir: (value?: unknown) => write('info', inspect(value)),
    dirxml: at('info'),
    table: (data?: unknown, columns?: readonly string[]) => write('info', tableOf(data, columns) ?? formatAll([data])),
    count: (label?: unknown) => {
      const name = labelOf(label);
      const now = (counts.get(name) ?? 0) + 1;
      remember(counts, name, now);
      write('info', `${name}: ${now}`);
    },
    countReset: (label?: unknown) => {
      if (!counts.delete(labelOf(label))) write('warn', `There is no count “${labelOf(label)}”.`);
    },
    group: (...values: unknown[]) => {
      if (values.length > 0) write('info', formatAll(values));
      depth += 1;
    },
    groupCollapsed: (...values: unknown[]) => console.group(...values),
    groupEnd: () => {
      depth = Math.max(0, depth - 1);
    },
    time: (label?: unknown) => {
      const name = labelOf(label);
      if (timers.has(name)) write('warn', `The timer “${name}” is running already.`);
      else remember(timers, name, Date.now());
    },
    timeLog: (label?: unknown, ...values: unknown[]) => since(labelOf(label), values),
    timeEnd: (label?: unknown) => {
      since(labelOf(label), []);
      timers.delete(labelOf(label));
    },
    clear: () => {
      depth = 0;
    },
  };
  for (const method of Object.values(console))
    Object.defineProperty(method, 'length', { value: 0, configurable: true });
  // A namespace's prototype is an empty object of its own.
  Object.setPrototypeOf(console, {});
  Object.defineProperty(console, Symbol.toStringTag, { value: 'console', configurable: true });
  return { console, inspect };
};
