import type { Comparison, Diffs } from './facade.js';

const KEPT = 6;

interface Kept {
  readonly before: unknown;
  readonly after: unknown;
  readonly comparison: Promise<Comparison | null>;
}

/** Compares each two versions once, as long as somebody may want to see them. */
export class Comparisons {
  readonly #diffs: Diffs;
  /** The one that was used last comes last. */
  #kept: readonly Kept[] = [];

  constructor(diffs: Diffs) {
    this.#diffs = diffs;
  }

  /** The same object for the same two objects, until others have been compared. */
  of(before: unknown, after: unknown): Promise<Comparison | null> {
    const known = this.#kept.find((one) => one.before === before && one.after === after);
    const entry = known ?? { before, after, comparison: this.#diffs.compare(before, after) };
    const others = this.#kept.filter((one) => one !== entry);
    for (const one of others.slice(0, Math.max(0, others.length - KEPT + 1))) forget(one);
    this.#kept = [...others.slice(-(KEPT - 1)), entry];
    // What failed is tried again by who asks again.
    entry.comparison.catch(() => {
      this.#kept = this.#kept.filter((one) => one !== entry);
    });
    return entry.comparison;
  }

  close(): void {
    for (const one of this.#kept) forget(one);
    this.#kept = [];
    this.#diffs.close();
  }
}

const forget = ({ comparison }: Kept): void => void comparison.then((one) => one?.release()).catch(() => {});
