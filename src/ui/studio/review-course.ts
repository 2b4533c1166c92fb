import type { ChangeHead } from '../../studio/internal.js';
import type { Decided } from './review-state.js';

/** Where the keyboard is: on a whole change, or on one of its hunks. */
export interface Place {
  readonly change: string;
  readonly hunk?: string;
}

export interface Terrain {
  /** Keys of the hunks that one can stop at; none where the change is shut, or is decided as a whole. */
  hunks(change: string): Promise<readonly string[]>;
  parts(change: string): Promise<readonly string[]>;
}

/** The way through all changes, from one place to stop at to the next. */
export class Course {
  readonly #changes: readonly ChangeHead[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #terrain: Terrain;

  constructor(changes: readonly ChangeHead[], terrain: Terrain) {
    this.#changes = changes;
    this.#places = new Map(changes.map(({ id }, index) => [id, index]));
    this.#terrain = terrain;
  }

  index(change: string): number {
    return this.#places.get(change) ?? -1;
  }

  async end(last: boolean): Promise<Place | null> {
    return this.#enter(last ? this.#changes.length - 1 : 0, last);
  }

  async step(from: Place, by: 1 | -1): Promise<Place | null> {
    const hunks = await this.#terrain.hunks(from.change);
    const at = from.hunk === undefined ? (by > 0 ? -1 : hunks.length) : hunks.indexOf(from.hunk);
    const next = from.hunk === undefined && by < 0 ? undefined : hunks[at + by];
    if (next !== undefined && at + by >= 0) return { change: from.change, hunk: next };
    return this.#enter(this.index(from.change) + by, by < 0);
  }

  /** The whole next change, or the one before; from within one, backwards, the one itself. */
  change(from: Place, by: 1 | -1): Place | null {
    const index = this.index(from.change) + (by < 0 && from.hunk !== undefined ? 0 : by);
    const head = this.#changes[index];
    return head ? { change: head.id } : null;
  }

  /** The next place that is not decided, from the beginning again at the end; `null` where all is. */
  async nextOpen(from: Place, decided: Decided): Promise<Place | null> {
    const start = this.index(from.change);
    const count = this.#changes.length;
    const own = await this.#openIn(from.change, decided, from.hunk);
    if (own) return own;
    for (let step = 1; step <= count; step += 1) {
      const head = this.#changes[(start + step) % count];
      const found = head && (await this.#openIn(head.id, decided));
      if (found) return found;
    }
    return null;
  }

  nextUnseen(from: Place, decided: Decided): Place | null {
    const start = this.index(from.change);
    const rest = [...this.#changes.slice(start + 1), ...this.#changes.slice(0, start)];
    const head = rest.find(({ id }) => !decided.reviewed(id));
    return head ? { change: head.id } : null;
  }

  async #enter(index: number, last: boolean): Promise<Place | null> {
    const head = this.#changes[index];
    if (!head) return null;
    const hunk = (await this.#terrain.hunks(head.id)).at(last ? -1 : 0);
    return { change: head.id, ...(hunk !== undefined && { hunk }) };
  }

  /** @param after only what comes after that hunk. */
  async #openIn(change: string, decided: Decided, after?: string): Promise<Place | null> {
    const verdict = decided.verdict(change);
    if (verdict === 'accept' || verdict === 'reject') return null;
    const parts = await this.#terrain.parts(change);
    if (parts.length === 0) return decided.of(change) === undefined ? { change } : null;
    const rest = after === undefined ? parts : parts.slice(parts.indexOf(after) + 1);
    const hunk = rest.find((one) => decided.of(change, one) === undefined);
    return hunk === undefined ? null : { change, hunk };
  }
}
