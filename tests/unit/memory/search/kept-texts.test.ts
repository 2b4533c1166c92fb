import { expect, test } from 'vitest';
import { Grams } from '../../../../worker/memory/search/grams.js';
import { KeptTexts } from '../../../../worker/memory/search/kept-texts.js';
import { spell } from '../../../../worker/memory/search/tokens.js';
import { fc } from '../../../fixtures/property.js';

const units = (text: string) => Uint16Array.from(text.split(''), (unit) => unit.charCodeAt(0));

test('texts stay what they are while others come, change and go', () => {
  const change = fc.record({
    id: fc.nat(20),
    text: fc.option(fc.string({ unit: fc.constantFrom('a', 'b', '門', '\ud842'), maxLength: 60 })),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 200, size: 'max' }), (changes) => {
      const kept = new KeptTexts();
      const texts = new Map<number, string>();
      for (const { id, text } of changes) {
        if (text === null) expect(kept.remove(id)).toBe(texts.delete(id));
        else {
          kept.set(id, text);
          texts.set(id, text);
        }
      }
      expect(kept.size).toBe(texts.size);
      for (let id = 0; id < 22; id++) {
        expect([kept.has(id), kept.read(id)]).toEqual([texts.has(id), texts.get(id) ?? '']);
        for (const part of ['a', 'ab', '門a', 'aab', '\ud842門']) {
          expect(kept.includes(id, units(part))).toBe(texts.get(id)?.includes(part) ?? false);
        }
      }
    }),
  );
});

test('texts that change for ever do not take ever more room', () => {
  const kept = new KeptTexts();
  for (let round = 0; round < 100_000; round++) kept.set(round % 50, `text ${round}`);
  expect(kept.bytes).toBeLessThan(10_000);
});

test('parts of a text are all there are, of any wanted length', () => {
  const parts = (text: string, least: number, most: number) => {
    const grams = new Grams(least, most);
    const found: string[] = [];
    for (grams.open(text); grams.next(); ) found.push(spell(grams));
    return found;
  };
  expect(parts('abcd', 1, 3)).toEqual(['a', 'ab', 'abc', 'b', 'bc', 'bcd', 'c', 'cd', 'd']);
  expect(parts('abcd', 2, 2)).toEqual(['ab', 'bc', 'cd']);
  expect(parts('abcd', 3, 3)).toEqual(['abc', 'bcd']);
  expect(parts('ab', 3, 3)).toEqual([]);
  expect(parts('', 1, 3)).toEqual([]);
});
