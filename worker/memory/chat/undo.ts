import type { Graph } from '../graph/graph.js';
import type { Journal } from '../graph/journal.js';
import type { KeptCommit } from '../log/live.js';
import type { Anchor } from './timeline.js';

/** A commit that is in the graph, and how it is taken back; nothing where that is not known any more. */
export interface AppliedCommit extends KeptCommit {
  readonly journal: Journal | undefined;
}

interface Step extends KeptCommit {
  readonly journal: Journal;
}

const STEPS = 50;

/** Thrown where there is nothing to take back, so that nothing is kept. */
const NOTHING = new Error('nothing to take back');

/** Our changes, as long as nobody else's came after them. Only what is in the graph now counts: a swipe may hide a change. */
export class UndoSteps {
  /** Our commits by key; for one that took another back, that one's key. The oldest first. */
  readonly #own = new Map<number, number | undefined>();
  #step: Step | undefined;
  readonly #applied: () => readonly AppliedCommit[];

  /** `applied`: what is in the graph now, in order. */
  constructor(applied: () => readonly AppliedCommit[]) {
    this.#applied = applied;
  }

  get any(): boolean {
    return this.#next() !== undefined;
  }

  /** Where the change that is being written belongs, if it takes another back: to that one's message. */
  get place(): Anchor | undefined {
    const { commit } = this.#step ?? {};
    return commit && { floor: commit.floor, swipe: commit.swipe, turn: undefined };
  }

  /** A change of ours was kept under this key. */
  push(key: number): void {
    this.#own.set(key, this.#step?.key);
    // As many steps, each with the one that takes it back.
    const [oldest] = this.#own.keys();
    if (this.#own.size > 2 * STEPS && oldest !== undefined) this.#own.delete(oldest);
  }

  /** Takes the last change back by `write`, which makes a change of its own. @returns false when there is none. */
  async undo(write: (plan: (graph: Graph) => void) => Promise<unknown>): Promise<boolean> {
    try {
      await write((graph) => {
        // Chosen when it is made: others may have written since it was asked for.
        const step = this.#next();
        if (!step) throw NOTHING;
        this.#step = step;
        const { nodeSeq } = graph.counters;
        graph.apply(step.journal.inverse(), { ...step.journal.counters, nodeSeq });
      });
      return true;
    } catch (error) {
      if (error === NOTHING) return false;
      throw error;
    } finally {
      this.#step = undefined;
    }
  }

  /** The log is another one: its keys mean other commits. */
  clear(): void {
    this.#own.clear();
    this.#step = undefined;
  }

  #next(): Step | undefined {
    const applied = this.#applied();
    /** Keys of those that were taken back, which come before what has taken them back, in turn. */
    const undone: number[] = [];
    for (let at = applied.length - 1; at >= 0; at--) {
      const one = applied[at];
      if (!one || !this.#own.has(one.key)) return undefined;
      const undoes = this.#own.get(one.key);
      if (undoes !== undefined) undone.push(undoes);
      else if (undone.length > 0) {
        if (undone.pop() !== one.key) return undefined;
      } else return one.journal && { key: one.key, commit: one.commit, journal: one.journal };
    }
    return undefined;
  }
}
