import { withoutThoughts } from '../base/thoughts.js';

/** A text that ends what came before it, or is in a script that writes no spaces, follows without a space. */
const JOINS =
  /^[\s,.;:!?…)\]}’”»、。，！？；：」』）…\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The message that a director writes. */
export class Draft {
  readonly #before: string;
  readonly #changed: ((text: string) => void) | undefined;
  #text: string;
  #isWritten = false;

  /** `before`: of a message that is continued, what there is of it. */
  constructor(before: string, changed?: (text: string) => void) {
    this.#before = before;
    this.#text = before;
    this.#changed = changed;
  }

  get text(): string {
    return this.#text;
  }

  /** There is nothing that could be a message. */
  get isBlank(): boolean {
    return this.#text.trim() === '';
  }

  /** The director has come to a message that was not there before. */
  get isNew(): boolean {
    return !this.isBlank && this.#text !== this.#before;
  }

  /** Puts a text in its place. @throws for a blank one: then the draft stays. */
  write(text: string): void {
    if (text.trim() === '') throw new Error('the text is blank: the draft stays as it was');
    this.#text = text;
    this.#isWritten = true;
    this.#changed?.(text);
  }

  /**
   * Takes what was said without a tool: the message, or the rest of one that is continued. What is said after something was
   * written is about the draft and not part of it. @returns true where it was taken.
   */
  take(said: string): boolean {
    const text = withoutThoughts(said);
    if (text === '' || this.#isWritten) return false;
    this.write(goOn(this.#before, text));
    return true;
  }
}

function goOn(before: string, text: string): string {
  if (before.trim() === '' || text.startsWith(before.trim())) return text;
  return /\s$/.test(before) || JOINS.test(text) ? before + text : `${before} ${text}`;
}
