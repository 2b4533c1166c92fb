/** Many texts end to end, from the `first`th on. */
export interface TextPart {
  readonly first: number;
  readonly bytes: Uint8Array;
  /** Twice the place where each ends, and one more where it is in UTF-16. */
  readonly ends: Uint32Array;
}

/** About as many bytes: several values of this size are read faster from IndexedDB than one large one. */
const PART_BYTES = 1 << 20;

/** Packs texts that have no half characters, as JSON has none, each in the shorter one of UTF-8 and UTF-16: Chinese takes a third less so. */
export class TextPacker {
  readonly #parts: TextPart[] = [];
  readonly #encoder = new TextEncoder();
  #bytes = new Uint8Array(PART_BYTES);
  #used = 0;
  #ends: number[] = [];
  #count = 0;

  add(text: string): void {
    // A UTF-16 unit takes three bytes at the most.
    const most = text.length * 3;
    if (this.#used >= PART_BYTES || this.#bytes.length - this.#used < most) {
      this.#end();
      this.#bytes = new Uint8Array(Math.max(PART_BYTES, most));
    }
    const into = this.#bytes.subarray(this.#used);
    let { written } = this.#encoder.encodeInto(text, into);
    const wide = written > text.length * 2;
    if (wide) {
      written = text.length * 2;
      for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i);
        into[i * 2] = unit & 0xff;
        into[i * 2 + 1] = unit >> 8;
      }
    }
    this.#used += written;
    this.#ends.push(this.#used * 2 + (wide ? 1 : 0));
    this.#count += 1;
  }

  finish(): readonly TextPart[] {
    this.#end();
    return this.#parts;
  }

  #end(): void {
    if (this.#ends.length === 0) return;
    const first = this.#count - this.#ends.length;
    this.#parts.push({ first, bytes: this.#bytes.slice(0, this.#used), ends: Uint32Array.from(this.#ends) });
    this.#used = 0;
    this.#ends = [];
  }
}

export class TextParts {
  readonly #parts: readonly TextPart[];
  readonly count: number;
  /** What a text begins with is a part of it, be it a mark or not. */
  readonly #narrow = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #wide = new TextDecoder('utf-16le', { ignoreBOM: true });

  constructor(parts: readonly TextPart[]) {
    this.#parts = parts;
    this.count = parts.reduce((sum, { ends }) => sum + ends.length, 0);
  }

  /** Empty for one that is not there. */
  at(index: number): string {
    let [low, high] = [0, this.#parts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#parts[middle] as TextPart).first <= index) low = middle;
      else high = middle;
    }
    const part = this.#parts[low];
    if (!part) return '';
    const { bytes, ends, first } = part;
    const end = ends[index - first] ?? 0;
    const from = index === first ? 0 : (ends[index - first - 1] ?? 0) >>> 1;
    return (end % 2 === 1 ? this.#wide : this.#narrow).decode(bytes.subarray(from, end >>> 1));
  }
}
