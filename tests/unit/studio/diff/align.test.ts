import { expect, test } from 'vitest';
import { align } from '../../../../worker/studio/diff/align.js';
import { changesOf } from '../../../../worker/studio/diff/changes.js';
import { deltaOf } from '../../../../worker/studio/diff/delta.js';
import { treeOf } from '../../../../worker/studio/diff/tree.js';
import { fc } from '../../../fixtures/property.js';

const letters = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });

/** Length of the longest list that both have in order, the slow way. */
function longest(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const [first, ...rest] = a;
  const at = b.indexOf(first as string);
  const without = longest(rest, b);
  return at < 0 ? without : Math.max(without, 1 + longest(rest, b.slice(at + 1)));
}

test('what two short lists have in common is as long as it can be, and in order on both sides', () => {
  fc.assert(
    fc.property(letters, letters, (before, after) => {
      const found = align(before, after);
      for (const [i, j] of found) expect(before[i]).toBe(after[j]);
      for (const [at, [i, j]] of found.entries()) {
        const next = found[at + 1];
        if (next) expect(next[0] > i && next[1] > j).toBe(true);
      }
      expect(found.length).toBe(longest(before, after));
    }),
    { numRuns: 500 },
  );
});

test('of long lists what stays is found by what is there once, also where much is there often', () => {
  const before = Array.from({ length: 9_000 }, (_, at) => (at % 3 === 0 ? `once ${at}` : `often ${at % 5}`));
  const after = before.filter((_, at) => at % 1_000 !== 500);
  after.splice(4_000, 0, 'new', 'often 1', 'newer');
  const found = align(before, after);
  for (const [i, j] of found) expect(before[i]).toBe(after[j]);
  expect(found.length).toBeGreaterThan(after.length - 20);
  // Nothing in common, nothing to go by: no time is spent on it.
  expect(align(Array(2_000).fill('x'), Array(2_000).fill('y'))).toEqual([]);
});

test('there are never more changes than are wanted, and each of them is within the two values', () => {
  const tree: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.integer({ min: 0, max: 3 }),
      fc.array(tie('value'), { maxLength: 6 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  })).value;
  fc.assert(
    fc.property(tree, tree, fc.integer({ min: 1, max: 6 }), (before, after, most) => {
      const delta = deltaOf(before, after);
      if (delta === undefined) return;
      const root = treeOf(delta, before, after);
      const changes = changesOf(root, most);
      const all = changesOf(root);
      expect(changes.length).toBeLessThanOrEqual(most);
      expect(changes.length).toBeGreaterThan(0);
      if (all.length <= most) expect(changes).toEqual(all);
      expect(new Set(changes.map(({ head }) => head.id)).size).toBe(changes.length);
    }),
    { numRuns: 1_000 },
  );
});
