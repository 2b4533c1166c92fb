import { comparable } from './fold.js';

/** Deeper arguments are not compared: they count as taken from elsewhere. */
const DEEPEST = 64;
/** Values of one call that are looked for, and how much of each: fewer to find make more calls quotations. */
const VALUES = 64;
const VALUE_CHARS = 256;
/** Shorter values stand anywhere. */
const SHORTEST = 4;

/** Arguments themselves, where a dialect gives them as a text. */
export function opened(args: unknown): unknown {
  if (typeof args !== 'string' || !/^\s*[{[]/.test(args)) return args;
  try {
    return JSON.parse(args);
  } catch {
    return args;
  }
}

/** Arguments as they are compared: keys in order, leaves as folded texts. Nothing where they are nested too deep. */
export function canonical(value: unknown, depth = 0): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(comparable(String(value)));
  if (depth >= DEEPEST) return undefined;
  const parts: string[] = [];
  for (const [key, inner] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const text = canonical(inner, depth + 1);
    if (text === undefined) return undefined;
    parts.push(Array.isArray(value) ? text : `${JSON.stringify(comparable(String(key)))}:${text}`);
  }
  return Array.isArray(value) ? `[${parts.join()}]` : `{${parts.sort().join()}}`;
}

/** Texts among the leaves of arguments that are long enough to tell; numbers where there is no such text. */
export function tellingValues(args: unknown): readonly string[] {
  const [texts, numbers] = [new Set<string>(), new Set<string>()];
  const open: unknown[] = [args];
  while (open.length > 0 && texts.size < VALUES) {
    const value = open.pop();
    if (typeof value === 'string') {
      const text = comparable(value);
      if (text.length >= SHORTEST) texts.add(text.slice(0, VALUE_CHARS));
    } else if (typeof value === 'number' || typeof value === 'bigint') {
      const text = String(value);
      if (text.length >= SHORTEST && numbers.size < VALUES) numbers.add(text.toLowerCase());
    } else if (typeof value === 'object' && value !== null) open.push(...Object.values(value));
  }
  return [...(texts.size > 0 ? texts : numbers)];
}
