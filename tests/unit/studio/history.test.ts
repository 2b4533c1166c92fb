import { expect, test } from 'vitest';
import {
  createSettingsBackedHistoryStore,
  type HistoryStorage,
  type HistoryStoreOptions,
  summaryOf,
} from '../../../src/studio/base/history.js';
import { answered, exclusively } from '../../../src/studio/base/history-whole.js';
import type { HistoryState, StudioSession } from '../../../src/studio/base/types.js';
import { ids, NO_CONTEXT, sessionOf, type Text, tab, turn } from '../../fixtures/studio/history.js';

const NAMES = { moduleName: 'tests', globalSettingsKey: 'history', characterStateNamespace: 'tests' };

/** A storage in an object, which keeps what it is given as a server does. */
function held(state: unknown = null) {
  const kept = { text: JSON.stringify(state), reads: 0 };
  const storage: HistoryStorage = {
    async read() {
      kept.reads += 1;
      return JSON.parse(kept.text);
    },
    async write(_context, _place, given) {
      kept.text = JSON.stringify(given);
    },
  };
  const store = (options: Partial<HistoryStoreOptions> = {}) =>
    createSettingsBackedHistoryStore<Text>({ ...NAMES, storage, ...options });
  return { kept, storage, store };
}

/** An adapter's own two functions over an object; each may be made to fail. */
function own(sessions: readonly unknown[] = []) {
  const it = { state: { version: 3, sessions } as unknown, loadFails: false, persistFails: false, loads: 0 };
  return {
    it,
    async loadHistoryState(): Promise<HistoryState<Text>> {
      it.loads += 1;
      if (it.loadFails) throw new Error('cannot load');
      return structuredClone(it.state) as HistoryState<Text>;
    },
    async persistHistoryState(_context: unknown, state: HistoryState<Text>) {
      if (it.persistFails) throw new Error('cannot persist');
      it.state = structuredClone(state);
    },
  };
}

test('H02 what another version has stored is an empty history of version 3', async () => {
  for (const stored of [{ version: 2, sessions: [sessionOf('s', 1)] }, null, 'x', { version: 3, sessions: 'nope' }]) {
    const { store } = held(stored);
    expect(await store().loadHistoryState(NO_CONTEXT, 'global', '')).toEqual({ version: 3, sessions: [] });
    const { history, troubles } = tab(store());
    expect([await history.list(), troubles]).toEqual([[], []]);
  }
});

test('a store has exactly two functions, which need no object, and each missing name is told', () => {
  const store = held().store();
  expect(Object.keys(store).sort()).toEqual(['loadHistoryState', 'persistHistoryState']);
  expect(() => createSettingsBackedHistoryStore({ moduleName: '' } as never)).toThrow(
    'createSettingsBackedHistoryStore: missing options: moduleName, globalSettingsKey, characterStateNamespace',
  );
  expect(() => createSettingsBackedHistoryStore(undefined as never)).toThrow('missing options');
});

test('what is loaded is the caller’s own, and what is persisted is as it was then', async () => {
  const state = { version: 3, sessions: [turn(sessionOf('s', 1), 'first')] } as const;
  let kept: HistoryState | undefined;
  const storage: HistoryStorage = {
    read: async () => kept,
    write: async (_context, _place, given) => {
      kept = given;
    },
  };
  const store = createSettingsBackedHistoryStore<Text>({ ...NAMES, storage });
  await store.persistHistoryState(NO_CONTEXT, state, 'global', '');
  const [given] = state.sessions;
  given.workingProfile.text = 'changed afterwards';
  const load = async () => (await store.loadHistoryState(NO_CONTEXT, 'global', '')).sessions[0];
  const mine = await load();
  if (mine) mine.workingProfile.text = 'mine';
  expect((await load())?.workingProfile).toEqual({ text: 'first' });
});

test('a list says in which sessions a proposal waits', async () => {
  const { history } = tab(own());
  const session = turn(sessionOf('s', 1), 'first');
  const waiting = {
    ...session,
    updatedAt: 2,
    pendingApproval: { messageId: 'm', assistantText: '', toolCalls: [], executionToolCalls: [], createdAt: 1 },
  };
  await history.save(waiting);
  expect(await history.list()).toMatchObject([{ id: 's', waits: true }]);
  await history.save({ ...waiting, updatedAt: 3, pendingApproval: null });
  expect(await history.list()).toMatchObject([{ id: 's', waits: false }]);
});

test('no state at all is refused, and what is there stays', async () => {
  const { store } = held({ version: 3, sessions: [sessionOf('s', 1)] });
  await expect(store().persistHistoryState(NO_CONTEXT, {} as never, 'global', '')).rejects.toMatchObject({
    code: 'BAD_ARGS',
  });
  expect(ids((await store().loadHistoryState(NO_CONTEXT, 'global', '')).sessions)).toEqual(['s']);
});

test('an adapter’s own history is listed by its mode, the oldest first, and what is no session is left alone', async () => {
  const others = [sessionOf('other', 9, { mode: 'y' }), null, { mode: 'm' }];
  const store = own([sessionOf('b', 2), ...others, sessionOf('a', 1), { id: 'bare', mode: 'm' }]);
  const { history, troubles } = tab(store);
  expect(await history.list()).toEqual([
    { id: 'bare', summary: '', updatedAt: 0, createdAt: 0, turns: 0, waits: false },
    { id: 'a', summary: '', updatedAt: 1, createdAt: 1, turns: 0, waits: false },
    { id: 'b', summary: '', updatedAt: 2, createdAt: 1, turns: 0, waits: false },
  ]);
  await history.save(turn(sessionOf('c', 3), 'x'));
  await history.remove('a');
  const left = (store.it.state as HistoryState).sessions as readonly (StudioSession | null)[];
  expect(left.map((one) => one?.id)).toEqual([undefined, undefined, 'bare', 'b', 'c', 'other']);
  expect(troubles).toEqual([]);
});

test('a bad shape or a throw is an empty history and told, and a throw costs nothing of what is kept', async () => {
  const store = own([sessionOf('kept', 1)]);
  const { history, troubles } = tab(store);
  store.it.loadFails = true;
  expect([await history.list(), await history.read('kept')]).toEqual([[], null]);
  expect(troubles.map(String)).toEqual(['Error: cannot load', 'Error: cannot load']);
  await expect(history.save(sessionOf('mine', 2))).rejects.toThrow('cannot load');
  store.it.loadFails = false;
  expect(ids((store.it.state as HistoryState).sessions)).toEqual(['kept']);
  store.it.state = { version: 3, sessions: 'nope' };
  expect(ids(await history.list())).toEqual(['mine']);
  expect(String(troubles[2])).toContain('{version: 3, sessions: []}');
  await history.close();
  expect(ids((store.it.state as HistoryState).sessions)).toEqual(['mine']);
});

test('what cannot be kept is still there in this studio, and is kept with what comes next', async () => {
  const store = own();
  const { history } = tab(store);
  store.it.persistFails = true;
  const session = turn(sessionOf('s', 1), 'first');
  await expect(history.save(session)).rejects.toThrow('cannot persist');
  session.workingProfile.text = 'changed by hand';
  expect(await history.list()).toEqual([
    { id: 's', summary: 'first', updatedAt: 2, createdAt: 1, turns: 1, waits: false },
  ]);
  expect((await history.read('s'))?.workingProfile).toEqual({ text: 'first' });
  store.it.persistFails = false;
  await history.save(sessionOf('next', 9));
  expect(ids((store.it.state as HistoryState).sessions)).toEqual(['s', 'next']);
  await history.remove('s');
  expect(ids(await history.list())).toEqual(['next']);
});

test('two tabs on an adapter’s own history lose nothing, and each goes on with its own', async () => {
  const store = own();
  const [a, b] = [tab(store).history, tab(store).history];
  const session = turn(sessionOf('s', 1), 'together');
  await a.save(session);
  const theirs = await b.read('s');
  if (!theirs) throw new Error('not kept');
  const [first, second] = await Promise.all([a.save(turn(session, 'by a')), b.save(turn(theirs, 'by b'))]);
  expect([first.forked, second.forked]).toEqual([false, true]);
  await Promise.all([a.save(sessionOf('new of a', 50)), b.save(sessionOf('new of b', 60))]);
  expect(ids(await a.list())).toEqual(['s', second.id, 'new of a', 'new of b']);
  expect((await a.read(second.id))?.messages.map(({ content }) => content)).toContain('now by b');
  // Nothing was changed since it was read: there is nothing to keep beside the other’s.
  await b.read('s');
  await a.save(turn(turn(session, 'by a'), 'again'));
  expect(await b.save(turn(session, 'by a'))).toEqual({ id: 's', forked: false });
  expect((await b.read('s'))?.messages).toHaveLength(6);
});

test('a store that makes sessions good in its own way is no other tab', async () => {
  const store = own();
  const stamping = {
    ...store,
    async persistHistoryState(context: unknown, state: HistoryState<Text>) {
      const sessions = state.sessions.map((one) => ({ ...one, updatedAt: one.updatedAt + 0.5 }));
      await store.persistHistoryState(context, { version: 3, sessions });
    },
  };
  const { history } = tab(stamping);
  let session = sessionOf('s', 1);
  for (let at = 2; at < 5; at += 1) {
    session = turn(session, `${at}`, at);
    expect(await history.save(session)).toEqual({ id: 's', forked: false });
  }
});

test('two at once under one name take turns, and one that never ends is left behind', async () => {
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await Promise.resolve();
    seen.push(`${name} ends`);
  };
  await Promise.all([exclusively('turns', work('a')), exclusively('turns', work('b'))]);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  await expect(exclusively('turns', () => new Promise(() => {}), 10)).rejects.toMatchObject({ code: 'STORE_FAILED' });
  await expect(answered(new Promise(() => {}), 10)).rejects.toMatchObject({ code: 'STORE_FAILED' });
  expect(await exclusively('turns', async () => 'next')).toBe('next');
});

test('a summary is one line of 72 characters, whatever they are made of', () => {
  expect(summaryOf('  Make it\n\n shorter ')).toBe('Make it shorter');
  expect(summaryOf('x'.repeat(72))).toBe('x'.repeat(72));
  expect(summaryOf('x'.repeat(73))).toBe(`${'x'.repeat(72)}...`);
  expect(summaryOf('🂡'.repeat(5_000))).toBe(`${'🂡'.repeat(72)}...`);
});

test('where there is no IndexedDB a studio keeps its sessions as long as it is open, and says that they are not kept', async () => {
  const { history, troubles } = tab(createSettingsBackedHistoryStore<Text>(NAMES));
  expect([await history.list(), troubles]).toMatchObject([[], [{ code: 'STORE_UNAVAILABLE' }]]);
  const session = turn(sessionOf('s', 1), 'first');
  await expect(history.save(session)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  expect([ids(await history.list()), await history.read('s')]).toEqual([['s'], session]);
  await history.close();
});
