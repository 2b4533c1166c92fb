import { expect, test } from 'vitest';
import { Counters } from '../../../../worker/memory/search/counters.js';
import { Postings } from '../../../../worker/memory/search/postings.js';
import { Terms } from '../../../../worker/memory/search/terms.js';
import { spell, type Token } from '../../../../worker/memory/search/tokens.js';
import { generator } from '../../../fixtures/random.js';
import { SEED } from '../../../fixtures/seed.js';

/** A term's entries, and whether they came as a bitmap. */
function read(postings: Postings, term: number): { entries: number[]; dense: boolean } {
  const entries: number[] = [];
  let dense = false;
  postings.read(term, {
    add: (entry) => entries.push(entry),
    addBits(bits, words) {
      dense = true;
      for (let entry = 0; entry < words * 32; entry++) {
        if (((bits[entry >>> 5] ?? 0) >>> (entry & 31)) & 1) entries.push(entry);
      }
    },
  });
  return { entries, dense };
}

test('lists come back as they were made, from one entry to tens of thousands, rare and common', () => {
  const random = generator(SEED);
  const chances = [0.00002, 0.0005, 0.01, 0.03, 0.055, 0.08, 0.6, 1];
  const postings = new Postings();
  const lists: number[][] = chances.map(() => []);
  for (let entry = 0; entry < 150_000; entry++) {
    for (const [term, chance] of chances.entries()) {
      // The last one is common at first and never seen again.
      if (random() >= chance || (chance === 1 && entry >= 900)) continue;
      postings.append(term, entry);
      if (entry % 3 === 0) postings.append(term, entry);
      lists[term]?.push(entry);
    }
  }
  const found = chances.map((_, term) => read(postings, term));
  expect(found.map(({ entries }) => entries.length)).toEqual(lists.map(({ length }) => length));
  expect(found.map(({ entries }) => entries)).toEqual(lists);
  expect(found.map(({ dense }) => dense).slice(-3)).toEqual([true, true, true]);
  expect(found.map(({ dense }) => dense).slice(0, 4)).toEqual([false, false, false, false]);
  expect(lists[4]?.length).toBeGreaterThan(6000);
  expect(read(postings, 99)).toEqual({ entries: [], dense: false });
});

test('room that a list gives up when it becomes a bitmap is used again', () => {
  const postings = new Postings();
  const fill = (first: number) => {
    for (let entry = 0; entry < 300; entry++)
      for (let term = 0; term < 200; term++) postings.append(first + term, entry);
  };
  fill(0);
  const once = postings.bytes;
  fill(200);
  // The lists alone took 200 KB.
  expect(postings.bytes - once).toBeLessThan(20_000);
  for (const term of [0, 199, 200, 399]) expect(read(postings, term).entries).toHaveLength(300);
  for (let term = 400; term < 600; term++) for (let at = 0; at < 9; at++) postings.append(term, 1000 * at + term);
  for (let term = 400; term < 600; term++) {
    expect(read(postings, term).entries).toEqual(Array.from({ length: 9 }, (_, at) => 1000 * at + term));
  }
});

test('terms with the same hash are told apart by all they consist of', () => {
  const terms = new Terms();
  const token = (text: string): Token => ({
    units: Uint16Array.from(text.split(''), (unit) => unit.charCodeAt(0)),
    length: text.length,
    hash: text.length > 2 ? 7 : -7,
  });
  const texts = ['abc', 'abd', 'ab', 'a', 'abcd', 'b', '艾琳', 'bbc', 'ba'];
  expect(texts.map((text) => terms.intern(token(text)))).toEqual([...texts.keys()]);
  expect(texts.map((text) => terms.intern(token(text)))).toEqual([...texts.keys()]);
  expect(texts.map((text) => terms.find(token(text)))).toEqual([...texts.keys()]);
  expect(texts.map((_, term) => spell(terms.tokenOf(term)))).toEqual(texts);
  expect(terms.find(token('bc'))).toBe(-1);
  for (let i = 0; i < 500; i++) terms.intern(token(`word ${i}`));
  expect(terms.find(token('word 77'))).toBe(texts.length + 77);
});

test('counts are exact for any number of terms, and counted anew each time', () => {
  const counters = new Counters();
  for (const most of [1, 2, 3, 255, 256, 1000]) {
    counters.clear(100, most);
    for (let i = 0; i < most; i++) counters.add(64);
    for (let i = 0; i < most; i++) counters.addBits(Uint32Array.of(0, i === 0 ? 1 : 0, 0, 0b1000), 4);
    expect([0, 32, 64, 99].map((entry) => counters.countOf(entry))).toEqual([0, 1, most, most]);
    expect([0, 1, 2, 3].map((block) => counters.atLeast(block, 1) >>> 0)).toEqual([0, 1, 1, 8]);
    expect([0, 1, 2, 3].map((block) => counters.atLeast(block, most) >>> 0)).toEqual([0, most === 1 ? 1 : 0, 1, 8]);
  }
});
