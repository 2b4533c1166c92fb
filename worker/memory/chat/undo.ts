import type { Journal } from '../graph/journal.js';
import type { Counters, GraphOp } from '../records.js';

/** How a change is taken back. */
export interface Undoable {
  readonly inverse: readonly GraphOp[];
  readonly counters: Counters;
}

/** Changes that may be taken back. */
const STEPS = 50;

/** The changes that were made here, as long as nobody else's came after them. */
export class UndoSteps {
  #steps: Undoable[] = [];
  /** Key of the last commit that was made here. */
  #own = -1;

  /** @param last Key of the last commit that is in the graph. */
  has(last: number): boolean {
    return this.#steps.length > 0 && last === this.#own;
  }

  /** A change of ours was kept under this key. */
  push(journal: Journal, key: number, before: number): void {
    if (!this.has(before)) this.#steps = [];
    this.#steps.push({ inverse: journal.inverse(), counters: journal.counters });
    if (this.#steps.length > STEPS) this.#steps.shift();
    this.#own = key;
  }

  /** Takes the last change back by `apply`, which makes a change of its own. @returns false when there is none. */
  async undo(last: number, apply: (step: Undoable) => Promise<void>): Promise<boolean> {
    const step = this.has(last) ? this.#steps.at(-1) : undefined;
    if (!step) return false;
    const before = this.#steps.slice(0, -1);
    await apply(step);
    this.#steps = before;
    return true;
  }
}
