import { expect, test } from 'vitest';
import { Selection } from '../../../../worker/memory/vectors/selection.js';
import { fc } from '../../../fixtures/property.js';

const select = (scores: readonly number[], size: ConstructorParameters<typeof Selection>[0]) => {
  const selection = new Selection(size);
  scores.forEach((score, key) => {
    if (score >= selection.least) selection.add(key, key, score);
  });
  return selection.best().map(({ key }) => key);
};

test('the best are kept, and all that score nearly as well as the last wanted one, whatever order they come in', () => {
  const scores = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 400 });
  const size = fc.record({ wanted: fc.integer({ min: 1, max: 5 }), margin: fc.integer({ min: 0, max: 40 }) });
  fc.assert(
    fc.property(scores, size, (given, { wanted, margin }) => {
      const least = 3 * wanted;
      const sorted = given.map((score, key) => ({ score, key })).sort((a, b) => b.score - a.score || a.key - b.key);
      const last = sorted[wanted - 1];
      const near = sorted.filter(({ score }) => last !== undefined && score >= last.score - margin);
      const expected = sorted.slice(0, Math.max(least, margin > 0 ? near.length : 0)).map(({ key }) => key);
      const found = select(given, { wanted, least, margin });
      expect(found.slice(0, expected.length)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

test('where thousands score alike no more than some thousands are kept, the first ones by key', () => {
  const found = select(Array(50_000).fill(1), { wanted: 20, least: 60, margin: 0.5 });
  expect(found).toEqual(Array.from({ length: 8_192 }, (_, key) => key));
});

test('all are kept where fewer than wanted came', () => {
  expect(select([1, 3, 2], { wanted: 5, least: 60, margin: 0 })).toEqual([1, 2, 0]);
});
