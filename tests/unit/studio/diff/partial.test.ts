import { expect, test } from 'vitest';
import { type Compare, openComparison } from '../../../../worker/studio/diff/compare.js';
import { patched, unpatched } from '../../../../worker/studio/diff/delta.js';
import { fc } from '../../../fixtures/property.js';

interface Item {
  readonly id: string;
  readonly fields: { readonly [key: string]: number };
}

const RUNS = { numRuns: 1_000 };

const fields = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 2 }), { noNullPrototype: true });
const itemsOf = (ids: readonly string[]) =>
  fc
    .tuple(fc.shuffledSubarray([...ids]), fc.array(fields, { minLength: ids.length, maxLength: ids.length }))
    .map(([some, all]) => some.map((id, at): Item => ({ id, fields: all[at] ?? {} })));

/** Two lists of items that have their ids: some stay, move, change, come or go. */
const lists = fc.tuple(itemsOf(['p', 'q', 'r', 's', 't', 'u']), itemsOf(['q', 'r', 's', 't', 'u', 'v', 'w']));
/** Decides about the n-th change. */
const decisions = fc.infiniteStream(fc.boolean());

/** The changes of a comparison that are rejected. */
function reject({ changes }: Compare, stream: Stream): ReadonlySet<string> {
  const ids = changes.map(({ id }) => id);
  return new Set(ids.filter(() => stream.next().value));
}
type Stream = { next(): { readonly value: boolean } };

const settle = (found: Compare, rejected: ReadonlySet<string>) =>
  found.settle([...rejected].map((change) => ({ change })));

/** True where all of `part` is in `whole`, in this order. */
function isWithin(part: readonly unknown[], whole: readonly unknown[]): boolean {
  const wanted = part.map((item) => JSON.stringify(item));
  let at = 0;
  for (const item of whole) if (at < wanted.length && JSON.stringify(item) === wanted[at]) at += 1;
  return at === wanted.length;
}

const placeIn = (path: string | undefined): number =>
  Number(
    path
      ?.match(/^\(root\)\[(\d+)\]|^\[(\d+)\]/)
      ?.slice(1)
      .join('') ?? -1,
  );

test('of items with ids, exactly those come and go, move and change that were not rejected', () => {
  fc.assert(
    fc.property(lists, decisions, ([before, after], stream) => {
      const found = openComparison(before, after);
      if (!found) return;
      const rejected = reject(found, stream as never);
      const { value, lost } = settle(found, rejected);
      expect(lost).toEqual([]);
      const result = value as Item[];

      const ids = new Set(after.filter(({ id }) => before.some((item) => item.id === id)).map(({ id }) => id));
      const unmoved = new Set<string>();
      const moved = new Set<string>();
      const old = new Map(before.map((item) => [item.id, item.fields]));
      const expected = new Map(after.map((item) => [item.id, { ...item.fields }]));
      for (const { id: change, kind, path } of found.changes) {
        const no = rejected.has(change);
        const at = placeIn(path);
        const key = path.match(/\.fields\.(\w)$/)?.[1];
        if (key !== undefined) {
          // Something of an item that stays.
          const { id } = after[at] as Item;
          const was = old.get(id)?.[key];
          const now = expected.get(id) as { [key: string]: number };
          if (no && was === undefined) delete now[key];
          else if (no) now[key] = was as number;
        } else if (kind === 'added') {
          if (!no) ids.add(after[at]?.id ?? '');
        } else if (kind === 'removed') {
          const id = before[at]?.id ?? '';
          if (no) ids.add(id);
          if (no) expected.set(id, { ...old.get(id) });
        } else {
          expect(kind).toBe('moved');
          (no ? unmoved : moved).add(after[at]?.id ?? '');
        }
      }
      expect(new Set(result.map(({ id }) => id))).toEqual(ids);
      expect(result.length).toBe(ids.size);
      for (const item of result) expect(item.fields).toEqual(expected.get(item.id));
      const order = result.map(({ id }) => id);
      const asAfter = after.map(({ id }) => id).filter((id) => ids.has(id) && !unmoved.has(id));
      const asBefore = before.map(({ id }) => id).filter((id) => ids.has(id) && !moved.has(id));
      expect(isWithin(asAfter, order)).toBe(true);
      expect(isWithin(asBefore, order)).toBe(true);
    }),
    RUNS,
  );
});

test('D04: a delta leads there and back where items come, go, move and change at once', () => {
  fc.assert(
    fc.property(lists, ([before, after]) => {
      const found = openComparison(before, after);
      if (!found) return;
      expect(patched(before, found.delta)).toEqual(after);
      expect(patched(after, found.reverseDelta)).toEqual(before);
      expect(unpatched(after, found.delta)).toEqual(before);
      expect(unpatched(before, found.reverseDelta)).toEqual(after);
    }),
    RUNS,
  );
});

const scalars = fc.array(fc.constantFrom<unknown>('a', 'b', 'c', 'd', 1, 2, null, true), { maxLength: 8 });

test('of plain values, also the same one several times, what is left of each side is in that side’s order', () => {
  fc.assert(
    fc.property(scalars, scalars, decisions, (before, after, stream) => {
      const found = openComparison(before, after);
      if (!found) return;
      const rejected = reject(found, stream as never);
      const result = settle(found, rejected).value as unknown[];
      const [left, right] = [new Set(before.keys()), new Set(after.keys())];
      let count = after.length;
      for (const { id, kind, path, from } of found.changes) {
        const no = rejected.has(id);
        const at = placeIn(path);
        if (kind === 'added') {
          if (no) right.delete(at);
          if (no) count -= 1;
        } else if (kind === 'removed') {
          if (!no) left.delete(at);
          if (no) count += 1;
        } else if (kind === 'moved') {
          if (no) right.delete(at);
          else left.delete(placeIn(from));
        } else if (no) right.delete(at);
        else left.delete(Number(id.match(/^\$\[(\d+)\]$/)?.[1]));
      }
      expect(result.length).toBe(count);
      expect(
        isWithin(
          [...right].map((at) => after[at]),
          result,
        ),
      ).toBe(true);
      expect(
        isWithin(
          [...left].map((at) => before[at]),
          result,
        ),
      ).toBe(true);
    }),
    RUNS,
  );
});

const tree: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.integer({ min: 0, max: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

test('of objects, exactly what was not rejected differs from before, and exactly what was rejected from after', () => {
  fc.assert(
    fc.property(tree, tree, decisions, (before, after, stream) => {
      const found = openComparison(before, after);
      if (!found) return;
      const rejected = reject(found, stream as never);
      const { value } = settle(found, rejected);
      const others = found.changes.map(({ id }) => id).filter((id) => !rejected.has(id));
      expect((openComparison(before, value)?.changes ?? []).map(({ id }) => id)).toEqual(others);
      expect((openComparison(value, after)?.changes ?? []).map(({ id }) => id)).toEqual([...rejected]);
    }),
    RUNS,
  );
});

test('what was rejected is known again when the version after has become another elsewhere', () => {
  fc.assert(
    fc.property(lists, decisions, ([before, after], stream) => {
      const predicted = openComparison(before, after);
      const more = [{ id: 'x', fields: { a: 9 } }, ...after, { id: 'y', fields: { b: 9 } }];
      const found = openComparison(before, more);
      if (!predicted || !found) return;
      // Which of two items has moved past the other may be seen otherwise.
      const steady = predicted.changes.filter(({ kind }) => kind !== 'moved').map(({ id }) => id);
      const rejected = reject(
        { ...predicted, changes: predicted.changes.filter(({ id }) => steady.includes(id)) },
        stream as never,
      );
      const { value, lost } = settle(found, rejected);
      expect(lost).toEqual([]);
      const ids = (value as Item[]).map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining(['x', 'y']));
      for (const { id, kind, path } of predicted.changes) {
        if (!rejected.has(id) || path.includes('.')) continue;
        const at = placeIn(path);
        if (kind === 'added') expect(ids).not.toContain(after[at]?.id);
        if (kind === 'removed') expect(ids).toContain(before[at]?.id);
      }
    }),
    RUNS,
  );
});
