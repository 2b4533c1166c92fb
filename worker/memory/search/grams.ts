import type { TokenSource } from './inverted-index.js';
import { HASH_START, hashUnit } from './tokens.js';

/** Every part of a text with so many units, whatever they are. */
export class Grams implements TokenSource {
  readonly #least: number;
  readonly #most: number;
  readonly units: Uint16Array;
  length = 0;
  hash = HASH_START;
  #text = '';
  #at = 0;

  constructor(least: number, most: number) {
    this.#least = least;
    this.#most = most;
    this.units = new Uint16Array(most);
  }

  open(text: string): void {
    this.#text = text;
    this.#at = 0;
    this.#restart();
  }

  next(): boolean {
    const text = this.#text;
    if (this.length === this.#most || this.#at + this.length >= text.length) {
      this.#at++;
      this.#restart();
      if (this.#at + this.length >= text.length) return false;
    }
    const unit = text.charCodeAt(this.#at + this.length);
    this.units[this.length++] = unit;
    this.hash = hashUnit(this.hash, unit);
    return true;
  }

  /** Takes in what stands before the last unit of the shortest part. */
  #restart(): void {
    this.length = 0;
    this.hash = HASH_START;
    while (this.length < this.#least - 1) {
      const unit = this.#text.charCodeAt(this.#at + this.length);
      this.units[this.length++] = unit;
      this.hash = hashUnit(this.hash, unit);
    }
  }
}
