import { type DateRange, datesIn, dayOf } from '../dates/dates.js';
import { oneDay } from '../dates/days.js';

/** Dates of one text that count. */
const MOST_NAMED = 8;
/** Longer ranges, such as a year, are compared only where something else has found the text. */
const MOST_DAYS = 31;

const overlaps = (a: DateRange, b: DateRange): boolean => a.from < b.to && b.from < a.to;

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

  /** True where it was said on one of these days, or speaks of one. */
  isIn(doc: number, ranges: readonly DateRange[]): boolean {
    return this.#rangesOf.get(doc)?.some((one) => ranges.some((range) => overlaps(one, range))) === true;
  }

  /** What was said on these days, or speaks of them; `most` at most. */
  *docsIn(ranges: readonly DateRange[], most: number): Generator<number> {
    const seen = new Set<number>();
    for (const day of daysOf(ranges))
      for (const doc of this.#docs.get(day) ?? []) {
        if (seen.size >= most) return;
        if (seen.has(doc)) continue;
        seen.add(doc);
        yield doc;
      }
  }
}

function* daysOf(ranges: readonly DateRange[]): Generator<number> {
  for (const { from, to } of ranges) if (to - from <= MOST_DAYS) for (let day = from; day < to; day++) yield day;
}
