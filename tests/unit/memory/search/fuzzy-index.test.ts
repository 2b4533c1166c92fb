import { expect, test } from 'vitest';
import { FuzzyIndex } from '../../../../worker/memory/search/fuzzy-index.js';

const TEXTS = [
  'Alice draws her sword in the inn',
  '艾琳在東門與鮑勃結盟',
  'The eastern gate was closed',
  'A sword for Bob',
];
const open = (texts: readonly string[] = TEXTS) => new FuzzyIndex(() => texts.entries());
const docs = (index: FuzzyIndex, query: string, k = 20, accept?: (doc: number) => boolean) =>
  index.search(query, k, accept).map(({ doc }) => doc);

test('words are found misspelt, begun or in other case', () => {
  const index = open();
  expect(docs(index, 'swrod').sort()).toEqual([0, 3]);
  expect(docs(index, 'EASTRN')).toEqual([2]);
  expect(docs(index, 'gat')).toEqual([2]);
});

test('Chinese is found by its pairs', () => {
  const index = open();
  expect(docs(index, '東門')).toEqual([1]);
  expect(docs(index, '門東')).toEqual([]);
});

test('documents with every word come alone where there are any, and otherwise the better come first', () => {
  const index = open();
  expect(docs(index, 'alice sword')).toEqual([0]);
  expect(docs(index, 'sword nothing').sort()).toEqual([0, 3]);
  const scores = index.search('alice gate sword', 20).map(({ score }) => score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
});

test('equal scores stand in the order of documents, are filtered first and cut then', () => {
  const index = open(Array.from({ length: 50 }, () => 'sword'));
  expect(docs(index, 'sword', 4)).toEqual([0, 1, 2, 3]);
  expect(docs(index, 'sword', 3, (doc) => doc % 10 === 9)).toEqual([9, 19, 29]);
});

test('nothing is read before the first search, and what changes then is found', () => {
  const texts = [...TEXTS];
  let reads = 0;
  const index = new FuzzyIndex(() => {
    reads++;
    return texts.entries();
  });
  index.set(9, 'never kept');
  expect(reads).toBe(0);
  expect(docs(index, 'never')).toEqual([]);
  index.set(9, 'a dragon');
  index.set(0, 'a dragon too');
  index.remove(3);
  index.remove(77);
  expect(docs(index, 'dragon').sort()).toEqual([0, 9]);
  expect(docs(index, 'sword')).toEqual([]);
  expect(reads).toBe(1);
});

test('what changes while the index is being made is as it is, not as it was read', () => {
  const texts = Array.from({ length: 2000 }, (_, doc) => `old text number ${doc} of them all`);
  const index = open(texts);
  const steps = index.build();
  for (let i = 0; i < 3; i++) steps.next();
  index.set(1, 'dragon');
  index.set(1999, 'dragon');
  index.remove(1998);
  expect(docs(index, 'dragon')).toEqual([1, 1999]);
  expect(docs(index, 'number', 5000)).toHaveLength(1997);
  expect(steps.next().done).toBe(true);
  expect(docs(index, 'dragon')).toEqual([1, 1999]);
});

test('a blank query and one without words find nothing', () => {
  const index = open();
  for (const query of ['', '  ', '…']) expect(index.search(query, 20)).toEqual([]);
});
