import { BulkheadError } from '../protocol/errors.js';
import type { StudioContract } from '../protocol/studio.js';
import type { Service } from '../rpc/serve.js';
import { type Compare, compareValues } from './diff/compare.js';
import { plainFrom } from './diff/plain.js';

/** Holds versions of what is edited, and compares them. */
export function studioService(): Service<StudioContract> {
  const held = new Map<number, unknown>();
  const comparisons = new Map<number, Compare>();
  let count = 0;
  const heldValue = (id: number): unknown => {
    if (!held.has(id)) throw new BulkheadError('BAD_ARGS', 'a value that is not held');
    return held.get(id);
  };
  const comparisonOf = (id: number): Compare => {
    const found = comparisons.get(id);
    if (!found) throw new BulkheadError('BAD_ARGS', 'a comparison that was released');
    return found;
  };
  return {
    hold({ text }) {
      count += 1;
      held.set(count, plainFrom(text));
      return { held: count };
    },
    compare({ before, after }) {
      const found = compareValues(heldValue(before), heldValue(after));
      if (!found) return null;
      count += 1;
      comparisons.set(count, found);
      const { delta, reverseDelta, changes } = found;
      return { comparison: count, delta, reverseDelta, changes };
    },
    unfold: ({ comparison, changes, values }) => comparisonOf(comparison).unfold(changes, values),
    rows: ({ comparison, change, from, to }) => comparisonOf(comparison).rows(change, from, to),
    settle: ({ comparison, rejected }) =>
      comparisonOf(comparison).settle(rejected.map(({ change, hunks }) => ({ change, ...(hunks && { hunks }) }))),
    release(ids) {
      for (const id of ids.held) held.delete(id);
      for (const id of ids.comparisons) comparisons.delete(id);
      return null;
    },
  };
}
