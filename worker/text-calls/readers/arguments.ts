import { readArguments } from '../arguments/read.js';
import type { FoundCall } from '../scanning/found.js';
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
export function* jsonArguments(s: Scan, name: string, closers: readonly string[]): Reading<FoundCall | undefined> {
  yield* s.spaces();
  s.startArguments();
  const from = s.position;
  if ((yield* s.oneOf(closers)) !== undefined) {
    s.rewind(from);
    return { arguments: {}, raw: '' };
  }
  if (WHOLE.includes(yield* s.peek()) && (yield* readJson(s))) {
    const raw = s.slice(from, s.position);
    const { value, repaired } = readArguments(raw, s.schemaOf(name));
    return { arguments: value, repaired, raw };
  }
  s.tooLong = false;
  s.rewind(from);
  if ((yield* s.until(closers)) === undefined) return undefined;
  const raw = s.slice(from, s.position);
  const { value, repaired } = readArguments(withoutFence(raw), s.schemaOf(name));
  return { arguments: value, repaired, raw };
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
