import { readArguments } from '../arguments/read.js';
import type { FoundCall } from '../scanning/dialect.js';
import type { Scan } from '../scanning/scan.js';
import type { Reading } from '../scanning/source.js';
import { readJson } from './json.js';

/** What a JSON value that is worth its brackets begins with. */
const WHOLE = [123, 91, 34];

/** Models put a fence around what needs none. */
const withoutFence = (text: string): string => text.trim().replace(/^```(?:json)?|```$/g, '');

/**
 * Reads the arguments of the open call as JSON; what is none, up to the first of `closers`.
 * @returns nothing when they never end.
 */
export function* jsonArguments(s: Scan, closers: readonly string[]): Reading<FoundCall | undefined> {
  yield* s.spaces();
  s.startArguments();
  const from = s.position;
  if ((yield* s.oneOf(closers)) !== undefined) {
    s.rewind(from);
    return { arguments: {}, raw: '' };
  }
  if (WHOLE.includes(yield* s.peek()) && (yield* readJson(s))) {
    const raw = s.slice(from, s.position);
    const { value, repaired } = readArguments(raw, s.schema);
    return { arguments: value, repaired, raw };
  }
  s.tooLong = false;
  s.rewind(from);
  if ((yield* s.until(closers)) === undefined) return undefined;
  const raw = s.slice(from, s.position);
  const { value, repaired } = readArguments(withoutFence(raw), s.schema);
  return { arguments: value, repaired, raw };
}

/** Reads a call of this name: its arguments, JSON up to one of `closers`, and the markers that may stand `after` them. */
export function* jsonCall(
  s: Scan,
  name: string,
  closers: readonly string[],
  { after = [], callId }: { readonly after?: readonly string[]; readonly callId?: string | undefined } = {},
): Reading {
  s.begin(name);
  const found = yield* jsonArguments(s, closers);
  if (!found) return s.fail();
  for (const marker of after) {
    yield* s.spaces();
    yield* s.literal(marker);
  }
  return s.call({ ...found, callId });
}

/** Markers that may follow a call, with white space between them: nobody sees them. */
export function* closing(s: Scan, closers: readonly string[]): Reading<boolean> {
  const from = s.position;
  yield* s.spaces();
  if ((yield* s.oneOf(closers)) === undefined) {
    s.rewind(from);
    return false;
  }
  s.text('hidden');
  return true;
}

/** The markers of a section: what each of its calls begins with, and what ends it. */
interface Section {
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
