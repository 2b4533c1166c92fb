import { expect, test } from 'vitest';
import { DEFAULT_TYPES } from '../../../worker/memory/schema/defaults.js';
import { normalizeTypes, typesInForce } from '../../../worker/memory/schema/normalize.js';
import { readVectors } from '../../fixtures/memory/vectors.js';

const { cases } = readVectors('schema-normalize') as {
  readonly cases: readonly { readonly id: string; readonly input: unknown; readonly expected: readonly object[] }[];
};
const TEXTS = new Set(['extractHint', 'columnHints', 'extractionInstructions', 'summarizeInstruction']);
/** What a recording says of a type, without the texts that are ours to write. */
const told = (expected: unknown, actual: unknown): unknown =>
  typeof expected === 'object' && expected !== null && !Array.isArray(expected)
    ? Object.fromEntries(
        Object.keys(expected)
          .filter((key) => !TEXTS.has(key))
          .map((key) => [key, told((expected as never)[key], (actual as never)?.[key])]),
      )
    : actual;

test.each(cases.map((one) => [one.id, one] as const))('the types of %s', (_id, { input, expected }) => {
  const types = normalizeTypes(input);
  expect(types).toHaveLength(expected.length);
  expected.forEach((one, at) => {
    expect(told(one, types[at])).toEqual(told(one, one));
  });
});

test('a character’s own types win, an empty list of them does not', () => {
  expect(typesInForce([{ id: 'npc' }], undefined).map(({ id }) => id)).toEqual(['npc']);
  expect(typesInForce([], [{ id: 'beat' }]).map(({ id }) => id)).toEqual(['beat']);
  expect(typesInForce(undefined, undefined)).toBe(DEFAULT_TYPES);
});
