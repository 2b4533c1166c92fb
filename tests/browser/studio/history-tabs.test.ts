import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { eraseHistories } from '../../../src/studio/base/history-database.js';
import { exclusively } from '../../../src/studio/base/history-whole.js';
import { ids, sessionOf, tab, turn } from '../../fixtures/studio/history.js';
import { type Order, ownStore, storeOf, type Told } from '../../fixtures/studio/history-tab.worker.js';

beforeEach(async () => {
  await eraseHistories();
  await ownStore.persistHistoryState({}, { version: 3, sessions: [] });
});

/** A realm of its own, as a tab is one: its own connection, its own locks. */
async function openTab(): Promise<Worker> {
  const worker = new Worker(new URL('../../fixtures/studio/history-tab.worker.ts', import.meta.url), {
    type: 'module',
  });
  onTestFinished(() => worker.terminate());
  await new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }));
  return worker;
}

/** Resolves with what a tab tells of a turn. */
const told = (worker: Worker, wanted: number): Promise<Told> =>
  new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Told>) => {
      if (data.turn === wanted) resolve(data);
    });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
  });

/** Gives an order; the tab has read its session then. */
async function ready(worker: Worker, order: Order): Promise<Worker> {
  const read = told(worker, -1);
  worker.postMessage(order);
  await read;
  return worker;
}

function go(worker: Worker, last: number): Promise<Told> {
  const done = told(worker, last);
  worker.postMessage('go');
  return done;
}

for (const way of ['ours', 'own'] as const) {
  test(`two tabs that go on with one session at the same time lose nothing, kept ${way === 'ours' ? 'by our store' : 'by an adapter’s own functions'}`, async () => {
    const here = tab(storeOf(way));
    await here.history.save(turn(sessionOf('s', 1), 'together'));
    const tabs = await Promise.all([openTab(), openTab(), openTab()]);
    await Promise.all(tabs.map((one, at) => ready(one, { way, id: 's', name: `tab ${at}`, turns: 12 })));
    const ends = await Promise.all(tabs.map((one) => go(one, 11)));
    expect(ends.map(({ troubles }) => troubles)).toEqual([0, 0, 0]);
    expect(new Set(ends.map(({ id }) => id)).size).toBe(3);
    expect(ends.filter(({ id }) => id === 's')).toHaveLength(1);
    expect(ids(await here.history.list()).sort()).toEqual(ends.map(({ id }) => id).sort());
    for (const [at, { id }] of ends.entries()) {
      const session = await here.history.read(id);
      const texts = session?.messages.filter(({ role }) => role === 'user').map(({ content }) => content);
      expect(texts).toEqual(['together', ...Array.from({ length: 12 }, (_, of) => `tab ${at} ${of}`)]);
      expect(session?.workingProfile).toEqual({ text: `tab ${at} 11` });
    }
  });
}

test('tabs that begin sessions of their own at the same time keep them all', async () => {
  const tabs = Array.from({ length: 4 }, () => tab(storeOf('ours')));
  await Promise.all(
    tabs.map(async ({ history }, at) => {
      for (let of = 0; of < 5; of += 1) await history.save(sessionOf(`${at}-${of}`, 10 * of + at));
    }),
  );
  expect(await tabs[0]?.history.list()).toHaveLength(20);
});

test('a tab that ends in the middle of a write leaves a session that is whole', async () => {
  const { history } = tab(storeOf('ours'));
  await history.save(sessionOf('s', 1));
  for (let round = 1; round <= 4; round += 1) {
    // Always writing: whenever it ends, it ends in the middle of one.
    const order: Order = { way: 'ours', name: `round ${round}`, id: 's', turns: 1_000, chars: 300_000 };
    const worker = await ready(await openTab(), order);
    await go(worker, round);
    worker.terminate();
    const session = await history.read('s');
    const messages = session?.messages ?? [];
    expect(messages.length).toBeGreaterThan(0);
    expect(messages.at(-1)?.profileSnapshotAfter).toEqual(session?.workingProfile);
    for (const [at, message] of messages.entries()) {
      if (message.role === 'user') continue;
      expect(message.content).toBe(`now ${messages[at - 1]?.content}`);
      expect(message.profileSnapshotAfter?.text).toBe(messages[at - 1]?.content);
    }
    expect((await history.list())[0]?.turns).toBe(messages.length / 2);
    if (session) await history.save(turn({ ...session, messages: [] }, 'begun anew', session.updatedAt + 1));
  }
});

test('a tab that never lets go of a history keeps nobody waiting for ever', async () => {
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await new Promise<void>((taken) => {
    void navigator.locks.request('a history', () => {
      taken();
      return held;
    });
  });
  const work = async () => 'done';
  await expect(exclusively('a history', work, 20)).rejects.toMatchObject({
    ...{ code: 'STORE_FAILED', message: 'another tab does not let go of the history' },
  });
  letGo();
  expect(await exclusively('a history', work)).toBe('done');
  await expect(exclusively('a history', () => Promise.reject(new Error('its own')))).rejects.toThrow('its own');
});
