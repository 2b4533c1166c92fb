import { DEPTH, type Value } from '../arguments/plain-json.js';

const WORDS: { readonly [word: string]: unknown } = { true: true, false: false, null: null };
const NUMBER = /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/;

class Unreadable extends Error {}

/** Gemma's values: JSON whose strings stand between marks of its own, and whose keys stand bare. */
class Parser {
  readonly #text: string;
  readonly #quote: string;
  #at = 0;

  constructor(text: string, quote: string) {
    this.#text = text;
    this.#quote = quote;
  }

  whole(): unknown {
    const value = this.#value(0);
    this.#spaces();
    if (this.#at < this.#text.length) throw new Unreadable();
    return value;
  }

  #value(depth: number): unknown {
    if (depth > DEPTH) throw new Unreadable();
    this.#spaces();
    if (this.#text.startsWith(this.#quote, this.#at)) return this.#string();
    const char = this.#text[this.#at];
    if (char === '{') return this.#object(depth);
    if (char === '[') return this.#list(depth);
    const word = this.#bare();
    if (Object.hasOwn(WORDS, word)) return WORDS[word];
    if (NUMBER.test(word)) return Number(word);
    if (word.length > 1 && word[0] === '"' && word.at(-1) === '"') return word.slice(1, -1);
    return word;
  }

  #string(): string {
    const from = this.#at + this.#quote.length;
    const to = this.#text.indexOf(this.#quote, from);
    if (to < 0) throw new Unreadable();
    this.#at = to + this.#quote.length;
    return this.#text.slice(from, to);
  }

  #object(depth: number): Record<string, unknown> {
    const found: Record<string, unknown> = {};
    this.#at += 1;
    for (;;) {
      this.#spaces();
      if (this.#skip('}')) return found;
      const key = this.#text.startsWith(this.#quote, this.#at) ? this.#string() : this.#bare(':');
      this.#spaces();
      if (!this.#skip(':')) throw new Unreadable();
      const value = this.#value(depth + 1);
      if (key !== '__proto__') found[key] = value;
      this.#spaces();
      if (!this.#skip(',') && this.#text[this.#at] !== '}') throw new Unreadable();
    }
  }

  #list(depth: number): unknown[] {
    const found: unknown[] = [];
    this.#at += 1;
    for (;;) {
      this.#spaces();
      if (this.#skip(']')) return found;
      found.push(this.#value(depth + 1));
      this.#spaces();
      if (!this.#skip(',') && this.#text[this.#at] !== ']') throw new Unreadable();
    }
  }

  /** What stands without marks, up to what ends a value. */
  #bare(also = ''): string {
    const from = this.#at;
    while (this.#at < this.#text.length && !`,}]${also}`.includes(this.#text[this.#at] as string)) this.#at += 1;
    const word = this.#text.slice(from, this.#at).trim();
    if (word === '') throw new Unreadable();
    return word;
  }

  #spaces(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  #skip(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }
}

/** Reads `{key:value}` whose strings stand between `quote`; nothing when it cannot be read. */
export function parseBraces(text: string, quote: string): Value | undefined {
  try {
    return { value: new Parser(text, quote).whole() };
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

/** Writes a value that way. */
export function writeBraces(value: unknown, quote: string): string {
  if (typeof value === 'string') return quote + value + quote;
  if (Array.isArray(value)) return `[${value.map((one) => writeBraces(one, quote)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, one]) => `${key}:${writeBraces(one, quote)}`)
    .join(',')}}`;
}
