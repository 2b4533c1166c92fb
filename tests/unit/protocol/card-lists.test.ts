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

/** How many members of lists and objects a work goes through, by whatever walks over them. */
function steps(work: () => unknown): number {
  let count = 0;
  const restore: (() => void)[] = [];
  const watch = <T extends object, K extends keyof T>(
    target: T,
    name: K,
    sizeOf: (self: unknown, given: unknown) => number,
  ) => {
    const real = target[name] as (...given: unknown[]) => unknown;
    const watched = function (this: unknown, ...given: unknown[]): unknown {
      count += sizeOf(this, given[0]);
      return real.apply(this, given);
    };
    Object.assign(target, { [name]: watched });
    restore.push(() => Object.assign(target, { [name]: real }));
  };
  const length = (self: unknown): number => (self as { readonly length: number }).length;
  for (const name of ['map', 'filter', 'flatMap', 'some', 'reduce', 'includes', 'find'] as const) {
    watch(Array.prototype as unknown as { [name]: unknown }, name, length);
  }
  watch(Object, 'entries', (_self, given) => {
    let members = 0;
    for (const _key in given as object) members += 1;
    return members;
  });
  watch(String.prototype, 'replaceAll', length);
  try {
    work();
  } finally {
    for (const one of restore) one();
  }
  return count;
}

for (const [what, make] of Object.entries(FORMS)) {
  test(`four times as many ${what} take four times as many steps`, () => {
    const [few, more] = [make(500), make(2_000)];
    const work = (json: string) => () => [findTools(json), decideTools(json, 'without')];
    expect(decideTools(few, 'without')).not.toContain('evil');
    const [first, then] = [steps(work(few)), steps(work(more))];
    expect(first).toBeGreaterThan(500);
    expect(then / first).toBeLessThan(4.5);
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
