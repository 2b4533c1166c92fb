import type { Kit } from '../../platform.js';
import { localesToJson, optionsToJson } from './values.js';

interface Segment {
  readonly segment: string;
  readonly index: number;
  readonly input: string;
  readonly isWordLike?: boolean;
}

/** Makes `Intl.Segmenter`. The host answers where the pieces begin; the guest cuts, so that no character is lost. */
export function makeSegmenter(kit: Kit): unknown {
  class Segments {
    readonly #input: string;
    readonly #starts: readonly (readonly [index: number, isWordLike: boolean | null])[];

    constructor(input: string, starts: readonly (readonly [number, boolean | null])[]) {
      this.#input = input;
      this.#starts = starts;
    }
    #at(i: number): Segment {
      const [index, isWordLike] = this.#starts[i] as readonly [number, boolean | null];
      const end = this.#starts[i + 1]?.[0] ?? this.#input.length;
      const segment = this.#input.slice(index, end);
      return { segment, index, input: this.#input, ...(isWordLike !== null && { isWordLike }) };
    }
    containing(position?: unknown): Segment | undefined {
      const at = Math.trunc(Number(position)) || 0;
      if (at < 0 || at >= this.#input.length) return undefined;
      const next = this.#starts.findIndex(([index]) => index > at);
      return this.#at((next < 0 ? this.#starts.length : next) - 1);
    }
    *[Symbol.iterator](): Generator<Segment> {
      for (let i = 0; i < this.#starts.length; i++) yield this.#at(i);
    }
  }

  return class Segmenter {
    readonly #locales: unknown;
    readonly #options: unknown;
    readonly #resolved: object;

    constructor(locales?: unknown, options?: unknown) {
      [this.#locales, this.#options] = [localesToJson(locales), optionsToJson(options)];
      this.#resolved = kit.compute('intl', 'Segmenter', this.#locales, this.#options) as object;
    }
    segment(input: unknown): Segments {
      const text = `${input}`;
      const starts = kit.compute('intlSegments', this.#locales, this.#options, text);
      return new Segments(text, starts as (readonly [number, boolean | null])[]);
    }
    resolvedOptions(): object {
      return { ...this.#resolved };
    }
    static supportedLocalesOf(locales?: unknown, options?: unknown): unknown {
      return kit.compute('intlSupported', 'Segmenter', localesToJson(locales), optionsToJson(options));
    }
    get [Symbol.toStringTag](): string {
      return 'Intl.Segmenter';
    }
  };
}
