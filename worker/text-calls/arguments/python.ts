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

class NotPython extends Error {}

/** Parses Python literals, and JSON ones among them, by descent; every failure is one exception. */
class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** `key=value, key=value`, to the end of the text. */
  keywords(): Record<string, unknown> {
    const found: Record<string, unknown> = {};
    for (;;) {
      this.#spaces();
      if (this.#at === this.#text.length) return found;
      const key = this.#match(WORD);
      this.#spaces();
      this.#take('=');
      const value = this.#value(0);
      if (key !== '__proto__') found[key] = value;
      this.#spaces();
      if (this.#at < this.#text.length) this.#take(',');
    }
  }

  alone(): unknown {
    const value = this.#value(0);
    this.#spaces();
    if (this.#at < this.#text.length) throw new NotPython();
    return value;
  }

  #value(depth: number): unknown {
    if (depth > DEPTH) throw new NotPython();
    this.#spaces();
    const char = this.#text[this.#at] ?? '';
    if (char === '"' || char === "'") return this.#strings();
    if (char === '[') return this.#items(']', depth);
    if (char === '(') return this.#items(')', depth);
    if (char === '{') return this.#entries(depth);
    if (/[-+.\d]/.test(char)) {
      const value = Number(this.#match(NUMBER).replaceAll('_', ''));
      if (!Number.isFinite(value)) throw new NotPython();
      return value;
    }
    const word = this.#match(WORD);
    if (/^[uUrR]$/.test(word) && /["']/.test(this.#text[this.#at] ?? '')) return this.#strings(/[rR]/.test(word));
    if (!Object.hasOwn(NAMES, word)) throw new NotPython();
    return NAMES[word];
  }

  #items(close: string, depth: number): unknown[] {
    this.#at += 1;
    const items: unknown[] = [];
    for (;;) {
      this.#spaces();
      if (this.#skip(close)) return items;
      items.push(this.#value(depth + 1));
      this.#spaces();
      if (!this.#skip(',') && this.#text[this.#at] !== close) throw new NotPython();
    }
  }

  #entries(depth: number): Record<string, unknown> {
    this.#at += 1;
    const found: Record<string, unknown> = {};
    for (;;) {
      this.#spaces();
      if (this.#skip('}')) return found;
      const key = this.#value(depth + 1);
      if (typeof key === 'object' && key !== null) throw new NotPython();
      this.#spaces();
      this.#take(':');
      const value = this.#value(depth + 1);
      if (key !== '__proto__') found[String(key)] = value;
      this.#spaces();
      if (!this.#skip(',') && this.#text[this.#at] !== '}') throw new NotPython();
    }
  }

  /** One string, and those that follow it: Python joins them. */
  #strings(raw = false): string {
    let joined = '';
    do {
      joined += this.#string(raw);
      this.#spaces();
    } while (/["']/.test(this.#text[this.#at] ?? ''));
    return joined;
  }

  #string(raw: boolean): string {
    const quote = this.#text[this.#at] as string;
    const mark = this.#text.startsWith(quote.repeat(3), this.#at) ? quote.repeat(3) : quote;
    this.#at += mark.length;
    let value = '';
    for (;;) {
      if (this.#at >= this.#text.length) throw new NotPython();
      if (this.#text.startsWith(mark, this.#at)) {
        this.#at += mark.length;
        return value;
      }
      const char = this.#text[this.#at] as string;
      if (char === '\n' && mark.length === 1) throw new NotPython();
      this.#at += 1;
      value += char === '\\' && !raw ? this.#escape() : char;
    }
  }

  #escape(): string {
    const char = this.#text[this.#at] ?? '';
    this.#at += 1;
    const digits = { x: 2, u: 4, U: 8 }[char];
    if (digits !== undefined) {
      const code = this.#text.slice(this.#at, this.#at + digits);
      const point = Number.parseInt(code, 16);
      if (!/^[\da-f]+$/i.test(code) || code.length < digits || point > 0x10ffff) throw new NotPython();
      this.#at += digits;
      return digits === 8 ? String.fromCodePoint(point) : String.fromCharCode(point);
    }
    return ESCAPES[char] ?? (/[\\'"/]/.test(char) ? char : `\\${char}`);
  }

  #spaces(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  #skip(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }

  #take(char: string): void {
    if (!this.#skip(char)) throw new NotPython();
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    if (found === '') throw new NotPython();
    this.#at += found.length;
    return found;
  }
}

function attempt(work: () => unknown): Value | undefined {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof NotPython) return undefined;
    throw error;
  }
}

/** What stands between the parentheses of a call; nothing when it is not all keywords with literals. */
export const parseKeywords = (text: string): Value | undefined => attempt(() => new Parser(text).keywords());

/** One literal. */
export const parseLiteral = (text: string): Value | undefined => attempt(() => new Parser(text).alone());
