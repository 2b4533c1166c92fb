/// <reference types="@vitest/browser-playwright" />
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { createSettingsBackedHistoryStore } from '../../../src/studio/base/history.js';
import { eraseHistories } from '../../../src/studio/base/history-database.js';
import type { StudioSession } from '../../../src/studio/base/types.js';
import { buckets, lose } from '../../fixtures/database.js';
import { ids, NO_CONTEXT, sessionOf, type Text, tab, turn } from '../../fixtures/studio/history.js';

beforeEach(() => eraseHistories());

const DATABASE = 'bulkhead-studio';
const store = () =>
  createSettingsBackedHistoryStore<Text>({
    ...{ moduleName: 'tests', globalSettingsKey: 'history', characterStateNamespace: 'tests' },
  });
const LARGE = 500_000;
/** A text that is not like any other. */
const large = (name: string) => name.repeat(Math.ceil(LARGE / name.length));

/** Characters that go into the database, or are parsed, while something is done. */
async function counted(work: () => Promise<unknown>): Promise<{ readonly written: number; readonly parsed: number }> {
  const count = { written: 0, parsed: 0 };
  const { put } = IDBObjectStore.prototype;
  const { parse } = JSON;
  IDBObjectStore.prototype.put = function (value, key) {
    count.written += typeof value === 'string' ? value.length : 0;
    return put.call(this, value, key);
  };
  JSON.parse = (text, reviver) => {
    count.parsed += text.length;
    return parse(text, reviver);
  };
  try {
    await work();
  } finally {
    IDBObjectStore.prototype.put = put;
    JSON.parse = parse;
  }
  return count;
}

/** Goes on with a version of half a megabyte, of which no more is said than that. */
function largeTurn(session: StudioSession<Text>, name: string, updatedAt?: number): StudioSession<Text> {
  const next = turn(session, large(name), updatedAt);
  const messages = next.messages.map(({ content, ...others }) => ({
    ...others,
    ...{ content: content.slice(0, 20), profileDelta: null },
  }));
  return { ...next, messages: [...session.messages, ...messages.slice(-2)] };
}

const twoTurns = () => largeTurn(largeTurn(sessionOf('s', 1), 'first '), 'second ');

test('versions and messages that did not change are not written again, here or after a reload', async () => {
  const { history } = tab(store());
  let session = twoTurns();
  await history.save(session);
  const [request] = session.messages;
  if (request) session = { ...session, updatedAt: 9, messages: [request, ...session.messages.slice(1)] };
  expect((await counted(() => history.save({ ...session, sourceName: 'Ada' }))).written).toBe(0);
  // A message that is said anew is written, and not the versions that it names.
  const answers = session.messages.map((one) => (one.id === 'a2' ? { ...one, content: 'said anew' } : one));
  const again = await counted(() => history.save({ ...session, updatedAt: 10, messages: answers }));
  expect(again.written).toBeGreaterThan(0);
  expect(again.written).toBeLessThan(1_000);
  // After a reload a turn writes its own version, once for the profile and the message, and its words.
  const other = tab(store()).history;
  const back = await other.read('s');
  if (!back) throw new Error('not kept');
  const next = largeTurn(back, 'third ', 11);
  const { written } = await counted(() => other.save(next));
  expect(written).toBeGreaterThan(LARGE);
  expect(written).toBeLessThan(LARGE + 1_000);
  expect(await tab(store()).history.read('s')).toEqual(next);
});

test('a profile that is the version after the last answer is not even read to be kept', async () => {
  const { history } = tab(store());
  const session = twoTurns();
  const version = session.messages.at(-1)?.profileSnapshotAfter;
  if (!version) throw new Error('no version');
  const same = { ...session, workingProfile: version };
  const expected = structuredClone({ ...same, updatedAt: 9, sourceName: 'Ada' });
  await history.save(same);
  let read = 0;
  Object.defineProperty(version, 'text', { enumerable: true, get: () => String(++read) });
  expect((await counted(() => history.save({ ...same, updatedAt: 9, sourceName: 'Ada' }))).written).toBe(0);
  expect(read).toBe(0);
  expect(await tab(store()).history.read('s')).toEqual(expected);
});

test('versions are parsed when somebody looks at them, each once', async () => {
  await tab(store()).history.save(twoTurns());
  let back: StudioSession<Text> | null = null;
  const { history } = tab(store());
  const reading = await counted(async () => {
    back = await history.read('s');
  });
  const session = back as unknown as StudioSession<Text>;
  const first = session.messages[1];
  const looking = await counted(async () => {
    expect(first?.profileSnapshotAfter).toBe(session.messages[3]?.profileSnapshotBefore);
  });
  // The profile and what was said, and then the one version.
  expect(reading.parsed).toBeLessThan(LARGE + 2_000);
  expect(looking.parsed).toBeLessThan(LARGE + 100);
  expect(looking.parsed).toBeGreaterThan(LARGE);
});

test('what is no longer part of a session does not lie about', async () => {
  const { history } = tab(store());
  const session = twoTurns();
  await history.save(session);
  await history.save({ ...session, updatedAt: 9, messages: session.messages.slice(0, 2) });
  await history.save({ ...sessionOf('s', 10) });
  // Its profile is still what it began with: one text.
  expect(await keys('part')).toHaveLength(1);
  await history.remove('s');
  expect([await keys('part'), await keys('head')]).toEqual([[], []]);
});

test('erased histories leave no database, and a page without any makes none by looking', async () => {
  const names = async () => (await indexedDB.databases()).map(({ name }) => name);
  const { history } = tab(store());
  await history.save(twoTurns());
  expect(await names()).toContain(DATABASE);
  await eraseHistories();
  expect([await history.list(), await history.read('s'), await tab(store()).history.list()]).toEqual([[], null, []]);
  expect(await names()).not.toContain(DATABASE);
});

/** Keys of the database that begin so. */
async function keys(first: string): Promise<readonly IDBValidKey[]> {
  const database = await request(indexedDB.open(DATABASE));
  const all = await request(database.transaction('keyval').objectStore('keyval').getAllKeys());
  database.close();
  return all.filter((key) => Array.isArray(key) && key[0] === first);
}

const request = <T>(asked: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });

test('a database that is deleted while it is open is made again with the whole session', async () => {
  const { history } = tab(store());
  const session = twoTurns();
  await history.save(session);
  await lose(DATABASE, 'first');
  expect(await history.list()).toEqual([]);
  const next = turn(session, 'third');
  expect(await history.save(next)).toEqual({ id: 's', forked: false });
  expect(await tab(store()).history.read('s')).toEqual(next);
});

test('site data that the user clears costs what was kept, and nothing of what is open', async () => {
  const { history } = tab(store());
  const session = twoTurns();
  await history.save(session);
  await history.read('s');
  await cdp().send('Storage.clearDataForOrigin', { origin: location.origin, storageTypes: 'indexeddb' });
  const next = turn(session, 'third');
  await history.save(next);
  expect(await history.list()).toHaveLength(1);
  expect(await tab(store()).history.read('s')).toEqual(next);
});

test('a disk that is full is told, what was kept stays, and what was not is still there in its tab', async () => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB');
  const small = await buckets.open('small', { quota: 2_000_000 });
  Object.defineProperty(globalThis, 'indexedDB', { value: small.indexedDB, configurable: true });
  onTestFinished(async () => {
    await eraseHistories();
    if (own) Object.defineProperty(globalThis, 'indexedDB', own);
    await buckets.delete('small');
  });
  await eraseHistories();
  const { history } = tab(store());
  const session = turn(sessionOf('s', 1), 'first');
  await history.save(session);
  const next = turn(session, Array.from({ length: 400_000 }, () => Math.random()).join(' '));
  await expect(history.save(next)).rejects.toMatchObject({
    ...{ code: 'STORE_FAILED', message: expect.stringMatching(/quota/i) },
  });
  expect((await tab(store()).history.read('s'))?.messages).toHaveLength(2);
  expect((await history.read('s'))?.messages).toHaveLength(4);
});

test('what cannot be said in JSON is refused, and what was kept stays', async () => {
  const { history } = tab(store());
  const session = turn(sessionOf('s', 1), 'first');
  await history.save(session);
  const [asked, ...others] = session.messages;
  const knot: { [key: string]: unknown } = {};
  knot.itself = knot;
  const bad = { ...session, updatedAt: 9, messages: [{ ...asked, knot } as never, ...others] };
  await expect(history.save(bad)).rejects.toThrow();
  expect(await tab(store()).history.read('s')).toEqual(session);
});

test('what is odd in a profile comes back as it is', async () => {
  const text = JSON.parse('{"text":"\\ud800 \\u2028 </script>","__proto__":{"a":1},"constructor":null,"":[[],{}]}');
  const session: StudioSession<Text> = {
    ...sessionOf('__proto__', 1),
    workingProfile: text,
    lastSimulation: [0, null],
  };
  const { history } = tab(store());
  await history.save(session);
  const back = await tab(store()).history.read('__proto__');
  expect(back).toEqual(session);
  expect(Object.keys(back?.workingProfile ?? {})).toEqual(['text', '__proto__', 'constructor', '']);
});

test('the two functions by themselves keep and give back whole states, and drop what is not in them', async () => {
  const { loadHistoryState, persistHistoryState } = store();
  const sessions = [twoTurns(), sessionOf('t', 9)];
  await persistHistoryState(NO_CONTEXT, { version: 3, sessions }, 'global', '');
  const loaded = await loadHistoryState(NO_CONTEXT, 'global', '');
  expect(loaded).toEqual({ version: 3, sessions });
  // Given back, the large versions are not written again.
  const [first] = loaded.sessions;
  if (!first) throw new Error('not kept');
  const next = turn(first, 'third', 10);
  const { written } = await counted(() =>
    persistHistoryState(NO_CONTEXT, { version: 3, sessions: [next] }, 'global', ''),
  );
  expect(written).toBeLessThan(LARGE + 2_000);
  const now = await loadHistoryState(NO_CONTEXT, 'global', '');
  expect(ids(now.sessions)).toEqual(['s']);
  expect(now.sessions[0]).toEqual(next);
});
