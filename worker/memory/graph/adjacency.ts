import type { EdgeTable } from './edges.js';

/** New edges beyond this share of the folded ones are folded in too. */
const FOLD = 0.05;
const FOLD_AT_LEAST = 1_024;

/** The edges at one end by node, in the store's order: one array and chains of newer ones. Dead ones stay: a rollback revives them. */
class Ends {
  readonly #column: () => Int32Array;
  readonly #other: () => Int32Array;
  start: Int32Array = new Int32Array(1);
  edges: Int32Array = new Int32Array(0);
  /** Of each of `edges`, its other end: what a walk looks at first. */
  others: Int32Array = new Int32Array(0);
  head: Int32Array = new Int32Array(0);
  tail: Int32Array = new Int32Array(0);
  next: Int32Array = new Int32Array(0);
  folded = 0;
  known = 0;

  constructor(column: () => Int32Array, other: () => Int32Array) {
    this.#column = column;
    this.#other = other;
  }

  update(nodes: number, { size }: EdgeTable): void {
    if (this.start.length === nodes + 1 && this.known === size) return;
    if (this.known === 0 || size - this.folded > FOLD_AT_LEAST + this.folded * FOLD) this.#fold(nodes, size);
    else this.#chain(nodes, size);
  }

  #fold(nodes: number, size: number): void {
    const [column, other] = [this.#column(), this.#other()];
    const start = new Int32Array(nodes + 1);
    for (let edge = 0; edge < size; edge++) {
      const end = column[edge] as number;
      if (end >= 0) start[end + 1] = (start[end + 1] as number) + 1;
    }
    for (let node = 0; node < nodes; node++) start[node + 1] = (start[node + 1] as number) + (start[node] as number);
    const edges = new Int32Array(start[nodes] as number);
    const others = new Int32Array(edges.length);
    const fill = start.slice(0, nodes);
    for (let edge = 0; edge < size; edge++) {
      const end = column[edge] as number;
      if (end < 0) continue;
      const at = fill[end] as number;
      edges[at] = edge;
      others[at] = other[edge] as number;
      fill[end] = at + 1;
    }
    this.start = start;
    this.edges = edges;
    this.others = others;
    this.folded = size;
    this.known = size;
    this.head = new Int32Array(0);
    this.tail = new Int32Array(0);
    this.next = new Int32Array(0);
  }

  #chain(nodes: number, size: number): void {
    const column = this.#column();
    const grow = (old: Int32Array, length: number): Int32Array => {
      if (old.length >= length) return old;
      const longer = new Int32Array(Math.ceil(length * 1.2) + 16).fill(-1);
      longer.set(old);
      return longer;
    };
    const known = this.start.length - 1;
    if (nodes > known) {
      const start = new Int32Array(nodes + 1).fill(this.edges.length);
      start.set(this.start);
      this.start = start;
    }
    this.head = grow(this.head, nodes);
    this.tail = grow(this.tail, nodes);
    this.next = grow(this.next, size - this.folded);
    for (let edge = this.known; edge < size; edge++) {
      const end = column[edge] as number;
      if (end < 0) continue;
      const last = this.tail[end] as number;
      if (last === -1) this.head[end] = edge;
      else this.next[last - this.folded] = edge;
      this.tail[end] = edge;
    }
    this.known = size;
  }

  /** Calls `visit` with each living edge of a node, in the store's order. */
  each(node: number, dead: Uint8Array, visit: (edge: number) => void): void {
    const { start, edges } = this;
    const end = start[node + 1] as number;
    for (let at = start[node] as number; at < end; at++) {
      const edge = edges[at] as number;
      if (dead[edge] === 0) visit(edge);
    }
    if (this.head.length === 0) return;
    for (let edge = this.head[node] ?? -1; edge !== -1; edge = this.next[edge - this.folded] ?? -1) {
      if (dead[edge] === 0) visit(edge);
    }
  }
}

export class Adjacency {
  readonly #edges: EdgeTable;
  readonly #out: Ends;
  readonly #in: Ends;
  /** Of each node the last walk that came by; what a walk finds. Kept, because making them costs more than a short walk. */
  #seen = new Uint32Array(0);
  #found = new Int32Array(0);
  #walks = 0;

  constructor(edges: EdgeTable) {
    this.#edges = edges;
    this.#out = new Ends(
      () => edges.from,
      () => edges.to,
    );
    this.#in = new Ends(
      () => edges.to,
      () => edges.from,
    );
  }

  update(nodes: number): void {
    this.#out.update(nodes, this.#edges);
    this.#in.update(nodes, this.#edges);
  }

  eachOut(node: number, visit: (edge: number) => void): void {
    this.#out.each(node, this.#edges.dead, visit);
  }

  eachIn(node: number, visit: (edge: number) => void): void {
    this.#in.each(node, this.#edges.dead, visit);
  }

  /** Every edge that touches a node, in the store's order; a self edge once. */
  touching(node: number): number[] {
    const found: number[] = [];
    this.eachOut(node, (edge) => found.push(edge));
    const { from } = this.#edges;
    const out = found.length;
    this.eachIn(node, (edge) => {
      if (from[edge] !== node) found.push(edge);
    });
    return out === 0 || out === found.length ? found : found.sort((a, b) => a - b);
  }

  /** Slots of all nodes within `hops` steps of `seeds`, seeds first, in the order they are found. */
  within(seeds: Iterable<number>, hops: number, nodes: number): Int32Array {
    this.update(nodes);
    const { from, to, dead } = this.#edges;
    if (this.#seen.length < nodes || this.#walks === 0xffff_ffff) {
      this.#seen = new Uint32Array(Math.ceil(nodes * 1.2));
      this.#found = new Int32Array(this.#seen.length);
      this.#walks = 0;
    }
    this.#walks += 1;
    const [seen, found, walk] = [this.#seen, this.#found, this.#walks];
    let size = 0;
    for (const seed of seeds) {
      if (seen[seed] === walk) continue;
      seen[seed] = walk;
      found[size++] = seed;
    }
    const sides = [
      { ends: this.#out, other: to },
      { ends: this.#in, other: from },
    ] as const;
    let begin = 0;
    for (let hop = 0; hop < hops && begin < size; hop++) {
      const stop = size;
      for (; begin < stop; begin++) {
        const node = found[begin] as number;
        for (const { ends, other } of sides) {
          const { start, edges, others, head, next, folded } = ends;
          const last = start[node + 1] as number;
          for (let at = start[node] as number; at < last; at++) {
            const target = others[at] as number;
            if (target < 0 || seen[target] === walk || dead[edges[at] as number] === 1) continue;
            seen[target] = walk;
            found[size++] = target;
          }
          if (head.length === 0) continue;
          for (let edge = head[node] ?? -1; edge !== -1; edge = next[edge - folded] ?? -1) {
            const target = other[edge] as number;
            if (target < 0 || seen[target] === walk || dead[edge] === 1) continue;
            seen[target] = walk;
            found[size++] = target;
          }
        }
      }
    }
    return found.slice(0, size);
  }
}
