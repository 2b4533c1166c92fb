/** In Chromium, a busy worker lives on for two seconds after `terminate()`. */
const DYING_MS = 2_500;

/** Workers that were ended and may still compute, because `terminate()` does not stop a busy worker at once. */
export class Draining {
  readonly #changed: () => void;
  readonly #waiting: (() => void)[] = [];
  readonly #owners: object[] = [];

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get count(): number {
    return this.#owners.length;
  }

  /** Counts an ended worker until it is certainly gone: an idle one at once, a busy one after two seconds. */
  add(owner: object, busy: boolean): void {
    this.#owners.push(owner);
    this.#changed();
    const timer = setTimeout(
      () => {
        this.#owners.splice(this.#owners.indexOf(owner), 1);
        this.#changed();
        for (const wake of this.#waiting.splice(0)) wake();
      },
      busy ? DYING_MS : 200,
    );
    // It keeps no process of Node.
    Object(timer).unref?.();
  }

  /** Resolves when fewer than `limit` workers of this owner are draining. */
  async below(owner: object, limit: number): Promise<void> {
    while (this.#owners.filter((one) => one === owner).length >= limit) {
      await new Promise<void>((wake) => this.#waiting.push(wake));
    }
  }
}
