import { expect, test } from 'vitest';
import { decideTools, findTools } from '../../../worker/protocol/card-lists.js';

const tool = { name: 'evil', mode: 'write', body: 'return 1;' };
const card = (orchestrator: unknown) => JSON.stringify({ data: { extensions: { orchestrator } } });
const many = (count: number, make: (i: number) => unknown) => Array.from({ length: count }, (_, i) => make(i));

/** Imports with so many lists, in the forms that once took the square of their number. */
const FORMS: { readonly [what: string]: (count: number) => string } = {
  'hidden lists side by side': (count) => card({ elsewhere: many(count, () => ({ customTools: [tool] })) }),
  'hidden lists under names': (count) =>
    card(Object.fromEntries(many(count, (i) => [`k${i}`, { customTools: [tool] }]) as [string, unknown][])),
  'lists in libraries': (count) =>
    card({
      presetLibraries: {
        loop: Object.fromEntries(many(count, (i) => [`p${i}`, { customTools: [tool] }]) as [string, unknown][]),
      },
    }),
  'lists of a preset': (count) => JSON.stringify(many(count, () => ({ customTools: [tool] }))),
  'lists under a long name': (count) =>
    JSON.stringify({ ['n'.repeat(count * 20)]: many(count, () => ({ customTools: [tool] })) }),
};

/** The shortest of some times that a work took: whatever else the machine does only adds to it. */
function shortest(work: () => unknown): number {
  const times = many(5, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  }) as number[];
  return Math.min(...times);
}

for (const [what, make] of Object.entries(FORMS)) {
  test(`four times as many ${what} take about four times as long`, () => {
    const [few, more] = [make(1_000), make(4_000)];
    const work = (json: string) => () => [findTools(json), decideTools(json, 'without')];
    expect(decideTools(few, 'without')).not.toContain('evil');
    shortest(work(few));
    const control = shortest(() => JSON.parse(more)) / shortest(() => JSON.parse(few));
    expect(shortest(work(more)) / shortest(work(few))).toBeLessThan(Math.max(4, control) * 2);
  });
}

test('the place of a list is as long as a person reads', () => {
  const json = JSON.stringify({ ['n'.repeat(100_000)]: { customTools: [tool] } });
  const [found] = findTools(json).found;
  expect(found?.place.length).toBeLessThanOrEqual(501);
});

test('what is too much, or nests too deep, is said', () => {
  const wrong = (json: string) => () => findTools(json);
  expect(wrong(`[${many(1_000_001, () => 1).join(',')}]`)).toThrow(expect.objectContaining({ code: 'BAD_ARGS' }));
  const deep = `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`;
  expect(wrong(deep)).toThrow('at most 200 deep');
});
