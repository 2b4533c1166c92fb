import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLogStore } from '../../../worker/adapters/indexeddb-log.js';
import type { ChatLog } from '../../../worker/memory/log/chat-log.js';
import { keyOf, numberedKey } from '../../../worker/memory/log/keys.js';
import { keptCommits } from '../../../worker/memory/log/live.js';
import { type Logs, openLogs } from '../../../worker/memory/log/logs.js';
import { tamper } from '../../fixtures/database.js';
import { commitOf, isWhole, keep, readAll } from '../../fixtures/memory-writer.js';

let store: string;
let logs: Logs;
let opened: Logs[];

const open = () => {
  const more = openLogs({ store, copy: false });
  opened.push(more);
  return more;
};

beforeEach(() => {
  store = `log-${crypto.randomUUID()}`;
  opened = [];
  logs = open();
});

afterEach(async () => {
  await Promise.all(opened.map((one) => one.close()));
  indexedDB.deleteDatabase(`${store}-memory`);
});

const code = (value: string) => expect.objectContaining({ code: value });
const batches = async (log: ChatLog) => (await readAll(log)).map(({ entry }) => entry.batch);

/** All that the database holds, key by key. */
async function contents(): Promise<ReadonlyMap<string, unknown>> {
  const logStore = openLogStore(`${store}-memory`, 'relaxed');
  const pairs = await Promise.all(
    ['head', 'record', 'batch', 'snapshot', 'aside'].map((part) => logStore.list(`${part}:`)),
  );
  await logStore.close();
  return new Map(pairs.flatMap((list) => [...list]));
}

/** The generation of a chat's log, read behind its back. */
async function generationOf(chat: string): Promise<string> {
  return ((await contents()).get(keyOf('head', chat)) as { generation: string }).generation;
}

test('a chat that has no log opens as an empty one, and nothing is made for it', async () => {
  const log = await logs.open('chat');
  expect([log.head, await log.read(0), await log.readSnapshot(), await logs.chats()]).toEqual([0, [], undefined, []]);
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`${store}-memory`);
});

test('commits are kept under the next key, and are there when the log is opened again', async () => {
  const log = await logs.open('chat');
  const commits = [1, 2, 3].map((counter) => commitOf('a', counter));
  for (const [i, commit] of commits.entries()) {
    expect(await log.append(commit, i)).toEqual({ status: 'kept', key: i + 1 });
  }
  const again = await open().open('chat');
  expect(again.head).toBe(3);
  expect(await again.read(0)).toEqual(
    commits.map((commit, i) => ({ key: i + 1, entry: expect.objectContaining({ kind: 'commit', commit }) })),
  );
  expect(await again.read(1, 1)).toMatchObject([{ key: 2 }]);
  expect(await again.read(3)).toEqual([]);
});

test('who has not seen the newer records gets them, and nothing is kept', async () => {
  const [one, other] = [await logs.open('chat'), await open().open('chat')];
  await one.append(commitOf('a', 1), 0);
  await one.append(commitOf('a', 2), 1);
  const behind = await other.append(commitOf('b', 1), 0);
  expect(behind).toMatchObject({ status: 'behind', records: [{ key: 1 }, { key: 2 }] });
  expect(await other.append(commitOf('b', 1), 2)).toEqual({ status: 'kept', key: 3 });
  expect(await batches(one)).toEqual(['a-1', 'a-2', 'b-1']);
  await expect(one.append(commitOf('a', 9), 9)).rejects.toEqual(code('BAD_ARGS'));
});

test('a batch that is sent again answers with what was kept then, from any tab', async () => {
  const one = await logs.open('chat');
  const commit = commitOf('a', 1);
  await one.append(commit, 0);
  await one.append(commitOf('a', 2), 1);
  const other = await open().open('chat');
  for (const [log, head] of [
    [one, 2],
    [one, 0],
    [other, 2],
  ] as const) {
    expect(await log.append({ ...commit, answer: 'another' }, head)).toMatchObject({
      status: 'again',
      key: 1,
      entry: { commit },
    });
  }
  expect(await batches(one)).toEqual(['a-1', 'a-2']);
});

test('what happens to messages is a record as well, seen by other tabs and at the next start', async () => {
  const log = await logs.open('chat');
  const at = (batch: string, floor: number, swipe: number) => ({ ...commitOf(batch, 0), floor, swipe });
  const heard: (number | undefined)[] = [];
  const other = await open().open('chat');
  const told = new Promise<void>((resolve) => {
    other.onChange((head) => {
      heard.push(head);
      if (head === 6) resolve();
    });
  });
  const commits = [at('a', 1, 0), at('b', 3, 0), at('c', 3, 1), at('d', 5, 0)];
  for (const [i, commit] of commits.entries()) await log.append(commit, i);
  await log.amend({ kind: 'truncate', batch: 'shorter', length: 4 }, 4);
  await log.amend({ kind: 'removeSwipe', batch: 'swipe', floor: 3, swipe: 0 }, 5);
  expect(await log.amend({ kind: 'truncate', batch: 'shorter', length: 4 }, 6)).toMatchObject({
    status: 'again',
    key: 5,
  });
  await told;
  expect(heard).toEqual([1, 2, 3, 4, 5, 6]);
  for (const one of [other, await open().open('chat')]) {
    const kept = keptCommits(await readAll(one));
    expect(kept.map(({ key, commit }) => [key, commit.batch, commit.floor, commit.swipe])).toEqual([
      [1, 'a-0', 1, 0],
      [3, 'c-0', 3, 0],
    ]);
  }
});

test('a snapshot is swapped whole, covers a key, and never goes back', async () => {
  const log = await logs.open('chat');
  for (let i = 0; i < 4; i++) await log.append(commitOf('a', i), i);
  const covers = { applied: [{ floor: 1, swipe: 0 }], left: [{ floor: null, swipe: 0 }] };
  expect(
    await log.writeSnapshot({ key: 2, ...covers, parts: [new Uint8Array([1, 2]), 'text', new Map([[1, 2]])] }),
  ).toBe(true);
  expect(await log.writeSnapshot({ key: 3, ...covers, parts: ['only'] })).toBe(true);
  expect(await log.writeSnapshot({ key: 2, ...covers, parts: ['older'] })).toBe(false);
  expect(await log.writeSnapshot({ key: 5, ...covers, parts: ['of nothing yet'] }).catch(({ code }) => code)).toBe(
    'BAD_ARGS',
  );
  const other = await open().open('chat');
  expect(await other.readSnapshot()).toEqual({ key: 3, ...covers, parts: ['only'] });
  expect(await readAll(other)).toHaveLength(4);
});

test('a snapshot whose parts are not all there is none', async () => {
  const log = await logs.open('chat');
  await log.append(commitOf('a', 1), 0);
  await log.writeSnapshot({ key: 1, applied: [], left: [], parts: ['a', 'b'] });
  await tamper(`${store}-memory`, numberedKey('snapshot', 'chat', await generationOf('chat'), 3), 'one too many');
  expect(await log.readSnapshot()).toBeUndefined();
});

test('what cannot be cloned is not kept, nor any part of it', async () => {
  const log = await logs.open('chat');
  await log.append(commitOf('a', 1), 0);
  await log.writeSnapshot({ key: 1, applied: [], left: [], parts: ['whole'] });
  const before = await contents();
  const odd = () => 'no data';
  await expect(log.append({ ...commitOf('a', 2), answer: odd }, 1)).rejects.toEqual(code('STORE_FAILED'));
  await expect(log.writeSnapshot({ key: 1, applied: [], left: [], parts: ['torn', odd] })).rejects.toEqual(
    code('STORE_FAILED'),
  );
  expect(await contents()).toEqual(before);
  expect(await log.append(commitOf('a', 2), 1)).toEqual({ status: 'kept', key: 2 });
});

/** Aborts the transaction of the `nth` write from now on, as a full disk would, after that write has been asked for. */
function abortAt(nth: number): Disposable {
  const { put, add } = IDBObjectStore.prototype;
  let count = 0;
  const aborting = (write: typeof put) =>
    function (this: IDBObjectStore, ...args: Parameters<typeof put>) {
      const request = write.apply(this, args);
      count += 1;
      if (count === nth) this.transaction.abort();
      return request;
    };
  Object.assign(IDBObjectStore.prototype, { put: aborting(put), add: aborting(add) });
  return {
    [Symbol.dispose]() {
      Object.assign(IDBObjectStore.prototype, { put, add });
    },
  };
}

test.each([1, 2])(
  'a transaction that aborts at its write %i leaves nothing behind, and the log is usable',
  async (nth) => {
    const log = await logs.open('chat');
    await log.append(commitOf('a', 1), 0);
    await log.writeSnapshot({ key: 1, applied: [], left: [], parts: ['whole', 'too'] });
    const before = await contents();
    {
      using _abort = abortAt(nth);
      await expect(log.append(commitOf('a', 2), 1)).rejects.toEqual(code('STORE_FAILED'));
    }
    {
      using _abort = abortAt(nth);
      const torn = { key: 1, applied: [], left: [], parts: ['torn', 'in', 'two'] };
      await expect(log.writeSnapshot(torn)).rejects.toEqual(code('STORE_FAILED'));
    }
    expect(await contents()).toEqual(before);
    expect(await log.readSnapshot()).toMatchObject({ parts: ['whole', 'too'] });
    expect(await log.append(commitOf('a', 2), 1)).toEqual({ status: 'kept', key: 2 });
    expect((await readAll(await open().open('chat'))).every(isWhole)).toBe(true);
  },
);

test('a first write that aborts leaves no log at all', async () => {
  const log = await logs.open('chat');
  {
    using _abort = abortAt(2);
    await expect(log.append(commitOf('a', 1), 0)).rejects.toEqual(code('STORE_FAILED'));
  }
  expect([...(await contents()).keys()]).toEqual([]);
  expect(await log.append(commitOf('a', 1), 0)).toEqual({ status: 'kept', key: 1 });
});

test.each([
  ['a head', 'its head is broken', () => keyOf('head', 'chat'), { schema: 1, generation: 7 }],
  ['a record', 'record 2 is broken', (it: string) => numberedKey('record', 'chat', it, 2), { schema: 1, kind: 'odd' }],
])('a log with %s that is broken is set aside whole, and the chat begins anew', async (_what, why, keyFor, value) => {
  const log = await logs.open('chat');
  for (let i = 0; i < 3; i++) await log.append(commitOf('a', i), i);
  await log.writeSnapshot({ key: 1, applied: [], left: [], parts: ['snapshot'] });
  await (await logs.open('other')).append(commitOf('other', 1), 0);
  await tamper(`${store}-memory`, keyFor(await generationOf('chat')), value);
  const broken = expect.objectContaining({ code: 'STORE_BROKEN', message: expect.stringContaining(why) });
  await expect(open().open('chat').then(readAll)).rejects.toEqual(broken);

  expect(await log.append(commitOf('a', 4), 3)).toEqual({ status: 'gone' });
  const anew = await logs.open('chat');
  expect([anew.head, await readAll(anew), await anew.readSnapshot()]).toEqual([0, [], undefined]);
  await anew.append(commitOf('a', 1), 0);
  const [aside, ...rest] = await logs.quarantined();
  expect(rest).toEqual([]);
  expect(aside).toMatchObject({ chat: 'chat', why });
  const pairs = [];
  for await (const page of logs.exportQuarantined(aside?.id ?? '')) pairs.push(...page);
  const records = pairs.filter(({ key }) => key.startsWith('record:')).map(({ value: kept }) => kept);
  expect(records).toHaveLength(3);
  expect(records).toContainEqual(expect.objectContaining({ commit: commitOf('a', 2) }));
  expect(pairs).toContainEqual(expect.objectContaining({ value: 'snapshot' }));

  await logs.remove('chat');
  expect(await logs.chats()).toEqual(['other']);
  expect(await logs.quarantined()).toEqual([aside]);
  await logs.removeQuarantined(aside?.id ?? '');
  expect(await logs.quarantined()).toEqual([]);
  expect([...(await contents()).keys()].filter((key) => key.includes(':chat:'))).toEqual([]);
  expect(await batches(await logs.open('other'))).toEqual(['other-1']);
});

test('a log of which a record is missing is set aside when it is opened', async () => {
  const log = await logs.open('chat');
  for (let i = 0; i < 3; i++) await log.append(commitOf('a', i), i);
  const logStore = openLogStore(`${store}-memory`, 'relaxed');
  const lost = numberedKey('record', 'chat', await generationOf('chat'), 2);
  await logStore.transact([], () => ({ remove: [lost] }));
  await logStore.close();
  await expect(open().open('chat')).rejects.toEqual(code('STORE_BROKEN'));
  expect(await logs.quarantined()).toMatchObject([{ why: '2 of 3 records are there' }]);
});

test('two tabs that find the same log broken set it aside once, and never the one that came after it', async () => {
  const log = await logs.open('chat');
  await log.append(commitOf('a', 1), 0);
  const slow = await open().open('chat');
  await tamper(`${store}-memory`, numberedKey('record', 'chat', await generationOf('chat'), 1), 'broken');
  await expect(log.read(0)).rejects.toEqual(code('STORE_BROKEN'));
  const anew = await logs.open('chat');
  await anew.append(commitOf('b', 1), 0);
  await expect(slow.read(0)).rejects.toEqual(code('STORE_BROKEN'));
  expect(await logs.quarantined()).toHaveLength(1);
  expect(await batches(await logs.open('chat'))).toEqual(['b-1']);
});

test('a log that somebody sets aside twice is kept twice', async () => {
  for (const name of ['first', 'second']) {
    await keep(await logs.open('chat'), commitOf(name, 1));
    expect(await logs.quarantine('chat', name)).toHaveLength(1);
  }
  expect(await logs.quarantine('chat', 'nothing')).toEqual([]);
  expect((await logs.quarantined()).map(({ why }) => why).sort()).toEqual(['first', 'second']);
});

test('a newer log is refused, and left as it is', async () => {
  const log = await logs.open('chat');
  await log.append(commitOf('a', 1), 0);
  const generation = await generationOf('chat');
  await tamper(`${store}-memory`, numberedKey('record', 'chat', generation, 1), { schema: 2, kind: 'other' });
  await expect((await open().open('chat')).read(0)).rejects.toEqual(code('STORE_NEWER'));
  await tamper(`${store}-memory`, keyOf('head', 'chat'), { schema: 2 });
  const before = await contents();
  await expect(open().open('chat')).rejects.toEqual(code('STORE_NEWER'));
  await expect(log.append(commitOf('a', 2), 1)).rejects.toEqual(code('STORE_NEWER'));
  await expect(open().remove('chat')).rejects.toEqual(code('STORE_NEWER'));
  expect(await contents()).toEqual(before);
});

test('a log that is removed is gone for the tabs that had it open, who cannot bring it back', async () => {
  const log = await logs.open('chat');
  await log.append(commitOf('a', 1), 0);
  const other = open();
  const theirs = await other.open('chat');
  const gone = new Promise<number | undefined>((resolve) => theirs.onChange(resolve));
  await logs.remove('chat');
  expect(await gone).toBeUndefined();
  expect(await theirs.append(commitOf('a', 2), 1)).toEqual({ status: 'gone' });
  expect(await theirs.writeSnapshot({ key: 1, applied: [], left: [], parts: [] })).toBe(false);
  expect([...(await contents()).keys()]).toEqual([]);
});

test('chats whose names are alike, or odd, do not meet', async () => {
  const names = ['a', 'a:', 'a:1', '1:a', '', '__proto__', 'ab', '\ud800', '群 1'];
  for (const name of names) await keep(await logs.open(name), commitOf(`of ${name}`, 1));
  expect(await logs.chats()).toEqual([...names].sort());
  await logs.remove('a');
  for (const name of names) {
    expect(await batches(await open().open(name))).toEqual(name === 'a' ? [] : [`of ${name}-1`]);
  }
});

test('nothing but data of the right shape is kept', async () => {
  const log = await logs.open('chat');
  const commit = commitOf('a', 1);
  for (const bad of [
    { ...commit, batch: '' },
    { ...commit, floor: -1 },
    { ...commit, ops: [{ op: 'spoil' }] },
  ]) {
    // @ts-expect-error: not an operation
    await expect(log.append(bad, 0)).rejects.toEqual(code('BAD_ARGS'));
  }
  expect(await log.read(0)).toEqual([]);
});

test('a database of that name that is somebody else’s is refused, and left as it is', async () => {
  const request = indexedDB.open(`${store}-memory`);
  await new Promise<void>((resolve, reject) => {
    request.onupgradeneeded = () => request.result.createObjectStore('theirs');
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
  request.result.close();
  await expect(logs.open('chat')).rejects.toEqual(code('STORE_BROKEN'));
  await expect(logs.chats()).rejects.toEqual(code('STORE_BROKEN'));
});

test('another log comes in the place of the one that is there at once, or not at all', async () => {
  const log = await logs.open('chat');
  await log.append(commitOf('old', 1), 0);
  await log.writeSnapshot({ key: 1, applied: [], left: [], parts: ['old'] });
  const commits = Array.from({ length: 400 }, (_, i) => commitOf('new', i));
  const before = await contents();
  await expect(
    logs.replace('chat', [...commits, { ...commitOf('odd', 1), answer: () => 1 }], 'import'),
  ).rejects.toEqual(code('STORE_FAILED'));
  await expect(logs.replace('chat', [...commits, commitOf('new', 1)], 'import')).rejects.toEqual(code('BAD_ARGS'));
  {
    using _abort = abortAt(500);
    await expect(logs.replace('chat', commits, 'import')).rejects.toEqual(code('STORE_FAILED'));
  }
  expect(await contents()).toEqual(before);
  const [id = ''] = await logs.replace('chat', commits, 'import');
  expect(await log.append(commitOf('old', 2), 1)).toEqual({ status: 'gone' });
  const anew = await open().open('chat');
  expect([anew.head, await anew.readSnapshot()]).toEqual([400, undefined]);
  expect(await batches(anew)).toEqual(commits.map(({ batch }) => batch));
  expect(await anew.append(commitOf('new', 3), 400)).toMatchObject({ status: 'again', key: 4 });
  expect(await logs.quarantined()).toMatchObject([{ id, why: 'import' }]);
  expect(await logs.replace('fresh', commits.slice(0, 2), 'import')).toEqual([]);
  expect(await batches(await logs.open('fresh'))).toEqual(['new-0', 'new-1']);
});

test('what is erased is gone for every tab, and nothing is written back', async () => {
  const log = await logs.open('chat');
  await log.append(commitOf('a', 1), 0);
  const theirs = await open().open('chat');
  await logs.erase();
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`${store}-memory`);
  for (const one of [log, theirs]) {
    await expect(one.append(commitOf('a', 2), 1)).rejects.toEqual(code('STORE_FAILED'));
  }
  expect(await open().chats()).toEqual([]);
});
