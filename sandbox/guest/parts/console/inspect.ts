import { errorName } from '../../error-name.js';

/** Levels below which objects are named and not shown. */
const DEEP = 4;
/** Entries of one object, list or collection that are shown. */
const WIDE = 100;

const quote = (text: string): string => JSON.stringify(text);

/** The parts that fit, and how many more there are. */
function list<T>(entries: Iterable<T>, size: number, show: (entry: T) => string): string {
  const shown: string[] = [];
  for (const entry of entries) {
    if (shown.length === WIDE) break;
    shown.push(show(entry));
  }
  if (size > shown.length) shown.push(`… ${size - shown.length} more`);
  return shown.join(',');
}

/** The name of an object's class; empty for a plain object or list. */
function className(value: object): string {
  const prototype = Object.getPrototypeOf(value) as { constructor?: { name?: unknown } } | null;
  if (prototype === null || prototype === Object.prototype || prototype === Array.prototype) return '';
  const name = prototype.constructor?.name;
  return typeof name === 'string' ? name : '';
}

/** Frames of a stack that are shown. */
const FRAMES = 16;

/** A frame of the platform beneath, which has no place in a source, or of a text that was evaluated. */
const BENEATH = /^\s+at [^():]*$|\(<input>[:)]/;

/** The frames of a stack that are the plugin's or the language's own. */
export const framesOf = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => line.trim() !== '' && !BENEATH.test(line))
    .slice(0, FRAMES)
    .join('\n');

/** An error with its class, its stack, its cause and what else it holds. */
function errorText(error: Error, at: number, seen: object[]): string {
  const text = (read: () => unknown): string => {
    try {
      return `${read() ?? ''}`;
    } catch {
      return '';
    }
  };
  const head = [text(() => errorName(error)) || 'Error', text(() => error.message)].filter(Boolean).join(': ');
  if (at > DEEP) return head;
  const stack = framesOf(text(() => error.stack));
  const own = Object.keys(error).filter((key) => !['name', 'message', 'stack', 'cause', 'errors'].includes(key));
  const more = own.length === 0 ? '' : ` ${fields(error, own, at, seen)}`;
  const inner = (key: 'cause' | 'errors', label: string): string => {
    const { value } = Object.getOwnPropertyDescriptor(error, key) ?? {};
    return value === undefined ? '' : `\n${label} ${inspect(value, at + 1, seen)}`;
  };
  return `${head}${more}${stack && `\n${stack}`}${inner('errors', 'errors:')}${inner('cause', 'caused by')}`;
}

function fields(value: object, names: readonly string[], at: number, seen: object[]): string {
  const show = (name: string): string => {
    // A getter is the plugin's code: it is named, not run.
    const { get, value: own } = Object.getOwnPropertyDescriptor(value, name) ?? {};
    return `${quote(name)}:${get ? '[getter]' : inspect(own, at + 1, seen)}`;
  };
  return `{${list(names, names.length, show)}}`;
}

/** Any value as text for a person: JSON as far as JSON goes, and beyond it what the value is. Runs none of its getters, and never throws. */
export function inspect(value: unknown, at = 0, seen: object[] = []): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'symbol') return value.toString();
  if (typeof value === 'function') return `[function ${value.name || 'without a name'}]`;
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : `${value}`;
  if (seen.includes(value)) return '[circular]';
  try {
    return inspectObject(value, at, seen);
  } catch {
    // A proxy, or a class whose own code throws.
    return '[object]';
  }
}

function inspectObject(value: object, at: number, seen: object[]): string {
  const inner = [...seen, value];
  if (value instanceof Error) return errorText(value, at, inner);
  const name = className(value);
  if (at >= DEEP) return Array.isArray(value) ? '[…]' : `${name === '' ? '' : `${name} `}{…}`;
  if (Array.isArray(value)) return `[${list(value, value.length, (one) => inspect(one, at + 1, inner))}]`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : quote(value.toISOString());
  if (value instanceof RegExp) return RegExp.prototype.toString.call(value);
  if (value instanceof Map) {
    const pair = ([key, one]: [unknown, unknown]) => `${inspect(key, at + 1, inner)} => ${inspect(one, at + 1, inner)}`;
    return `Map(${value.size}) {${list(value, value.size, pair)}}`;
  }
  if (value instanceof Set)
    return `Set(${value.size}) {${list(value, value.size, (one) => inspect(one, at + 1, inner))}}`;
  if (value instanceof Promise) return '[promise]';
  if (value instanceof ArrayBuffer) return `ArrayBuffer(${value.byteLength})`;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    const numbers = value as unknown as ArrayLike<number | bigint>;
    return `${name}(${numbers.length}) [${list(Array.from(numbers), numbers.length, (one) => `${one}`)}]`;
  }
  return `${name === '' ? '' : `${name} `}${fields(value, Object.keys(value), at, inner)}`;
}
