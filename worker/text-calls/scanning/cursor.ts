import { finderOf } from './literals.js';
import { type Reading, Source } from './source.js';

/** White space as people and models write it, the ideographic space among it. */
export const isSpace = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x3000 || code === 0xfeff;

const inName = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;

/** Longest name of a tool, and of a call's id. */
const NAME_CHARS = 256;
/** More than the longest marker has. */
const LITERAL_CHARS = 64;

/**
 * What every reader is made of. Each step moves past what it has read, or stays where it was and says so. A step that
 * begins beyond the limit fails: where chunks end must not decide whether a candidate is too long.
 */
export class Cursor extends Source {
  /** Position that no candidate may pass. */
  limit = Number.POSITIVE_INFINITY;
  /** The limit was met. */
  tooLong = false;

  /** Where in the chunk a step must stop: at its end, or behind the limit. */
  get end(): number {
    return Math.min(this.chunk.length, this.limit + 1 - this.base);
  }

  /** True while the limit is kept. Ask after each step that may have read far: chunks end where they like. */
  fits(): boolean {
    if (this.position > this.limit) this.tooLong = true;
    return !this.tooLong;
  }

  /** Waits for more. @returns false when there is none. */
  *more(): Reading {
    if (!this.fits() || this.ended) return false;
    yield;
    return true;
  }

  /** The next character's code; -1 at the end of the text. */
  *peek(): Reading<number> {
    if (!this.fits()) return -1;
    while (this.at === this.chunk.length) if (!(yield* this.more())) return -1;
    return this.chunk.charCodeAt(this.at);
  }

  *spaces(): Reading<void> {
    do {
      const { chunk, end } = this;
      while (this.at < end && isSpace(chunk.charCodeAt(this.at))) this.at += 1;
    } while (this.at === this.chunk.length && (yield* this.more()));
  }

  /** Reads exactly this text. */
  *literal(text: string): Reading {
    return (yield* this.oneOf([text])) !== undefined;
  }

  /** Reads the first of these texts that stands here; one that another begins with comes after it. */
  *oneOf(texts: readonly string[]): Reading<string | undefined> {
    if (!this.fits()) return undefined;
    for (;;) {
      const left = this.chunk.length - this.at;
      let partial = false;
      for (const text of texts) {
        if (left >= text.length) {
          if (!this.chunk.startsWith(text, this.at)) continue;
          this.at += text.length;
          return text;
        }
        if (text.startsWith(this.chunk.slice(this.at))) {
          partial = true;
          break;
        }
      }
      if (!partial || this.ended) return this.ended && partial ? this.#complete(texts) : undefined;
      yield;
    }
  }

  #complete(texts: readonly string[]): string | undefined {
    const text = texts.find((one) => this.chunk.startsWith(one, this.at));
    if (text !== undefined) this.at += text.length;
    return text;
  }

  /** Reads up to the first of these constant texts, and stops before it. */
  *until(texts: readonly string[]): Reading<string | undefined> {
    const next = finderOf(texts);
    for (;;) {
      // No text is as long as that, so that one which begins before the limit is whole.
      const window = this.chunk.slice(0, this.end + LITERAL_CHARS);
      const found = next(window, this.at);
      this.at = found < 0 ? window.length : found;
      if (!this.fits()) return undefined;
      if (found >= 0) {
        const here = texts.find((text) => this.chunk.startsWith(text, this.at));
        if (here !== undefined) return here;
        if (this.ended) {
          this.at += 1;
          continue;
        }
      } else if (this.ended) return undefined;
      yield;
    }
  }

  /** Reads a name: letters, digits, `_` and what else is given. Empty when there is none, or it is too long. */
  *name(also = '.-'): Reading<string> {
    const from = this.position;
    do {
      while (
        this.at < this.chunk.length &&
        this.position - from <= NAME_CHARS &&
        (inName(this.chunk.charCodeAt(this.at)) || also.includes(this.chunk[this.at] as string))
      )
        this.at += 1;
      if (this.position - from > NAME_CHARS) return '';
    } while (this.at === this.chunk.length && (yield* this.more()));
    return this.fits() ? this.slice(from, this.position) : '';
  }
}
