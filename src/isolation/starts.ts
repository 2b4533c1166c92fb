/** How guests start on this page. */
export interface StartStatus {
  /** `true` while guests start from memory images; `null` until the first has started. */
  readonly images: boolean | null;
  /** The reason why they do not start from images. They then work the same, only slower. */
  readonly why?: string;
}

/** Remembers how the last guest started. */
export class Starts {
  #fresh: string | undefined;

  /** Notes the reason why a guest did not start from an image; empty if it did. */
  note(fresh: string): void {
    this.#fresh = fresh;
  }

  get status(): StartStatus {
    if (this.#fresh === undefined) return { images: null };
    return this.#fresh === '' ? { images: true } : { images: false, why: this.#fresh };
  }
}
