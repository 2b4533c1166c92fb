import { fc } from '../../../fixtures/property.js';

const key = fc.constantFrom('a', 'b', 'c', 'id', 'name', 'odd key');
const scalar = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, 1, 2, '', 'x', 'y', 'one\ntwo\nthree', 'one\n2\nthree\nfour'),
  fc.integer({ min: 0, max: 5 }),
);

/** Plain data of few names and values, so that two of them have much in common. */
export const json: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;
