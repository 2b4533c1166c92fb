/** A document with its score; more is better. */
export interface Scored {
  readonly doc: number;
  readonly score: number;
}

/** The `k` best of the documents offered; among equal ones the later number. */
export class Top {
  readonly #k: number;
  /** A heap, the worst on top. */
  readonly #heap: Scored[] = [];

  constructor(k: number) {
    this.#k = k;
  }

  /** False for a score that is not among the best any more. */
  wants(score: number): boolean {
    return this.#heap.length < this.#k || score >= (this.#heap[0]?.score ?? Number.POSITIVE_INFINITY);
  }

  offer(doc: number, score: number): void {
    const heap = this.#heap;
    const one = { doc, score };
    if (heap.length < this.#k) {
      let at = heap.push(one) - 1;
      for (let up = (at - 1) >> 1; at > 0 && isWorse(one, heap[up] as Scored); up = (at - 1) >> 1) {
        heap[at] = heap[up] as Scored;
        at = up;
      }
      heap[at] = one;
      return;
    }
    if (this.#k === 0 || !isWorse(heap[0] as Scored, one)) return;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && isWorse(heap[child + 1] as Scored, heap[child] as Scored)) child += 1;
      if (!isWorse(heap[child] as Scored, one)) break;
      heap[at] = heap[child] as Scored;
      at = child;
    }
    heap[at] = one;
  }

  /** What is kept, the best first. */
  sorted(): Scored[] {
    return this.#heap.sort((a, b) => (isWorse(b, a) ? -1 : 1));
  }
}

const isWorse = (a: Scored, b: Scored): boolean => a.score < b.score || (a.score === b.score && a.doc < b.doc);
