/// <reference types="@vitest/browser-playwright" />
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { openLogStore, openLogStoreIn } from '../../../worker/adapters/indexeddb-log.js';
import { type Logs, openLogs } from '../../../worker/memory/log/logs.js';
import type { LogStore } from '../../../worker/protocol/storage.js';
import { buckets } from '../../fixtures/database.js';
import type { Acknowledged, Copied, WriterStart } from '../../fixtures/memory-log.worker.js';
import { commitOf, isWhole, keep, readAll } from '../../fixtures/memory-writer.js';
import { generator } from '../../fixtures/random.js';
import { SEED } from '../../fixtures/seed.js';

const BUCKET = 'bulkhead-memory';
let store: string;
let opened: Logs[];

const open = (options: { readonly copy?: boolean } = {}) => {
  const logs = openLogs({ store, ...options });
  opened.push(logs);
  return logs;
};

beforeEach(() => {
  store = `copy-${crypto.randomUUID()}`;
  opened = [];
});

afterEach(async () => {
  await Promise.all(opened.map((one) => one.close()));
  await openLogs({ store }).erase();
});

/** Deletes the first database as the browser would, between two starts. */
async function lose(): Promise<void> {
  await Promise.all(opened.splice(0).map((one) => one.close()));
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(`${store}-memory`);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
}

/** Writes to a log, one batch after the other. */
async function write(logs: Logs, chat: string, from: number, to: number, ops = 1): Promise<void> {
  const log = await logs.open(chat);
  for (let counter = from; counter < to; counter++) await keep(log, commitOf('b', counter, ops));
}

const batches = async (logs: Logs, chat: string) =>
  (await readAll(await logs.open(chat))).map(({ entry }) => entry.batch);
const named = (count: number) => Array.from({ length: count }, (_, i) => `b-${i}`);

/** The keys of the records in one of the two places. */
async function keysIn(logStore: LogStore | undefined): Promise<readonly number[]> {
  const keys = (await logStore?.keysAfter('record:', '', 100_000)) ?? [];
  await logStore?.close();
  return keys.map((key) => Number(key.slice(-12)));
}

const copied = () => keysIn(openLogStoreIn(BUCKET, `${store}-memory`));

/** A writer in a worker of its own; `heard` gets what it tells. */
function startWriter(
  start: Partial<WriterStart>,
  heard: (one: Partial<Acknowledged & Copied>, worker: Worker) => void,
): Worker {
  const worker = new Worker(new URL('../../fixtures/memory-log.worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<Partial<Acknowledged & Copied & { readonly error: string }>>) => {
    if (data.error !== undefined) throw new Error(data.error);
    heard(data, worker);
  };
  const whole = { store, chat: 'chat', durability: 'relaxed', writer: 'b', from: 0, to: 0, copied: true } as const;
  worker.postMessage({ ...whole, ...start } satisfies WriterStart);
  return worker;
}

/** Ends a worker somewhere in the next moments, of which nobody here has heard. */
function endSoon(worker: Worker, ms: number): void {
  worker.onmessage = null;
  const until = performance.now() + ms;
  while (performance.now() < until);
  worker.terminate();
}

test('what was written is there again after the first database is gone, and it is told', async () => {
  const logs = open();
  await write(logs, 'chat', 0, 600);
  await write(logs, 'other', 0, 3);
  const [aside] = await logs.quarantine('other', 'odd');
  await lose();
  const after = open();
  expect(await after.chats()).toEqual(['chat']);
  expect(await batches(after, 'chat')).toEqual(named(600));
  const log = await after.open('chat');
  expect(log.restored).toMatchObject({ records: 600, at: expect.any(Number) });
  expect(await log.append(commitOf('b', 7, 1), 600)).toMatchObject({ status: 'again', key: 8 });
  expect(await after.quarantined()).toMatchObject([{ id: aside, chat: 'other', why: 'odd' }]);
  const pairs = [];
  for await (const page of after.exportQuarantined(aside ?? '')) pairs.push(...page);
  expect(pairs.filter(({ key }) => key.startsWith('record:'))).toHaveLength(3);
  // Once more, with what came after.
  await write(after, 'chat', 600, 610);
  await lose();
  expect(await batches(open(), 'chat')).toEqual(named(610));
});

test('nothing is waited for: a log that is left alone is copied soon', async () => {
  const done = new Promise<void>((resolve) => {
    const logs = openLogs({ store, copied: (chat, key) => chat === 'chat' && key === 5 && resolve() });
    opened.push(logs);
    void write(logs, 'chat', 0, 5);
  });
  await done;
  expect(await copied()).toEqual([1, 2, 3, 4, 5]);
});

test('what the browser collects as garbage is nothing that the copy needs', async () => {
  const logs = open();
  await write(logs, 'chat', 0, 3);
  await logs.close();
  const more = open();
  await more.open('chat');
  await cdp().send('HeapProfiler.collectGarbage');
  await write(more, 'chat', 3, 4);
  await lose();
  expect(await batches(open(), 'chat')).toEqual(named(4));
});

test('copying that is ended 30 times leaves no hole, and goes on', async () => {
  const random = generator(SEED);
  await write(open({ copy: false }), 'chat', 0, 3_000);
  let count = 3_000;
  let before = 0;
  const reached: number[] = [];
  for (let round = 0; round < 30; round++) {
    const from = count;
    await new Promise<void>((resolve) => {
      // One batch, after which all that is missing is copied.
      startWriter({ from, to: from + 1 }, ({ counter }, worker) => {
        if (counter === undefined) return;
        endSoon(worker, random() * 60);
        resolve();
      });
    });
    count += 1;
    const keys = await copied();
    expect(keys).toEqual(keys.map((_, i) => i + 1));
    expect(keys.length).toBeGreaterThanOrEqual(before);
    before = keys.length;
    reached.push(before);
  }
  console.log(JSON.stringify({ reached }));
  await lose();
  expect(await batches(open(), 'chat')).toEqual(named(before));
});

test('what two workers have written and copied at once is all there, in its order', async () => {
  const to = 200;
  const workers = ['one', 'other'].map(
    (writer) =>
      new Promise<Worker>((resolve) => {
        let written = false;
        startWriter({ writer, to }, ({ counter, copied: key }, worker) => {
          written ||= counter === to - 1;
          if (written && key !== undefined && key >= to) resolve(worker);
        });
      }),
  );
  for (const worker of await Promise.all(workers)) worker.terminate();
  const logs = open();
  const before = await readAll(await logs.open('chat'));
  expect(before).toHaveLength(2 * to);
  await write(logs, 'chat', 0, 1);
  await lose();
  const after = await readAll(await open().open('chat'));
  expect(after.slice(0, -1)).toEqual(before);
  expect(before.every(isWhole)).toBe(true);
});

test('a chat that was removed does not come back, nor what was set aside and removed', async () => {
  const logs = open();
  for (const chat of ['gone', 'stays', 'aside']) await write(logs, chat, 0, 3);
  const [aside = ''] = await logs.quarantine('aside', 'odd');
  await logs.close();
  await open().remove('gone');
  await open().removeQuarantined(aside);
  await lose();
  const after = open();
  expect([await after.chats(), await batches(after, 'gone'), await after.quarantined()]).toEqual([['stays'], [], []]);
});

test('another log in the place of the one that was there comes back as such', async () => {
  const before = open();
  await write(before, 'chat', 0, 3);
  await before.close();
  const logs = open();
  await logs.replace('chat', [commitOf('new', 0), commitOf('new', 1)], 'import');
  await lose();
  const after = open();
  expect(await batches(after, 'chat')).toEqual(['new-0', 'new-1']);
  expect(await after.quarantined()).toMatchObject([{ why: 'import' }]);
});

test('a log that was written where there is no copy is not rolled back by an older one', async () => {
  await write(open(), 'chat', 0, 5);
  await lose();
  expect(await batches(open(), 'chat')).toEqual(named(5));
  await write(open({ copy: false }), 'chat', 5, 10);
  expect(await batches(open(), 'chat')).toEqual(named(10));
});

test('restoring that is ended at any moment is gone on with, and nobody sees half of it', async () => {
  const random = generator(SEED + 1);
  await write(open(), 'chat', 0, 3_000);
  const found: number[] = [];
  for (let round = 0; round < 8; round++) {
    await lose();
    for (let time = 0; time < 3; time++) {
      await new Promise<void>((resolve) => {
        startWriter({}, (_started, worker) => {
          endSoon(worker, random() * 150);
          resolve();
        });
      });
      const { head } = await open({ copy: false }).open('chat');
      expect([0, 3_000]).toContain(head);
      const keys = await keysIn(openLogStore(`${store}-memory`, 'relaxed'));
      expect(keys).toEqual(keys.map((_, i) => i + 1));
      found.push(keys.length);
    }
    expect(await batches(open(), 'chat')).toEqual(named(3_000));
  }
  console.log(JSON.stringify({ found }));
});

test('what is erased is gone from both places, and the bucket with the last of it', async () => {
  const logs = open();
  await write(logs, 'chat', 0, 3);
  await logs.close();
  const other = open();
  await other.open('chat');
  await open().erase();
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`${store}-memory`);
  if ((await buckets.keys()).includes(BUCKET)) {
    const left = (await (await buckets.open(BUCKET)).indexedDB.databases()).map(({ name }) => name);
    expect(left).not.toEqual([]);
    expect(left).not.toContain(`${store}-memory`);
  }
  await other.close();
  expect(await open().chats()).toEqual([]);
});
