import type { TokenSource } from './inverted-index.js';
import { recallWords } from './recall-words.js';
import { HASH_START, hashUnit } from './tokens.js';

/** Gives the words of one text after another to an index. */
export class WordSource implements TokenSource {
  #words: Iterator<string> = [][Symbol.iterator]();
  units = new Uint16Array(64);
  length = 0;
  hash = HASH_START;
  /** Words that were given of the text. */
  count = 0;

  /** Stands between a title and the rest of a text. */
  readonly titleEnd = '\u0001';

  open(text: string): void {
    const end = text.indexOf(this.titleEnd);
    this.#words = end < 0 ? recallWords(text) : titled(text.slice(0, end), text.slice(end + 1));
    this.count = 0;
  }

  next(): boolean {
    const { done, value } = this.#words.next();
    if (done) return false;
    this.take(value);
    this.count += 1;
    return true;
  }

  /** Makes one word the token. */
  take(word: string): void {
    if (word.length > this.units.length) this.units = new Uint16Array(word.length * 2);
    let hash = HASH_START;
    for (let i = 0; i < word.length; i++) {
      const unit = word.charCodeAt(i);
      this.units[i] = unit;
      hash = hashUnit(hash, unit);
    }
    this.length = word.length;
    this.hash = hash;
  }
}

/** The words of a title count as those of the text, and once more as a title's. */
function* titled(title: string, rest: string): Generator<string> {
  for (const word of recallWords(title)) {
    yield word;
    yield `^${word}`;
  }
  yield* recallWords(rest);
}
