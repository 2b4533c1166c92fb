import { expect, test } from 'vitest';
import { rowOf, wordsOf } from '../../../src/ui/memory/memory-words.js';
import type { NodeView } from '../../../worker/protocol/memory-types.js';

const node = (summary: string): NodeView => ({
  ...{ id: 'n_1', type: 'event', level: 'semantic', title: 'Summary 1', fields: { summary }, seqTo: 1 },
  ...{ parentId: '', childrenIds: [], archived: false, semanticRollup: false, semanticDepth: 0 },
});
const shown = (summary: string, query: string) => rowOf(node(summary), wordsOf(query)).text;
const marked = (text: string, query: string) => text.split(wordsOf(query) ?? /$^/).filter((_, at) => at % 2 === 1);

test('the text of a hit begins near the first word that was found, at a word of its own', () => {
  const long = `${'It rains on the harbour, and nobody is there. '.repeat(6)}Alice draws her Sword in the inn.`;
  expect(shown(long, 'sword fight')).toBe('… draws her Sword in the inn.');
  expect(shown('Alice draws her sword.', 'alice')).toBe('Alice draws her sword.');
  expect(shown(`${'雨'.repeat(200)}爱丽丝拔剑`, '拔剑')).toBe(`… ${'雨'.repeat(13)}爱丽丝拔剑`);
});

test('words stand out whole and in either case, Chinese ones by pairs; what is not found is shown from its beginning', () => {
  expect(marked('A Sword, swords, and a sword.', 'sword')).toEqual(['Sword', 'sword']);
  expect(marked('她拔出银色长剑', '银色的长剑')).toEqual(['银色', '长剑']);
  expect(marked('c++ (a+b)', '(+)')).toEqual([]);
  const long = 'x'.repeat(500);
  expect(shown(long, 'sword')).toBe('x'.repeat(240));
  expect(rowOf(node(long)).text).toBe('x'.repeat(240));
});
