import { attempt, LiteralParser } from './literal-parser.js';
import { DEPTH, type Value } from './plain-json.js';

const NUMBER = /[-+]?(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][-+]?\d+)?/y;
const WORD = /[A-Za-z_]\w*/y;
const NAMES: { readonly [name: string]: unknown } = {
  ...{ True: true, False: false, None: null },
  ...{ true: true, false: false, null: null },
};
const ESCAPES: { readonly [char: string]: string } = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  '0': '\0',
  '\n': '',
};

/** Parses Python literals, and JSON ones among them. */
class Parser extends LiteralParser {
  /** `key=value, key=value`, to the end of the text. */
  keywords(): Record<string, unknown> {
    const found: Record<string, unknown> = {};
    for (;;) {
      this.spaces();
      if (this.at === this.text.length) return found;
      const key = this.#match(WORD);
      this.spaces();
      this.take('=');
      const value = this.#value(0);
      if (key !== '__proto__') found[key] = value;
      this.spaces();
      if (this.at < this.text.length) this.take(',');
    }
  }

  #value(depth: number): unknown {
    if (depth > DEPTH) this.fail();
    this.spaces();
    const char = this.text[this.at] ?? '';
    if (char === '"' || char === "'") return this.#strings();
    const inner = () => this.#value(depth + 1);
    if (char === '[') return this.items(']', inner);
    if (char === '(') return this.items(')', inner);
    if (char === '{') return this.object(inner, inner);
    if (/[-+.\d]/.test(char)) {
      const value = Number(this.#match(NUMBER).replaceAll('_', ''));
      if (!Number.isFinite(value)) this.fail();
      return value;
    }
    const word = this.#match(WORD);
    if (/^[uUrR]$/.test(word) && /["']/.test(this.text[this.at] ?? '')) return this.#strings(/[rR]/.test(word));
    if (!Object.hasOwn(NAMES, word)) this.fail();
    return NAMES[word];
  }

  /** One string, and those that follow it: Python joins them. */
  #strings(raw = false): string {
    let joined = '';
    do {
      joined += this.#string(raw);
      this.spaces();
    } while (/["']/.test(this.text[this.at] ?? ''));
    return joined;
  }

  #string(raw: boolean): string {
    const quote = this.text[this.at] as string;
    const mark = this.text.startsWith(quote.repeat(3), this.at) ? quote.repeat(3) : quote;
    this.at += mark.length;
    let value = '';
    for (;;) {
      if (this.at >= this.text.length) this.fail();
      if (this.text.startsWith(mark, this.at)) {
        this.at += mark.length;
        return value;
      }
      const char = this.text[this.at] as string;
      if (char === '\n' && mark.length === 1) this.fail();
      this.at += 1;
      value += char === '\\' && !raw ? this.#escape() : char;
    }
  }

  #escape(): string {
    const char = this.text[this.at] ?? '';
    this.at += 1;
    const digits = { x: 2, u: 4, U: 8 }[char];
    if (digits !== undefined) {
      const code = this.text.slice(this.at, this.at + digits);
      const point = Number.parseInt(code, 16);
      if (!/^[\da-f]+$/i.test(code) || code.length < digits || point > 0x10ffff) this.fail();
      this.at += digits;
      return digits === 8 ? String.fromCodePoint(point) : String.fromCharCode(point);
    }
    return ESCAPES[char] ?? (/[\\'"/]/.test(char) ? char : `\\${char}`);
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    if (found === '') this.fail();
    this.at += found.length;
    return found;
  }
}

/** What stands between the parentheses of a call; nothing when it is not all keywords with literals. */
export const parseKeywords = (text: string): Value | undefined => attempt(() => new Parser(text).keywords());
