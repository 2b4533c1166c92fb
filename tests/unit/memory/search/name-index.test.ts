import { expect, test } from 'vitest';
import { NameIndex } from '../../../../worker/memory/search/name-index.js';
import { fc } from '../../../fixtures/property.js';

/** What a search that remembers nothing finds. */
function naiveFind(names: ReadonlyMap<number, readonly string[]>, query: string, accept = (_doc: number) => true) {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  return [...names]
    .filter(([doc, texts]) => accept(doc) && texts.some((text) => text.toLowerCase().includes(wanted)))
    .map(([doc]) => doc)
    .sort((a, b) => a - b);
}

const part = fc.constantFrom(
  'Al',
  'ice',
  'a',
  'an',
  ' ',
  '艾',
  '琳',
  '東門',
  'İ',
  'Σ',
  '\uffff',
  '𠮷',
  '\udfb7',
  'aaaa',
);
const name = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));

type Step =
  | { readonly set: number; readonly names: readonly string[] }
  | { readonly remove: number }
  | { readonly query: string; readonly every: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ set: fc.nat(60), names: fc.array(name, { maxLength: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ remove: fc.nat(65) }) },
  { weight: 4, arbitrary: fc.record({ query: name, every: fc.nat(2) }) },
);

test('names are found as by looking at each, on both sides of the size from which on pairs are indexed', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300, size: 'max' }), fc.constantFrom(0, 8, 30, 1000), (steps, from) => {
      const index = new NameIndex(from);
      const names = new Map<number, readonly string[]>();
      for (const step of steps) {
        if ('set' in step) {
          index.set(step.set, step.names);
          names.set(step.set, step.names);
        } else if ('remove' in step) {
          index.remove(step.remove);
          names.delete(step.remove);
        } else {
          const accept = step.every === 0 ? undefined : (doc: number) => doc % (step.every + 1) === 0;
          expect(index.find(step.query, accept)).toEqual(naiveFind(names, step.query, accept));
        }
        expect(index.size).toBe(names.size);
      }
    }),
  );
});

test('many names are indexed bit by bit, and every search in between is right', () => {
  const index = new NameIndex(2000);
  const names = new Map<number, readonly string[]>();
  const check = () => {
    for (const query of ['alice 99', '77', '7', '東門', ' ALICE 1999 ', '門9', 'nobody', '9 東']) {
      expect(index.find(query)).toEqual(naiveFind(names, query));
    }
  };
  for (let doc = 0; doc < 5000; doc++) {
    names.set(doc, [`Alice ${doc}`, `東門${doc % 100}`]);
    index.set(doc, names.get(doc) ?? []);
    if (doc % 500 === 0) check();
  }
  for (let doc = 0; doc < 5000; doc += 3) {
    names.set(doc, [`Bob ${doc}`]);
    index.set(doc, [`Bob ${doc}`]);
  }
  check();
  for (let doc = 0; doc < 4500; doc++) {
    names.delete(doc);
    index.remove(doc);
    if (doc % 1000 === 0) check();
  }
  check();
});

test('a match lies within one name, even for a query with what stands between names', () => {
  const index = new NameIndex();
  index.set(0, ['Alice', 'Bob']);
  index.set(1, ['Alice\uffffBob']);
  expect(index.find('cebo')).toEqual([]);
  expect(index.find('alice\uffffbob')).toEqual([1]);
  expect(index.find('e\uffffb', (doc) => doc === 0)).toEqual([]);
});

test('white space around a query does not count, and a blank one finds nothing', () => {
  const index = new NameIndex();
  index.set(2, ['Alice of the Inn']);
  expect(index.find('  ALICE ')).toEqual([2]);
  expect(index.find('e o')).toEqual([2]);
  expect(index.find(' \t')).toEqual([]);
});
