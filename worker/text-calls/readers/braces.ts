import { attempt, LiteralParser } from '../arguments/literal-parser.js';
import { DEPTH, type Value } from '../arguments/plain-json.js';

const WORDS: { readonly [word: string]: unknown } = { true: true, false: false, null: null };
const NUMBER = /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/;

/** Gemma's values: JSON whose strings stand between marks of its own, and whose keys stand bare. */
class Parser extends LiteralParser {
  readonly #quote: string;

  constructor(text: string, quote: string) {
    super(text);
    this.#quote = quote;
  }

  whole(): unknown {
    const value = this.#value(0);
    this.spaces();
    if (this.at < this.text.length) this.fail();
    return value;
  }

  #value(depth: number): unknown {
    if (depth > DEPTH) this.fail();
    this.spaces();
    const quoted = () => this.text.startsWith(this.#quote, this.at);
    if (quoted()) return this.#string();
    const char = this.text[this.at];
    const inner = () => this.#value(depth + 1);
    if (char === '{') return this.object(() => (quoted() ? this.#string() : this.#bare(':')), inner);
    if (char === '[') return this.items(']', inner);
    const word = this.#bare();
    if (Object.hasOwn(WORDS, word)) return WORDS[word];
    if (NUMBER.test(word)) return Number(word);
    if (word.length > 1 && word[0] === '"' && word.at(-1) === '"') return word.slice(1, -1);
    return word;
  }

  #string(): string {
    const from = this.at + this.#quote.length;
    const to = this.text.indexOf(this.#quote, from);
    if (to < 0) this.fail();
    this.at = to + this.#quote.length;
    return this.text.slice(from, to);
  }

  /** What stands without marks, up to what ends a value. */
  #bare(also = ''): string {
    const from = this.at;
    while (this.at < this.text.length && !`,}]${also}`.includes(this.text[this.at] as string)) this.at += 1;
    const word = this.text.slice(from, this.at).trim();
    if (word === '') this.fail();
    return word;
  }
}

/** Reads `{key:value}` whose strings stand between `quote`; nothing when it cannot be read. */
export const parseBraces = (text: string, quote: string): Value | undefined =>
  attempt(() => new Parser(text, quote).whole());

/** Writes a value that way. */
export function writeBraces(value: unknown, quote: string): string {
  if (typeof value === 'string') return quote + value + quote;
  if (Array.isArray(value)) return `[${value.map((one) => writeBraces(one, quote)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, one]) => `${key}:${writeBraces(one, quote)}`)
    .join(',')}}`;
}
