/** How ideographs become tokens: as overlapping pairs, or together with the letters they stand among. */
export type CjkMode = 'bigram' | 'run';

const FIRST_IDEOGRAPH = 0x4e00;
const LAST_IDEOGRAPH = 0x9fff;
/** The only letters outside ASCII whose lower case is within it; the first leaves a mark behind, which separates. */
const DOTTED_I = 0x130;
const KELVIN = 0x212a;
const SMALL_I = 0x69;
const SMALL_K = 0x6b;

/** Lower case of an ASCII letter or digit; 0 for what separates. */
const LETTERS = Uint8Array.from({ length: 128 }, (_, code) => {
  const small = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9]/.test(small) ? small.charCodeAt(0) : 0;
});

/** Hash of no unit at all. */
export const HASH_START = 0x811c9dc5;
const HASH_STEP = 0x01000193;

/** Hash of a token so far, with one more unit. */
export function hashUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, HASH_STEP);
}

/** One token, spelled out where nothing has to be allocated for it. */
export interface Token {
  /** Its units, from the first; what lies behind `length` is of no meaning. */
  readonly units: Uint16Array;
  readonly length: number;
  readonly hash: number;
}

const isIdeograph = (unit: number): boolean => unit >= FIRST_IDEOGRAPH && unit <= LAST_IDEOGRAPH;

/** Reads the tokens of one text after another into the same buffer. */
export class TokenScanner implements Token {
  readonly #runs: boolean;
  #text = '';
  #at = 0;
  /** The ideograph that the next pair begins with; 0 for none. */
  #previous = 0;
  units = new Uint16Array(64);
  length = 0;
  hash = HASH_START;

  constructor(cjk: CjkMode) {
    this.#runs = cjk === 'run';
  }

  open(text: string): void {
    this.#text = text;
    this.#at = 0;
    this.#previous = 0;
  }

  /** Goes on to the next token; false at the end of the text. */
  next(): boolean {
    if (this.#runs) return this.#nextRun();
    const text = this.#text;
    if (this.#previous !== 0) {
      const unit = text.charCodeAt(this.#at);
      const previous = this.#previous;
      this.#previous = 0;
      if (isIdeograph(unit)) {
        this.#at++;
        return this.#pair(previous, unit);
      }
    }
    const end = text.length;
    for (let at = this.#at; at < end; at++) {
      const unit = text.charCodeAt(at);
      if (unit < 128 ? LETTERS[unit] !== 0 : unit === DOTTED_I || unit === KELVIN) {
        this.#word(at, false);
        return true;
      }
      if (!isIdeograph(unit)) continue;
      const second = text.charCodeAt(at + 1);
      if (isIdeograph(second)) {
        this.#at = at + 2;
        return this.#pair(unit, second);
      }
      this.#at = at + 1;
      this.units[0] = unit;
      this.length = 1;
      this.hash = hashUnit(HASH_START, unit);
      return true;
    }
    this.#at = end;
    return false;
  }

  #pair(first: number, second: number): true {
    this.#previous = second;
    this.units[0] = first;
    this.units[1] = second;
    this.length = 2;
    this.hash = hashUnit(hashUnit(HASH_START, first), second);
    return true;
  }

  #nextRun(): boolean {
    while (this.#at < this.#text.length) {
      this.#word(this.#at, true);
      if (this.length > 1) return true;
      if (this.length === 0) this.#at++;
    }
    return false;
  }

  /** Takes letters and digits, and ideographs where they belong to the word. */
  #word(from: number, ideographs: boolean): void {
    const text = this.#text;
    const end = text.length;
    let units = this.units;
    let length = 0;
    let hash = HASH_START;
    let at = from;
    while (at < end) {
      const unit = text.charCodeAt(at);
      let small = unit;
      if (unit < 128) small = LETTERS[unit] ?? 0;
      else if (unit === KELVIN) small = SMALL_K;
      else if (unit === DOTTED_I) small = SMALL_I;
      else if (!ideographs || !isIdeograph(unit)) break;
      if (small === 0) break;
      if (length === units.length) {
        units = new Uint16Array(length * 2);
        units.set(this.units);
        this.units = units;
      }
      units[length++] = small;
      hash = hashUnit(hash, small);
      at++;
      if (unit === DOTTED_I) break;
    }
    this.#at = at;
    this.length = length;
    this.hash = hash;
  }
}

export function spell({ units, length }: Token): string {
  let text = '';
  for (let from = 0; from < length; from += 4096) {
    text += String.fromCharCode(...units.subarray(from, Math.min(length, from + 4096)));
  }
  return text;
}

/** Tokens of a text, in its order, each as often as it occurs. */
export function tokenize(text: string, cjk: CjkMode = 'bigram'): string[] {
  const scanner = new TokenScanner(cjk);
  const tokens: string[] = [];
  scanner.open(text);
  while (scanner.next()) tokens.push(spell(scanner));
  return tokens;
}
