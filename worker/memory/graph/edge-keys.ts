/** Finds an edge by its ends and its type: open addressing over numbers, without a string per edge. */
export class EdgeKeys {
  #table = new Int32Array(64).fill(-1);
  #used = 0;
  readonly #same: (edge: number, from: number, to: number, type: number) => boolean;
  readonly #hashOf: (edge: number) => number;

  /** `same` compares an edge with a key; `hashOf` gives an edge's `hash`. */
  constructor(
    same: (edge: number, from: number, to: number, type: number) => boolean,
    hashOf: (edge: number) => number,
  ) {
    this.#same = same;
    this.#hashOf = hashOf;
  }

  static hash(from: number, to: number, type: number): number {
    let hash = Math.imul(from, 0x9e3779b1) ^ Math.imul(to, 0x85ebca77) ^ Math.imul(type, 0xc2b2ae3d);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    return (hash ^ (hash >>> 13)) >>> 0;
  }

  find(from: number, to: number, type: number): number {
    const mask = this.#table.length - 1;
    for (let at = EdgeKeys.hash(from, to, type) & mask; ; at = (at + 1) & mask) {
      const edge = this.#table[at] ?? -1;
      if (edge === -1) return -1;
      if (edge >= 0 && this.#same(edge, from, to, type)) return edge;
    }
  }

  add(edge: number): void {
    if (this.#used * 2 >= this.#table.length) this.#grow();
    this.#put(edge);
    this.#used += 1;
  }

  #put(edge: number): void {
    const mask = this.#table.length - 1;
    let at = this.#hashOf(edge) & mask;
    while ((this.#table[at] ?? -1) !== -1) at = (at + 1) & mask;
    this.#table[at] = edge;
  }

  #grow(): void {
    const old = this.#table;
    this.#table = new Int32Array(old.length * 2).fill(-1);
    for (const edge of old) if (edge >= 0) this.#put(edge);
  }
}
