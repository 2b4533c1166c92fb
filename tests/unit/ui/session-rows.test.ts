import { expect, test } from 'vitest';
import { ARCHIVE, type SessionRow, treeLines } from '../../../src/ui/chat/session-rows.js';

const row = (id: string, parentId: string | null = null, archived = false): SessionRow => ({
  ...{ id, label: `the ${id}`, parentId, depth: 0, archived, turns: 0 },
});
const shown = (sessions: readonly SessionRow[], how: Partial<Parameters<typeof treeLines>[1]> = {}) =>
  treeLines(sessions, { folded: new Set(), archiveOpen: false, query: '', ...how }).map(
    ({ key, level, open }) => `${level} ${key}${open === null ? '' : open ? ' -' : ' +'}`,
  );

test('forks stand beneath what they were forked from, whatever order they come in', () => {
  expect(shown([row('c', 'b'), row('a'), row('b', 'a'), row('d', 'a'), row('e')])).toEqual([
    ...['1 a -', '2 b -', '3 c', '2 d', '1 e'],
  ]);
});

test('what is folded hides all of its forks', () => {
  expect(shown([row('a'), row('b', 'a'), row('c', 'b'), row('d')], { folded: new Set(['a']) })).toEqual([
    ...['1 a +', '1 d'],
  ]);
});

test('what was put away is folded away at the end, and its forks that were not are on their own', () => {
  const sessions = [row('a', null, true), row('b', 'a'), row('c', 'a', true)];
  expect(shown(sessions)).toEqual(['1 b', `1 ${ARCHIVE} +`]);
  expect(shown(sessions, { archiveOpen: true })).toEqual(['1 b', `1 ${ARCHIVE} -`, '2 a -', '3 c']);
  expect(
    treeLines(sessions, { folded: new Set(), archiveOpen: true, query: '' }).map(
      ({ place, siblings }) => `${place}/${siblings}`,
    ),
  ).toEqual([...['1/2', '2/2', '1/1', '1/1']]);
});

test('a search finds what was put away, too, by its name in any case', () => {
  expect(shown([row('Ab'), row('b', 'Ab', true), row('c')], { query: ' THE ab' })).toEqual(['1 Ab']);
  expect(shown([row('Ab'), row('b', 'Ab', true), row('c')], { query: 'b' })).toEqual(['1 Ab', '1 b']);
});

test('parents that are missing or form circles lose no session', () => {
  expect(
    shown([row('a', 'gone'), row('b', 'b'), row('c', 'd'), row('d', 'c')]).map((line) => line.split(' ')[1]),
  ).toEqual([...['a', 'b', 'c', 'd']]);
});

test('100,000 forks of forks are no depth that the tree could fall from', () => {
  const sessions = Array.from({ length: 100_000 }, (_, at) => row(`s${at}`, at === 0 ? null : `s${at - 1}`));
  const lines = treeLines(sessions, { folded: new Set(), archiveOpen: false, query: '' });
  expect(lines).toHaveLength(100_000);
  expect(lines.at(-1)?.level).toBe(100_000);
});
