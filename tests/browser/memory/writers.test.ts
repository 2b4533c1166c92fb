import { expect, test } from 'vitest';
import { openLogs } from '../../../worker/memory/log/logs.js';
import type { Acknowledged, WriterStart } from '../../fixtures/memory-log.worker.js';
import { isWhole, isWholeSnapshot, readAll } from '../../fixtures/memory-writer.js';
import { generator } from '../../fixtures/random.js';
import { SEED } from '../../fixtures/seed.js';

/** A writer in a worker of its own. */
function startWriter(start: WriterStart, heard: (one: Acknowledged) => void): Worker {
  const worker = new Worker(new URL('../../fixtures/memory-log.worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<Acknowledged | { readonly error: string }>) => {
    if ('error' in data) throw new Error(data.error);
    heard(data);
  };
  worker.postMessage(start);
  return worker;
}

test.each(['relaxed', 'strict'] as const)(
  'two writers lose no batch, double none, and keep their order (%s)',
  async (durability) => {
    const store = `writers-${crypto.randomUUID()}`;
    const to = 300;
    const kept = new Map<number, string>();
    const workers = ['one', 'other'].map(
      (writer) =>
        new Promise<Worker>((resolve) => {
          const worker = startWriter(
            { store, chat: 'chat', durability, writer, from: 0, to },
            ({ counter, key, status }) => {
              expect(status).toBe('kept');
              kept.set(key, `${writer}-${counter}`);
              if (counter === to - 1) resolve(worker);
            },
          );
        }),
    );
    for (const worker of await Promise.all(workers)) worker.terminate();
    const logs = openLogs({ store });
    const records = await readAll(await logs.open('chat'));
    await logs.close();
    expect(records.map(({ key }) => key)).toEqual(Array.from({ length: 2 * to }, (_, i) => i + 1));
    expect(records.every(isWhole)).toBe(true);
    expect(records.map(({ key, entry }) => [key, entry.batch])).toEqual([...kept].sort(([one], [two]) => one - two));
    for (const writer of ['one', 'other']) {
      const own = records.flatMap(({ entry }) => (entry.batch.startsWith(`${writer}-`) ? [entry.batch] : []));
      expect(own).toEqual(Array.from({ length: to }, (_, i) => `${writer}-${i}`));
    }
    indexedDB.deleteDatabase(`${store}-memory`);
  },
);

test('a writer that is terminated 50 times loses nothing it was told is kept, and doubles nothing', async () => {
  const random = generator(SEED);
  const store = `terminated-${crypto.randomUUID()}`;
  let acknowledged = -1;
  let ahead = 0;
  let again = 0;
  for (let round = 0; round < 50; round++) {
    const wanted = 1 + Math.floor(random() * 6);
    const start = {
      store,
      chat: 'chat',
      durability: 'relaxed',
      writer: 'w',
      from: acknowledged + 1,
      to: Infinity,
      snapshotEvery: 3,
    } as const;
    await new Promise<void>((resolve) => {
      let count = 0;
      const worker = startWriter(start, ({ counter, status }) => {
        acknowledged = counter;
        if (status === 'again') again += 1;
        count += 1;
        if (count < wanted) return;
        // At another moment of a later write each time, of which nobody here has heard.
        const until = performance.now() + random() * 6;
        while (performance.now() < until);
        worker.onmessage = null;
        worker.terminate();
        resolve();
      });
    });
    const logs = openLogs({ store });
    const log = await logs.open('chat');
    const records = await readAll(log);
    const snapshot = await log.readSnapshot();
    await logs.close();
    expect(!snapshot || isWholeSnapshot(snapshot), `round ${round}: snapshot`).toBe(true);
    expect(records.length, `round ${round}: lost`).toBeGreaterThan(acknowledged);
    if (records.length > acknowledged + 1) ahead += 1;
    expect(records.every(isWhole), `round ${round}: torn`).toBe(true);
    expect(
      records.map(({ entry }) => entry.batch),
      `round ${round}: twice`,
    ).toEqual(records.map((_, i) => `w-${i}`));
  }
  console.log(JSON.stringify({ acknowledged: acknowledged + 1, ahead, again }));
  indexedDB.deleteDatabase(`${store}-memory`);
});
