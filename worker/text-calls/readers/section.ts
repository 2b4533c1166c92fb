import type { Scan } from '../scanning/scan.js';
import type { Reading } from '../scanning/source.js';
import { closing } from './arguments.js';

/** The markers of a section: what each of its calls begins with, and what ends it. */
export interface Section {
  readonly call: string;
  readonly end: string;
}

/** Reads the calls of a section one by one, behind an opener that may be that of the first call itself. */
export function* sectionCalls(s: Scan, opener: string, by: Section, read: (s: Scan) => Reading): Reading {
  let inside = opener === by.call;
  for (let count = 0; ; count++) {
    const from = s.position;
    if (!inside) {
      yield* s.spaces();
      if (!(yield* s.literal(by.call))) {
        s.rewind(from);
        if (count > 0) yield* closing(s, [by.end]);
        return count > 0;
      }
    }
    if (!(yield* read(s))) return s.leave(from, count);
    inside = false;
  }
}
