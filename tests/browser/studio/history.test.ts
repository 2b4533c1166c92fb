import { beforeEach, expect, test } from 'vitest';
import { createSettingsBackedHistoryStore, type HistoryStoreOptions } from '../../../src/studio/base/history.js';
import { eraseHistories } from '../../../src/studio/base/history-database.js';
import { ids, NO_CONTEXT, sessionOf, type Text, tab, turn } from '../../fixtures/studio/history.js';

beforeEach(() => eraseHistories());

const NAMES = { moduleName: 'tests', globalSettingsKey: 'history', characterStateNamespace: 'tests' };
const store = (options: Partial<HistoryStoreOptions> = {}) =>
  createSettingsBackedHistoryStore<Text>({ ...NAMES, ...options });
const many = (count: number, mode: string, from = 0) =>
  Array.from({ length: count }, (_, at) => sessionOf(`${mode}${from + at}`, from + at, { mode }));

test('H01 of thirty sessions the 24 newest remain, whatever order they come in', async () => {
  const { loadHistoryState, persistHistoryState } = store();
  const sessions = many(30, 'm');
  await persistHistoryState(NO_CONTEXT, { version: 3, sessions: sessions.toReversed() }, 'global', '');
  const { version, sessions: kept } = await loadHistoryState(NO_CONTEXT, 'global', '');
  expect(version).toBe(3);
  expect(kept).toEqual(sessions.slice(6));
});

test('H01 a studio that keeps its sessions one by one keeps the same 24', async () => {
  const { history } = tab(store());
  for (const session of many(30, 'm')) await history.save(session);
  expect(ids(await history.list())).toEqual(ids(many(24, 'm', 6)));
  expect(await history.read('m5')).toBe(null);
});

test('H03 a mode sees its own sessions only, and its many never push out those of another', async () => {
  const [x, y] = [store({ modeFilter: 'x', historyLimit: 2 }), store({ modeFilter: 'y' })];
  const state = (count: number, mode: string) => ({ version: 3, sessions: many(count, mode) }) as const;
  await y.persistHistoryState(NO_CONTEXT, state(2, 'y'), 'global', '');
  await x.persistHistoryState(NO_CONTEXT, state(5, 'x'), 'global', '');
  const { history } = tab(x, 'x');
  await history.save(sessionOf('x9', 9, { mode: 'x' }));
  expect(ids((await x.loadHistoryState(NO_CONTEXT, 'global', '')).sessions)).toEqual(['x4', 'x9']);
  expect(ids((await y.loadHistoryState(NO_CONTEXT, 'global', '')).sessions)).toEqual(['y0', 'y1']);
  expect(ids(await history.list())).toEqual(['x4', 'x9']);
});

test('each character has a history of its own, and without one it is the global', async () => {
  const { loadHistoryState, persistHistoryState } = store();
  const load = async (scope: 'global' | 'character', avatar: string) =>
    ids((await loadHistoryState(NO_CONTEXT, scope, avatar)).sessions);
  const one = (id: string) => ({ version: 3, sessions: [sessionOf(id, 1)] }) as const;
  await persistHistoryState(NO_CONTEXT, one('ada'), 'character', 'ada.png');
  await persistHistoryState(NO_CONTEXT, one('all'), 'character', '');
  expect(await load('character', 'ada.png')).toEqual(['ada']);
  expect(await load('character', 'bob.png')).toEqual([]);
  expect(await load('global', 'ada.png')).toEqual(['all']);
});

test('a session comes back as it was kept, with versions that are shared', async () => {
  const { history } = tab(store());
  let session = turn(turn(sessionOf('s', 1), 'first'), 'second');
  session = { ...session, lastSimulation: { seen: [1, '二'] }, chatKey: 'chat "one"' };
  expect(await history.save(session)).toEqual({ id: 's', forked: false });
  const back = await tab(store()).history.read('s');
  expect(back).toEqual(session);
  const [, first, , second] = back?.messages ?? [];
  expect(second?.profileSnapshotBefore).toBe(first?.profileSnapshotAfter);
  expect(first?.profileSnapshotBefore).toBe(back?.baseWorkingProfile);
  expect(back?.workingProfile).not.toBe(second?.profileSnapshotAfter);
  expect(await history.list()).toEqual([
    { id: 's', summary: 'first', updatedAt: 3, createdAt: 1, turns: 2, waits: false },
  ]);
  const waiting = {
    ...session,
    updatedAt: 4,
    pendingApproval: { messageId: 'm', assistantText: '', toolCalls: [], executionToolCalls: [], createdAt: 1 },
  };
  await history.save(waiting);
  expect(await history.list()).toMatchObject([{ id: 's', waits: true }]);
});

test('what is kept is the session as it was when it was given, however soon it is changed', async () => {
  const { history } = tab(store());
  const session = turn(sessionOf('s', 1), 'first');
  const saving = history.save(session);
  session.workingProfile.text = 'changed by hand';
  await saving;
  expect((await history.read('s'))?.workingProfile).toEqual({ text: 'first' });
  const mine = await history.read('s');
  if (mine) mine.workingProfile.text = 'mine';
  expect((await history.read('s'))?.workingProfile).toEqual({ text: 'first' });
});

test('two tabs that go on with one session lose nothing: the later one’s is kept beside it', async () => {
  const [a, b] = [tab(store()).history, tab(store()).history];
  await a.save(turn(sessionOf('s', 1), 'together'));
  const theirs = await b.read('s');
  if (!theirs) throw new Error('not kept');
  const mine = turn(sessionOf('s', 1), 'together');
  await a.save(turn(mine, 'by a'));
  const { id, forked } = await b.save(turn(theirs, 'by b'));
  expect(forked).toBe(true);
  expect(id).toMatch(/^session_[0-9a-z]+_[0-9a-z]{4}$/);
  // From then on the other one is b's own.
  expect(await b.save(turn({ ...turn(theirs, 'by b'), id }, 'again by b'))).toEqual({ id, forked: false });
  const texts = async (session: string) => (await a.read(session))?.messages.map(({ content }) => content);
  expect(await texts('s')).toEqual(['together', 'now together', 'by a', 'now by a']);
  expect(await texts(id)).toEqual(['together', 'now together', 'by b', 'now by b', 'again by b', 'now again by b']);
});

test('a session that another tab has deleted, and one that was pushed out, are there again when one goes on with them', async () => {
  const [a, b] = [tab(store({ historyLimit: 1 })).history, tab(store({ historyLimit: 1 })).history];
  const session = turn(sessionOf('s', 1), 'first');
  await a.save(session);
  await b.remove('s');
  expect(await a.list()).toEqual([]);
  const on = turn(session, 'second');
  expect(await a.save(on)).toEqual({ id: 's', forked: false });
  expect(await b.read('s')).toEqual(on);
  await b.save(sessionOf('newer', 50));
  expect(await a.read('s')).toBe(null);
  const further = turn(on, 'third', 99);
  expect(await a.save(further)).toEqual({ id: 's', forked: false });
  expect(await b.read('s')).toEqual(further);
});

test('what another tab has gone on with is no reason for a copy when nothing was changed here', async () => {
  const [a, b] = [tab(store()).history, tab(store()).history];
  const session = turn(sessionOf('s', 1), 'first');
  await a.save(session);
  const theirs = await b.read('s');
  await a.save(turn(session, 'second'));
  if (theirs) expect(await b.save(theirs)).toEqual({ id: 's', forked: false });
  expect((await b.read('s'))?.messages).toHaveLength(4);
});
