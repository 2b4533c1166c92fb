/** Something that is looked at anew after each change, and whoever wants to know of these. */
export class Watched<T> {
  readonly #look: () => T;
  readonly #listeners = new Set<() => void>();
  #seen: { readonly value: T } | undefined;
  #scheduled = false;

  constructor(look: () => T) {
    this.#look = look;
  }

  /** The same until something changes. */
  get value(): T {
    this.#seen ??= { value: this.#look() };
    return this.#seen.value;
  }

  /** @returns a function that ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Notifies the listeners of a change, once for all changes of one task. */
  readonly changed = (): void => {
    this.#seen = undefined;
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      for (const listener of this.#listeners) listener();
    });
  };
}
