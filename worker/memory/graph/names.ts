/** Gives each of a few strings a small number, and each number the same string in lower case. */
export class Names {
  readonly #codes = new Map<string, number>();
  readonly #texts: string[] = [];
  readonly #keys: string[] = [];
  readonly #keyCodes = new Map<string, number>();
  /** Of each number: the number of its key. Equal for texts that differ in case or outer space only. */
  readonly #keyOf: number[] = [];
  readonly #toKey: (text: string) => string;

  constructor(toKey: (text: string) => string) {
    this.#toKey = toKey;
  }

  get size(): number {
    return this.#texts.length;
  }

  code(text: string): number {
    const known = this.#codes.get(text);
    if (known !== undefined) return known;
    const code = this.#texts.length;
    this.#codes.set(text, code);
    this.#texts.push(text);
    this.#keyOf.push(this.#keyCode(this.#toKey(text)));
    return code;
  }

  text(code: number): string {
    return this.#texts[code] ?? '';
  }

  /** Number of the text's key; equal keys have equal numbers. */
  keyOf(code: number): number {
    return this.#keyOf[code] ?? -1;
  }

  key(keyCode: number): string {
    return this.#keys[keyCode] ?? '';
  }

  /** The number of a key, or -1 when nothing has it. */
  findKey(key: string): number {
    return this.#keyCodes.get(key) ?? -1;
  }

  #keyCode(key: string): number {
    const known = this.#keyCodes.get(key);
    if (known !== undefined) return known;
    this.#keyCodes.set(key, this.#keys.length);
    this.#keys.push(key);
    return this.#keys.length - 1;
  }
}
