import { type DateRange, datesIn, dayOf } from '../dates/dates.js';
import { oneDay } from '../dates/days.js';

/** Dates of one text that count. */
const MOST_NAMED = 8;
/** Longer ranges, such as a year, are compared only where something else has found the text. */
const MOST_DAYS = 31;

/** When things were said, and the days that they speak of. */
export class DayBook {
  readonly #rangesOf = new Map<number, readonly DateRange[]>();
  readonly #docs = new Map<number, Set<number>>();

  /** `date`: when it was said, as a chat keeps that. */
  set(doc: number, date: unknown, text: string): void {
    this.remove(doc);
    const own = dayOf(date);
    const ranges = [...(own === undefined ? [] : [oneDay(own)]), ...datesIn(text, own).slice(0, MOST_NAMED)];
    if (ranges.length === 0) return;
    this.#rangesOf.set(doc, ranges);
    for (const day of daysOf(ranges)) {
      const docs = this.#docs.get(day);
      if (docs) docs.add(doc);
      else this.#docs.set(day, new Set([doc]));
    }
  }

  remove(doc: number): void {
    for (const day of daysOf(this.#rangesOf.get(doc) ?? [])) {
      const docs = this.#docs.get(day);
      docs?.delete(doc);
      if (docs?.size === 0) this.#docs.delete(day);
    }
    this.#rangesOf.delete(doc);
  }

  /** What was said on these days, or speaks of them; `most` at most. `share`: which part of the time that it speaks of is in them. */
  *docsIn(ranges: readonly DateRange[], most: number): Generator<{ readonly doc: number; readonly share: number }> {
    const seen = new Set<number>();
    for (const day of daysOf(ranges))
      for (const doc of this.#docs.get(day) ?? []) {
        if (seen.size >= most) return;
        if (seen.has(doc)) continue;
        seen.add(doc);
        yield { doc, share: this.#share(doc, ranges) };
      }
  }

  #share(doc: number, ranges: readonly DateRange[]): number {
    const shares = (this.#rangesOf.get(doc) ?? []).flatMap((own) => ranges.map((range) => shareOf(own, range)));
    return Math.max(0, ...shares);
  }
}

/** Which part of a range lies in another. */
const shareOf = (own: DateRange, range: DateRange): number =>
  Math.max(0, Math.min(own.to, range.to) - Math.max(own.from, range.from)) / (own.to - own.from);

function* daysOf(ranges: readonly DateRange[]): Generator<number> {
  for (const { from, to } of ranges) if (to - from <= MOST_DAYS) for (let day = from; day < to; day++) yield day;
}
