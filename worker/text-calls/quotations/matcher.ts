/** Finds many texts at once, in time linear in what is searched, whatever the texts are. */
export class Matcher {
  readonly #next: Map<number, number>[] = [new Map()];
  readonly #fail: number[] = [0];
  /** Texts that end at a state, by their numbers; and the next state behind it where others end. */
  readonly #ends: number[][] = [[]];
  readonly #more: number[] = [0];
  readonly #lengths: number[] = [];

  /** Empty texts are found nowhere. */
  constructor(texts: readonly string[]) {
    for (const [index, text] of texts.entries()) this.#add(text, index);
    this.#link();
  }

  #add(text: string, index: number): void {
    this.#lengths.push(text.length);
    if (text === '') return;
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      let next = this.#next[state]?.get(code);
      if (next === undefined) {
        next = this.#next.length;
        this.#next.push(new Map());
        this.#fail.push(0);
        this.#ends.push([]);
        this.#more.push(0);
        this.#next[state]?.set(code, next);
      }
      state = next;
    }
    this.#ends[state]?.push(index);
  }

  #link(): void {
    const queue = [...(this.#next[0]?.values() ?? [])];
    for (let at = 0; at < queue.length; at++) {
      const state = queue[at] as number;
      for (const [code, next] of this.#next[state] ?? []) {
        const fail = this.#step(this.#fail[state] as number, code);
        this.#fail[next] = fail;
        this.#more[next] = (this.#ends[fail] as number[]).length > 0 ? fail : (this.#more[fail] as number);
        queue.push(next);
      }
    }
  }

  #step(from: number, code: number): number {
    for (let state = from; ; state = this.#fail[state] as number) {
      const next = this.#next[state]?.get(code);
      if (next !== undefined) return next;
      if (state === 0) return 0;
    }
  }

  /** Calls `onMatch` for each place of each text, until it returns true for that text. */
  search(text: string, onMatch: (index: number, start: number) => boolean): void {
    const known = new Set<number>();
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      state = this.#step(state, text.charCodeAt(at));
      for (let end = state; end !== 0; end = this.#more[end] as number) {
        for (const index of this.#ends[end] as number[]) {
          if (known.has(index)) continue;
          if (onMatch(index, at + 1 - (this.#lengths[index] as number))) known.add(index);
        }
      }
    }
  }
}
