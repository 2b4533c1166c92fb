export interface Hit {
  readonly doc: number;
  readonly score: number;
}

/** More than any document's number. */
const DOCS = 2 ** 32;

/** The `k` best documents of those offered: the higher count first, then the lower number. Holds no more than `k`. */
export class Best {
  readonly #k: number;
  /** A heap, the worst on top. One number encodes both count and document; the better one is larger. */
  readonly #keys: number[] = [];

  constructor(k: number) {
    this.#k = k;
  }

  get full(): boolean {
    return this.#keys.length >= this.#k;
  }

  get least(): number {
    return Math.ceil((this.#keys[0] ?? 0) / DOCS);
  }

  wants(count: number, doc: number): boolean {
    return !this.full || count * DOCS - doc > (this.#keys[0] ?? 0);
  }

  /** Keeps a document; for one that is wanted. */
  put(count: number, doc: number): void {
    const keys = this.#keys;
    const key = count * DOCS - doc;
    if (!this.full) {
      let at = keys.push(key) - 1;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        const above = keys[parent] ?? 0;
        if (above <= key) break;
        keys[at] = above;
        at = parent;
      }
      keys[at] = key;
      return;
    }
    let at = 0;
    for (let child = 1; child < keys.length; child = 2 * at + 1) {
      if ((keys[child + 1] ?? Number.POSITIVE_INFINITY) < (keys[child] ?? 0)) child++;
      const below = keys[child] ?? 0;
      if (below >= key) break;
      keys[at] = below;
      at = child;
    }
    keys[at] = key;
  }

  /** What is kept, the best first; scores are counts divided by `whole`. */
  hits(whole: number): Hit[] {
    return this.#keys
      .sort((a, b) => b - a)
      .map((key) => {
        const count = Math.ceil(key / DOCS);
        return { doc: count * DOCS - key, score: count / whole };
      });
  }
}
