import { type PatcherRules, studioPatcher } from '../../adapters/delta.js';
import type { Delta } from '../../protocol/studio.js';
import { align } from './align.js';
import { isMembers, isSame, plainCopy } from './plain.js';
import { reversed } from './reverse.js';

/** Comparisons of items that jsondiffpatch may spend on one pair of arrays; longer ones are aligned by us. */
const MOST_CELLS = 100_000;
/** Places that a delta names; one of more says no more than that one value replaces the other. */
const MOST_ENTRIES = 10_000;
/** Characters of two texts together, above which one replaces the other. */
const MOST_CHARS = 400_000;
/** Milliseconds for all texts of two values; those that are left then replace each other. */
const TEXT_MS = 1_000;

/** What makes two items of arrays the same item: its id, else its name, else all that it says. */
export function identity(item: unknown, index = 0): string {
  if (!isMembers(item)) return typeof item === 'object' ? `json:${JSON.stringify(item)}` : `${typeof item}:${item}`;
  for (const key of ['id', 'name'] as const) {
    const value = Object.hasOwn(item, key) ? item[key] : undefined;
    if ((typeof value === 'string' && value !== '') || typeof value === 'number')
      return `${key}:${typeof value}:${value}`;
  }
  return `json:${JSON.stringify(item) ?? index}`;
}

/** The library takes an inherited `constructor` for one of the value’s own, and `_t` for its own mark of an array. */
const isOdd = (value: object): boolean => Object.keys(value).some((key) => key === '_t' || key in Object.prototype);

let textsUntil = 0;

const RULES: PatcherRules = {
  identity,
  equal: isSame,
  apart(before, after) {
    if (typeof before === 'string' && typeof after === 'string') {
      return before.length + after.length > MOST_CHARS || performance.now() >= textsUntil;
    }
    return isMembers(before) && isMembers(after) && (isOdd(before) || isOdd(after));
  },
  pairs(before, after) {
    if (before.length * after.length <= MOST_CELLS) return undefined;
    const [old, now] = [before.map(identity), after.map(identity)];
    const steady = align(old, now);
    if (old.length + now.length - 2 * steady.length > MOST_ENTRIES) return 'apart';
    const [left, right] = [new Set(steady.map(([at]) => at)), new Set(steady.map(([, at]) => at))];
    const gone = new Map<string, number[]>();
    old.forEach((item, at) => {
      if (!left.has(at)) gone.set(item, [...(gone.get(item) ?? []), at]);
    });
    const moved = now.flatMap((item, at) => {
      const from = right.has(at) ? undefined : gone.get(item)?.shift();
      return from === undefined ? [] : [[from, at] as const];
    });
    return { steady, moved };
  },
};
const patcher = studioPatcher(RULES);

export interface Deltas {
  readonly delta: Delta;
  readonly reverseDelta: Delta;
}

/** The delta of two values; `undefined` where they are equal. Texts are compared for so many milliseconds, then one replaces the other. */
export function deltaOf(before: unknown, after: unknown, texts = TEXT_MS): Delta | undefined {
  textsUntil = performance.now() + texts;
  return patcher.diff(before, after) as Delta | undefined;
}

/** A delta as it is kept, with its way back. @param found what `deltaOf` has answered for the two. */
export function deltasOf(found: Delta, before: unknown, after: unknown): Deltas {
  const large = entriesIn(found) > MOST_ENTRIES;
  const delta = large ? [before, after] : found;
  return { delta, reverseDelta: back(delta) as Delta };
}

function entriesIn(delta: unknown): number {
  if (!isMembers(delta)) return 1;
  let count = 0;
  for (const inner of Object.values(delta)) {
    count += entriesIn(inner);
    if (count > MOST_ENTRIES) break;
  }
  return count;
}

const back = (delta: unknown): unknown => reversed(delta, (text) => patcher.reverse(text));

/** A value with a delta applied; `null` changes nothing. @throws where the delta is of another value. */
export const patched = (value: unknown, delta: unknown): unknown =>
  delta === null || delta === undefined ? plainCopy(value) : patcher.patch(plainCopy(value), plainCopy(delta));

/** A value with a delta taken back. @throws where the delta is of another value. */
export const unpatched = (value: unknown, delta: unknown): unknown => patched(value, back(delta));
