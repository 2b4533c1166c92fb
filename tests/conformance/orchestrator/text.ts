/** CallQueue values of the vectors into program text, so that page, worker and guest each make their own. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return markerText(value);
  if (Array.isArray(value)) return `[${value.map(toText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(JSON.stringify(value));
  const fields = Object.entries(value).filter(([, inner]) => inner !== '$absent');
  return `{ ${fields.map(([key, inner]) => `[${JSON.stringify(key)}]: ${toText(inner)}`).join(', ')} }`;
}

function markerText(value: string): string {
  if (value === '$fn') return "(async () => 'EXEC')";
  if (value === '$undefined') return 'undefined';
  if (value === '$cyclic') return '(() => { const made = {}; made.self = made; return made; })()';
  if (value === '$bigint') return '1n';
  if (value.startsWith('$Error:')) return `new Error(${JSON.stringify(value.slice(7))})`;
  return JSON.stringify(expand(value));
}

/** Text with its repetition written out. */
export function expand<T>(value: T): T {
  if (typeof value === 'string') {
    const [, character, count] = value.match(/^\$repeat:(.):(\d+)$/u) ?? [];
    return (character === undefined ? value : character.repeat(Number(count))) as T;
  }
  if (Array.isArray(value)) return value.map(expand) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expand(inner)])) as T;
}

/** A vector’s value as it is meant: its markers become what they stand for. */
export function made(value: unknown): unknown {
  if (typeof value === 'string') {
    if (value === '$fn') return () => 'EXEC';
    if (value === '$undefined') return undefined;
    if (value === '$bigint') return 1n;
    if (value === '$cyclic') return cyclic();
    return value.startsWith('$Error:') ? new Error(value.slice(7)) : expand(value);
  }
  if (Array.isArray(value)) return value.map(made);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, inner]) => inner !== '$absent');
  return Object.fromEntries(fields.map(([key, inner]) => [key, made(inner)]));
}

function cyclic(): object {
  const ring: { self?: object } = {};
  ring.self = ring;
  return ring;
}

/** A fact that equality does not compare: what was found, and whether a vector's value holds of it. */
export class Check {
  readonly found: unknown;
  readonly holds: (expected: never) => boolean;

  constructor(found: unknown, holds: (expected: never) => boolean) {
    this.found = found;
    this.holds = holds;
  }
}

/** Facts as a report shows them. */
export function shown(value: unknown): unknown {
  if (value instanceof Check) return shown(value.found);
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? `${value}n` : value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shown(inner)]));
}

/** True when `actual` is what a vector expects; `$any` is any text that is not empty. */
export function matches(expected: unknown, actual: unknown): boolean {
  if (actual instanceof Check) return actual.holds(expected as never);
  if (expected === '$any') return typeof actual === 'string' && actual !== '';
  if (expected === '$absent' || expected === '$undefined') return actual === undefined;
  if (typeof expected !== 'object' || expected === null) return Object.is(expand(expected), actual);
  if (typeof actual !== 'object' || actual === null || Array.isArray(expected) !== Array.isArray(actual)) return false;
  const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  return [...keys].every((key) => matches((expected as never)[key], (actual as never)[key]));
}

/** True when every field of `expected` is there as expected; more may be. */
export const holds = (expected: object, actual: object): boolean =>
  Object.entries(expected).every(([key, value]) => matches(value, (actual as never)[key]));
