import { expect, test } from 'vitest';
import { KeywordIndex } from '../../../../worker/memory/search/keyword-index.js';
import { fc } from '../../../fixtures/property.js';
import { generator } from '../../../fixtures/random.js';
import { SEED } from '../../../fixtures/seed.js';
import { naiveSearch } from './naive.js';

const word = fc.constantFrom('sword', 'Inn', 'a', 'the', '42', '艾琳', '琳', '東門', '門號', 'の', '-', 'fight', 'x1');
const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
const mixed = fc.oneof(
  text,
  fc.array(word, { maxLength: 8 }).map((words) => words.join('')),
);

type Step =
  | { readonly set: number; readonly text: string }
  | { readonly remove: number }
  | { readonly query: string; readonly k: number; readonly every: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ set: fc.nat(40), text: mixed }) },
  { weight: 2, arbitrary: fc.record({ remove: fc.nat(45) }) },
  { weight: 3, arbitrary: fc.record({ query: mixed, k: fc.integer({ min: 1, max: 50 }), every: fc.nat(3) }) },
);

test('answers are those of a search that remembers nothing, through edits, removals and compactions', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400, size: 'max' }), fc.constantFrom('bigram', 'run'), (steps, cjk) => {
      const index = new KeywordIndex(cjk);
      const texts = new Map<number, string>();
      for (const step of steps) {
        if ('set' in step) {
          index.set(step.set, step.text);
          texts.set(step.set, step.text);
        } else if ('remove' in step) {
          index.remove(step.remove);
          texts.delete(step.remove);
        } else {
          const { query, k, every } = step;
          const accept = every === 0 ? undefined : (doc: number) => doc % (every + 1) === 0;
          expect(index.search(query, k, accept)).toEqual(naiveSearch(texts, query, k, { accept, cjk }));
        }
      }
    }),
  );
});

/** Texts in which a few words are very common and most are rare. */
function makeTexts(count: number, seed: number): Map<number, string> {
  const random = generator(seed);
  const words = () => Math.floor(2000 ** random());
  return new Map(
    Array.from({ length: count }, (_, doc) => [
      doc,
      Array.from({ length: 1 + Math.floor(random() * 5) }, () => {
        const at = words();
        return at % 3 === 0 ? String.fromCharCode(0x4e00 + at, 0x4e01 + at) : `w${at}`;
      }).join(' '),
    ]),
  );
}

const QUERIES = ['w1', 'w1 w2', 'w2 w4 w4 w5', 'w1 w2 w4 w5 丂七', 'w1999 w1 w1000', '七丄', 'w1500', 'w8 missing'];

test('lists of any length give the same answers, common words and rare ones together', () => {
  const texts = makeTexts(3000, SEED);
  const index = new KeywordIndex();
  const random = generator(SEED + 1);
  for (const [doc, text] of texts) index.set(doc, text);
  for (let round = 0; round < 4; round++) {
    for (const query of QUERIES) {
      for (const k of [1, 20, 5000]) expect(index.search(query, k)).toEqual(naiveSearch(texts, query, k));
      const accept = (doc: number) => doc % 7 === 3;
      expect(index.search(query, 20, accept)).toEqual(naiveSearch(texts, query, 20, { accept }));
    }
    for (const [, text] of makeTexts(400, SEED + 2 + round)) {
      const doc = Math.floor(random() * 3000);
      index.set(doc, text);
      texts.set(doc, text);
    }
    for (let i = 0; i < 50; i++) {
      const doc = Math.floor(random() * 3000);
      index.remove(doc);
      texts.delete(doc);
    }
  }
});

test('more documents than one stretch of the arena holds are told apart', () => {
  const index = new KeywordIndex();
  const texts = new Map(
    Array.from({ length: 70_000 }, (_, doc) => [doc, `${doc % 997} ${doc % 3 === 0 ? 'all' : 'x'}`]),
  );
  for (const [doc, text] of texts) index.set(doc, text);
  index.set(7, 'all 996');
  const docs = (query: string, k: number) => index.search(query, k).map(({ doc }) => doc);
  const of996 = [...texts.keys()].filter((doc) => doc % 997 === 996);
  expect(docs('996', 1000)).toEqual([7, ...of996]);
  expect(docs('all', 3)).toEqual([0, 3, 6]);
  expect(docs('all 996', 3)).toEqual([7, ...of996.filter((doc) => doc % 3 === 0)].slice(0, 3));
  expect(index.search('x', 100_000)).toHaveLength([...texts.keys()].filter((doc) => doc % 3 !== 0 && doc !== 7).length);
});

test('a score counts distinct tokens found and all tokens asked for', () => {
  const index = new KeywordIndex();
  index.set(0, 'sword sword inn');
  index.set(1, 'sword');
  expect(index.search('sword SWORD inn fight', 20)).toEqual([
    { doc: 0, score: 0.5 },
    { doc: 1, score: 0.25 },
  ]);
});

test('nothing is found for a query without tokens, a word nobody has, or a cut at nothing', () => {
  const index = new KeywordIndex();
  index.set(0, 'sword');
  for (const query of ['', '   ', '…', 'shield']) expect(index.search(query, 20)).toEqual([]);
  expect(index.search('sword', 0)).toEqual([]);
  expect(new KeywordIndex().search('sword', 20)).toEqual([]);
});

test('an edited document keeps its place among equals', () => {
  const index = new KeywordIndex();
  for (let doc = 0; doc < 100; doc++) index.set(doc, 'sword');
  index.set(3, 'sword and inn');
  index.set(1, 'a sword');
  expect(index.search('sword', 5).map(({ doc }) => doc)).toEqual([0, 1, 2, 3, 4]);
});

test('a query may have more tokens than fit a byte', () => {
  const words = Array.from({ length: 700 }, (_, at) => `w${at}`);
  const texts = new Map(words.map((_, doc) => [doc, words.slice(0, doc).join(' ')]));
  const index = new KeywordIndex();
  for (const [doc, text] of texts) index.set(doc, text);
  for (const query of [words.join(' '), words.slice(0, 256).join(' '), words.slice(0, 255).join(' ')]) {
    expect(index.search(query, 300)).toEqual(naiveSearch(texts, query, 300));
  }
});

test('the filter is asked before the cut, and for no document that would be cut anyway', () => {
  const index = new KeywordIndex();
  for (let doc = 0; doc < 10_000; doc++) index.set(doc, 'sword');
  let asked = 0;
  const accept = (doc: number) => {
    asked++;
    return doc >= 500;
  };
  expect(index.search('sword', 3, accept).map(({ doc }) => doc)).toEqual([500, 501, 502]);
  expect(asked).toBe(503);
});

test('documents that change for ever do not take ever more room', () => {
  const index = new KeywordIndex();
  for (let doc = 0; doc < 200; doc++) index.set(doc, `sword ${doc}`);
  const sized = (rounds: number) => {
    for (let round = 0; round < rounds; round++) index.set(round % 200, `sword ${round} fight`);
    return index.bytes;
  };
  const once = sized(2000);
  expect(sized(20_000)).toBeLessThan(once * 1.5);
  for (let doc = 0; doc < 200; doc++) index.remove(doc);
  expect(index.search('sword', 20)).toEqual([]);
});

test('words that mean something to JavaScript are words', () => {
  const index = new KeywordIndex();
  index.set(0, '__proto__ constructor');
  expect(index.search('constructor', 20)).toEqual([{ doc: 0, score: 1 }]);
  expect(index.search('toString valueOf', 20)).toEqual([]);
});
