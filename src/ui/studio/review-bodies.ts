import type { ChangeBody, Comparison, DiffItem, DiffRow } from '../../studio/internal.js';
import { breathe } from '../../studio/internal.js';

/** So many are asked for at once: what is drawn of them takes well under a frame’s long task. */
const AT_ONCE = 4;
/** Rows that were left out are brought in so many at a time. */
const ROWS_AT_ONCE = 100;

/** A change as an adapter’s hooks get it; it was fetched with its values. */
export const itemOf = (
  path: string,
  { beforePayload, afterPayload, beforeValue, afterValue }: ChangeBody,
): DiffItem => ({ path, beforeValue, afterValue, beforePayload, afterPayload });

export class Bodies {
  readonly #comparison: Comparison;
  readonly #values: boolean;
  readonly #news: () => void;
  readonly #known = new Map<string, ChangeBody>();
  readonly #failed = new Map<string, unknown>();
  readonly #under = new Map<string, Promise<void>>();
  #wanted: readonly string[] = [];
  #working = false;

  constructor(comparison: Comparison, values: boolean, news: () => void) {
    this.#comparison = comparison;
    this.#values = values;
    this.#news = news;
  }

  get(change: string): ChangeBody | undefined {
    return this.#known.get(change);
  }

  failure(change: string): unknown {
    return this.#failed.get(change);
  }

  /** These are wanted next; what was wanted before and is not among them is not fetched. */
  want(changes: readonly string[]): void {
    this.#wanted = changes.filter((one) => this.#missing(one));
    if (!this.#working) void this.#work();
  }

  /** One, as soon as it is there; `undefined` where it cannot be fetched. */
  async need(change: string): Promise<ChangeBody | undefined> {
    if (this.#missing(change)) await this.#fetch([change]);
    else await this.#under.get(change);
    return this.#known.get(change);
  }

  retry(): void {
    const again = [...this.#failed.keys()];
    this.#failed.clear();
    this.want(again);
  }

  async expand(change: string, gap: DiffRow): Promise<void> {
    const { at, skipped = 0, hunk } = gap;
    if (at === undefined) return;
    const count = Math.min(skipped, ROWS_AT_ONCE);
    try {
      const more = await this.#comparison.rows(change, at, at + count);
      const body = this.#known.get(change);
      if (!body) return;
      const left: DiffRow = { kind: 'skipped', at: at + count, skipped: skipped - count };
      const rest = skipped > count ? [{ ...left, ...(hunk !== undefined && { hunk }) }] : [];
      const rows = body.rows.flatMap((row) => (row.kind === 'skipped' && row.at === at ? [...more, ...rest] : [row]));
      this.#known.set(change, { ...body, rows });
    } catch (error) {
      this.#failed.set(change, error);
    }
    this.#news();
  }

  #missing(change: string): boolean {
    return !this.#known.has(change) && !this.#failed.has(change) && !this.#under.has(change);
  }

  async #work(): Promise<void> {
    this.#working = true;
    while (this.#wanted.length > 0) {
      const some = this.#wanted.slice(0, AT_ONCE);
      this.#wanted = this.#wanted.slice(AT_ONCE);
      await this.#fetch(some.filter((one) => this.#missing(one)));
      // What has come is drawn before more is asked for.
      await breathe();
    }
    this.#working = false;
  }

  async #fetch(changes: readonly string[]): Promise<void> {
    if (changes.length === 0) return;
    const work = this.#load(changes);
    for (const change of changes) this.#under.set(change, work);
    await work;
  }

  async #load(changes: readonly string[]): Promise<void> {
    try {
      const bodies = await this.#comparison.unfold(changes, { values: this.#values });
      for (const body of bodies) this.#known.set(body.id, body);
    } catch (error) {
      for (const change of changes) this.#failed.set(change, error);
    }
    for (const change of changes) this.#under.delete(change);
    this.#news();
  }
}
