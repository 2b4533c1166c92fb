import { EXCERPT_CHARS, type Material, type ReadIn, type SoughtCall } from '../../protocol/quotations.js';
import { Scanner } from '../dialects/scanner.js';
import { bare, comparable, folded, unwrap } from './fold.js';
import { Matcher } from './matcher.js';

/** What of a call's own text is looked for: it has its name and the beginning of its arguments. */
const TEXT_CHARS = 1_024;

/** A call with everything by which it can be known again. */
interface Sought {
  readonly name: string;
  /** Its name and arguments in one; nothing where they cannot be compared. */
  readonly key: string | undefined;
  readonly text: string;
  readonly values: readonly string[];
}

/**
 * Where calls stand in what has come in, for each call the first place, or `null`. A call stands in a text when its own text
 * does, when the text read for calls holds the same call, or when its name stands there as a word, and each of its values.
 */
export function findQuotations(
  calls: readonly SoughtCall[],
  material: readonly Material[],
): readonly (ReadIn | null)[] {
  const sought = calls.map(toSought);
  const found = calls.map((): ReadIn | null => null);
  const names = new Matcher(sought.map(({ name }) => name));
  const texts = sought.map(({ text }) => text);
  const values = [...new Set(sought.flatMap((one) => one.values))];
  const parts = new Matcher([...texts, ...values]);
  const numberOf = new Map(values.map((value, at) => [value, texts.length + at]));
  for (const { source, text } of material) {
    if (found.every((one) => one !== null)) break;
    const { text: plain, isWhole } = unwrap(text);
    const piece = folded(plain);
    const places = wordsIn(piece, names, sought);
    const seen = partsIn(bare(piece), parts);
    const written = callsIn([text, plain], sought);
    for (const [index, call] of sought.entries()) {
      if (found[index]) continue;
      const stands =
        !isWhole ||
        call.key === undefined ||
        seen.has(index) ||
        written.has(call.key) ||
        (places.has(index) && call.values.length > 0 && call.values.every((one) => seen.has(numberOf.get(one) ?? -1)));
      if (stands) found[index] = { source, excerpt: excerptOf(text, piece, call.name, places.get(index)) };
    }
  }
  return found;
}

function toSought({ name, arguments: given, text }: SoughtCall): Sought {
  const args = opened(given);
  const key = canonical(args);
  const called = comparable(name);
  return {
    ...{ name: called, key: key === undefined ? undefined : `${called}(${key})` },
    ...{ text: comparable(text).slice(0, TEXT_CHARS), values: tellingValues(args) },
  };
}

const inWord = (char: string | undefined): boolean => char !== undefined && /[a-z0-9_]/.test(char);

/** Calls whose names stand in a text as words, and where. */
function wordsIn(piece: string, names: Matcher, sought: readonly Sought[]): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  names.search(piece, (index, start) => {
    const isWord = !inWord(piece[start - 1]) && !inWord(piece[start + (sought[index]?.name.length ?? 0)]);
    if (isWord) places.set(index, start);
    return isWord;
  });
  return places;
}

function partsIn(piece: string, parts: Matcher): ReadonlySet<number> {
  const seen = new Set<number>();
  parts.search(piece, (index) => {
    seen.add(index);
    return true;
  });
  return seen;
}

/** Calls that texts hold, whichever dialect each is written in. */
function callsIn(texts: readonly string[], sought: readonly Sought[]): ReadonlySet<string> {
  const names = new Set(sought.map(({ name }) => name));
  const keys = new Set<string>();
  for (const text of new Set(texts)) {
    const scanner = new Scanner({ dialect: 'auto' }, 'any-dialect');
    for (const event of [...scanner.feed(text), ...scanner.end()]) {
      if (event.type !== 'call' || !names.has(comparable(event.name))) continue;
      keys.add(`${comparable(event.name)}(${canonical(opened(event.arguments))})`);
    }
  }
  return keys;
}

/** The place in the text as it came, or as it is compared where it is not found there. */
function excerptOf(text: string, piece: string, name: string, place: number | undefined): string {
  const at = text.toLowerCase().indexOf(name);
  const [whole, from] = at >= 0 || place === undefined ? [text, at] : [piece, place];
  const start = Math.max(0, from - EXCERPT_CHARS / 4);
  return shown(whole.slice(start, start + EXCERPT_CHARS));
}

/** For a line beside words of ours: nothing that turns them round, stacks on them, or is not seen. */
const shown = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Deeper arguments are not compared: they count as taken from elsewhere. */
const DEEPEST = 64;
/** Values of one call that are looked for, and how much of each: fewer to find make more calls quotations. */
const VALUES = 64;
const VALUE_CHARS = 256;
/** Shorter values stand anywhere. */
const SHORTEST = 4;

/** Arguments themselves, where a dialect gives them as a text. */
function opened(args: unknown): unknown {
  if (typeof args !== 'string' || !/^\s*[{[]/.test(args)) return args;
  try {
    return JSON.parse(args);
  } catch {
    return args;
  }
}

/** Arguments as they are compared: keys in order, leaves as folded texts. Nothing where they are nested too deep. */
function canonical(value: unknown, depth = 0): string | undefined {
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

/** Texts among the leaves of arguments that are long enough to be compared; numbers if there is no such text. */
function tellingValues(args: unknown): readonly string[] {
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
