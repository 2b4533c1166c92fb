/** How guests start on this page. */
export interface StartStatus {
  /** True while they start from memory images; `null` until the first has started. */
  readonly images: boolean | null;
  /** Why they start from nothing, where they do: the same, only slower. */
  readonly why?: string;
}

/** Remembers how the last guest started. */
export class Starts {
  #fresh: string | undefined;

  /** Takes note of why a guest started from nothing; empty when it did not. */
  note(fresh: string): void {
    this.#fresh = fresh;
  }

  get status(): StartStatus {
    if (this.#fresh === undefined) return { images: null };
    return this.#fresh === '' ? { images: true } : { images: false, why: this.#fresh };
  }
}
