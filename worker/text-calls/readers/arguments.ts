import { parsePlain } from '../arguments/plain-json.js';
import { readArguments } from '../arguments/read.js';
import type { FoundCall } from '../found.js';
import type { Scan } from '../scan.js';
import type { Reading } from '../source.js';
import { readJson } from './json.js';

/**
 * Reads the arguments of the open call as JSON; what is none, up to the first of `closers`.
 * @returns nothing when they never end.
 */
export function* jsonArguments(s: Scan, name: string, closers: readonly string[]): Reading<FoundCall | undefined> {
  yield* s.spaces();
  s.startArguments();
  const from = s.position;
  const balanced = yield* readJson(s);
  const whole = balanced ? s.slice(from, s.position) : '';
  const parsed = balanced ? parsePlain(whole) : undefined;
  if (parsed) return { arguments: parsed.value, raw: whole };
  if (!balanced) {
    s.tooLong = false;
    s.rewind(from);
    if ((yield* s.until(closers)) === undefined) return undefined;
  }
  const raw = s.slice(from, s.position);
  const { value, repaired } = readArguments(raw, s.schemaOf(name));
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
