import { randomId } from '../primitives/random-id.js';

const BASE = 36;
/** Milliseconds since 1970 in base 36, until the year 5188. */
const TIME_DIGITS = 9;
const COUNT_DIGITS = 4;
const MOST = BASE ** COUNT_DIGITS - 1;

const digits = (value: number, width: number) => value.toString(BASE).padStart(width, '0');

/** The first number that could have been given at a moment: what is below it is older. */
export const sequenceAt = (ms: number): string => digits(Math.max(0, Math.floor(ms)), TIME_DIGITS);

/**
 * Numbers in the order of time that no other tab gives, too: a number of one tab is always above its last, even when
 * the clock was set back.
 */
export function sequence(
  tab: string,
  now: () => number = Date.now,
): () => { readonly seq: string; readonly at: number } {
  let last = 0;
  let count = 0;
  return () => {
    const at = now();
    if (at > last) [last, count] = [at, 0];
    else if (count < MOST) count += 1;
    else [last, count] = [last + 1, 0];
    return { seq: `${digits(last, TIME_DIGITS)}${digits(count, COUNT_DIGITS)}${tab}`, at };
  };
}

/** A random part for the numbers of one tab. */
export const tabName = (): string => randomId(1);
