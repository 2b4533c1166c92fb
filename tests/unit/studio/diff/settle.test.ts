import { expect, test } from 'vitest';
import { openComparison } from '../../../../worker/studio/diff/compare.js';
import { patched, unpatched } from '../../../../worker/studio/diff/delta.js';
import { fc } from '../../../fixtures/property.js';
import { json } from './json.js';

const RUNS = { numRuns: 1_000 };

test('with nothing rejected the version after comes out, with everything rejected the version before', () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      const found = openComparison(before, after);
      if (!found) {
        expect(after).toEqual(before);
        return;
      }
      expect(found.settle([])).toEqual({ value: after, lost: [] });
      const all = found.changes.map(({ id }) => ({ change: id }));
      expect(found.settle(all)).toEqual({ value: before, lost: [] });
    }),
    RUNS,
  );
});

test('D04: a delta makes of the version before that after, and of that the one before again', () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      const found = openComparison(before, after);
      if (!found) {
        expect(after).toEqual(before);
        return;
      }
      expect(patched(before, found.delta)).toEqual(after);
      expect(patched(after, found.reverseDelta)).toEqual(before);
      expect(unpatched(after, found.delta)).toEqual(before);
    }),
    RUNS,
  );
});
