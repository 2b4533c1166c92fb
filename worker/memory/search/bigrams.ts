import type { TokenSource } from './inverted-index.js';
import { HASH_START, hashUnit } from './tokens.js';

/** Every pair of neighbouring units of a text, whatever they are. */
export class Bigrams implements TokenSource {
  readonly units = new Uint16Array(2);
  readonly length = 2;
  hash = 0;
  #text = '';
  #at = 0;

  open(text: string): void {
    this.#text = text;
    this.#at = 1;
  }

  next(): boolean {
    if (this.#at >= this.#text.length) return false;
    const first = this.#text.charCodeAt(this.#at - 1);
    const second = this.#text.charCodeAt(this.#at++);
    this.units[0] = first;
    this.units[1] = second;
    this.hash = hashUnit(hashUnit(HASH_START, first), second);
    return true;
  }
}
