/** One quotation: by quotation marks, by backticks, or a code fence. */
interface Quotation {
  /** Code of the character that ends it. */
  readonly close: number;
  /** How many of them in a row. */
  readonly length: number;
  readonly isFence: boolean;
  hasEnded: boolean;
}

const [BREAK, BACKSLASH, TICK, TILDE, DOUBLE, SINGLE] = [10, 92, 96, 126, 34, 39];
/** Opening marks and what closes them. */
const MARKS: ReadonlyMap<number, number> = new Map(
  ['""', "''", '“”', '‘’', '„“', '«»', '‹›', '「」', '『』'].map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]),
);
/** These stand in words too. */
const APOSTROPHES: readonly (number | undefined)[] = [SINGLE, 0x2019];
/** Shortest run of backticks that fences code. */
const FENCE = 3;

const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);
/** What a straight mark that opens does not follow: these end a sentence. */
const ENDS: readonly number[] = [...'.!?'].map((char) => char.charCodeAt(0));

/**
 * Knows at each place of a text that flows by whether a quotation is open there. Backticks and quotation marks quote up to a
 * blank line at the most; a code fence up to its end.
 */
export class Quotes {
  #open: Quotation | undefined;
  /** The character before. */
  #before = BREAK;
  /** Nothing but blanks stands in the line so far. */
  #isLineBlank = true;
  /** Backticks or tildes in a row, so far; what they mean is known behind them. */
  #run = { code: 0, length: 0, isAtStart: false };
  /** The mark that has just been read may have ended the quotation, or begun it: the next character decides. */
  #mayEnd = false;
  #isFresh = false;

  /** The quotation that is open. */
  get open(): Quotation | undefined {
    return this.#open;
  }

  copy(): Quotes {
    const other = new Quotes();
    other.take(this);
    return other;
  }

  /** Stands where another one stands. */
  take(other: Quotes): void {
    this.#open = other.#open;
    this.#before = other.#before;
    this.#isLineBlank = other.#isLineBlank;
    this.#run = { ...other.#run };
    this.#mayEnd = other.#mayEnd;
    this.#isFresh = other.#isFresh;
  }

  /** The quotation that is open quotes nothing. */
  giveUp(): void {
    this.#open = undefined;
  }

  /** Reads a stretch up to the next of these characters. @returns how long it is. */
  readOn(chunk: string, from: number, stops: ReadonlySet<number>): number {
    let at = from;
    for (; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at);
      if (stops.has(code)) break;
      this.read(code);
    }
    return at - from;
  }

  /** The next character is known: it decides about the last mark. -1 for the end of the text. */
  meet(code: number): void {
    if (this.#run.length > 0 && code !== this.#run.code) this.#endRun(code);
    if (this.#mayEnd) {
      this.#mayEnd = false;
      if (!isWord(code)) this.#end();
    }
    if (this.#isFresh) {
      this.#isFresh = false;
      if (isBlank(code)) this.giveUp();
    }
  }

  read(code: number): void {
    this.meet(code);
    if (code === BREAK) {
      if (this.#isLineBlank && !this.#open?.isFence) this.giveUp();
      this.#isLineBlank = true;
    } else if (code === TICK || (code === TILDE && this.#isLineBlank)) this.#runOn(code);
    else this.#mark(code);
    if (!isBlank(code) && code !== this.#run.code) this.#isLineBlank = false;
    this.#before = code;
  }

  #runOn(code: number): void {
    const { length, isAtStart } = this.#run;
    this.#run = { code, length: length + 1, isAtStart: length > 0 ? isAtStart : this.#isLineBlank };
  }

  #endRun(next: number): void {
    const { code, length, isAtStart } = this.#run;
    this.#run = { code: 0, length: 0, isAtStart: false };
    this.#isLineBlank = false;
    const isFence = isAtStart && length >= FENCE;
    const open = this.#open;
    if (!open) {
      if (isFence || code === TICK) this.#open = { close: code, length, isFence, hasEnded: false };
    } else if (open.close !== code) return;
    else if (open.isFence) {
      if (!isFence || length < open.length) return;
      // One that names a language begins: the one before was left open.
      if (next < 0 || isBlank(next)) this.#end();
      else this.#open = { close: code, length, isFence, hasEnded: false };
    } else if (length === open.length) this.#end();
  }

  #mark(code: number): void {
    const open = this.#open;
    if (!open) {
      const close = MARKS.get(code);
      const isStraight = code === DOUBLE || code === SINGLE;
      if (close === undefined || (isStraight && (isWord(this.#before) || ENDS.includes(this.#before)))) return;
      this.#open = { close, length: 1, isFence: false, hasEnded: false };
      this.#isFresh = true;
      return;
    }
    if (open.isFence || open.close !== code || code === TICK || this.#before === BACKSLASH) return;
    if (APOSTROPHES.includes(code)) this.#mayEnd = true;
    else this.#end();
  }

  #end(): void {
    if (this.#open) this.#open.hasEnded = true;
    this.#open = undefined;
  }
}
