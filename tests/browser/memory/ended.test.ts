import { expect, test } from 'vitest';
import { addNode, nodesOf, type RawWorker, startRaw } from '../../fixtures/memory/raw-worker.js';
import { generator } from '../../fixtures/random.js';
import { SEED } from '../../fixtures/seed.js';

const stop = (one: RawWorker) => one.worker.terminate();
const forget = (store: string) => indexedDB.deleteDatabase(`${store}-memory`);

test('a memory worker that is ended 50 times has every node it answered for, once, and does nothing twice', async () => {
  const random = generator(SEED);
  const store = `ended-${crypto.randomUUID()}`;
  const answered = new Map<string, string>();
  let unanswered: string | undefined;
  let batches = 0;
  for (let round = 0; round < 50; round++) {
    const raw = await startRaw(store, 'chat');
    // What was sent last is sent again, whether it was kept or not.
    if (unanswered !== undefined) answered.set(unanswered, await addNode(raw, unanswered));
    const nodes = await nodesOf(raw);
    expect(nodes.map(({ title }) => title).sort()).toEqual([...answered.keys()].sort());
    for (const { id, title } of nodes) expect(id).toBe(answered.get(title));
    const writes = 1 + Math.floor(random() * 6);
    for (let write = 0; write < writes; write++) {
      const batch = `batch-${batches}`;
      batches += 1;
      answered.set(batch, await addNode(raw, batch));
    }
    unanswered = `batch-${batches}`;
    batches += 1;
    // Nobody hears of the answer: the worker ends before, while or after it keeps the batch.
    addNode(raw, unanswered).catch(() => {});
    const until = performance.now() + random() * 4;
    while (performance.now() < until);
    stop(raw);
  }
  forget(store);
});

test('two workers that write a thousand batches each lose nothing and see each other’s', async () => {
  const store = `two-${crypto.randomUUID()}`;
  const count = 1_000;
  const [one, other] = [await startRaw(store, 'chat'), await startRaw(store, 'chat')];
  const write = async (raw: RawWorker, name: string) => {
    const ids: string[] = [];
    for (let at = 0; at < count; at++) ids.push(await addNode(raw, `${name}-${at}`));
    return ids;
  };
  const [mine, theirs] = await Promise.all([write(one, 'one'), write(other, 'other')]);
  expect(new Set([...mine, ...theirs]).size).toBe(2 * count);
  // A write catches up with everything that was written before it.
  await addNode(one, 'last');
  await addNode(other, 'very last');
  await addNode(one, 'end');
  stop(other);
  const nodes = await nodesOf(one);
  expect(nodes).toHaveLength(2 * count + 3);
  stop(one);
  const fresh = await startRaw(store, 'chat');
  const kept = await nodesOf(fresh);
  expect(kept).toEqual(nodes);
  for (const [at, id] of mine.entries()) expect(kept.find((node) => node.title === `one-${at}`)?.id).toBe(id);
  stop(fresh);
  forget(store);
});

test('a tab sees what another has written without writing itself', async () => {
  const store = `seen-${crypto.randomUUID()}`;
  const one = await startRaw(store, 'chat');
  const changed = new Promise<void>((resolve) => {
    void startRaw(store, 'chat').then(async (other) => {
      await addNode(one, 'news');
      for (;;) {
        const nodes = await nodesOf(other);
        if (nodes.length > 0) {
          expect(nodes.map(({ title }) => title)).toEqual(['news']);
          stop(other);
          resolve();
          return;
        }
      }
    });
  });
  await changed;
  stop(one);
  forget(store);
});

/** In the worker: the next transactions that write fail as the browser makes them fail. */
const FAULTS = `
  const begin = IDBDatabase.prototype.transaction;
  const faults = [];
  addEventListener('message', ({ data }) => { if (data.faults) { faults.push(...data.faults); data.told.postMessage(null); } });
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    const transaction = begin.call(this, stores, mode, options);
    if (mode !== 'readwrite' || faults.length === 0) return transaction;
    const fault = faults.shift();
    if (fault === 'quota') {
      const add = IDBObjectStore.prototype.add;
      const store = transaction.objectStore.bind(transaction);
      transaction.objectStore = (name) => {
        const found = store(name);
        const full = () => { throw new DOMException('no room', 'QuotaExceededError'); };
        found.add = full; found.put = full;
        return found;
      };
    } else queueMicrotask(() => { try { transaction.abort(); } catch {} });
    return transaction;
  };
`;

test('a write that the browser aborts, or has no room for, is taken back, and the next one is kept', async () => {
  const store = `faults-${crypto.randomUUID()}`;
  const raw = await startRaw(store, 'chat', FAULTS);
  const fail = (...faults: string[]) =>
    new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      raw.worker.postMessage({ faults, told: port2 }, [port2]);
    });
  await addNode(raw, 'first');
  for (const fault of ['abort', 'quota', 'abort']) {
    await fail(fault);
    await expect(addNode(raw, `lost by ${fault}`)).rejects.toMatchObject({ code: 'STORE_FAILED' });
    expect((await nodesOf(raw)).some(({ title }) => title.startsWith('lost'))).toBe(false);
    const { connection, graph } = raw;
    const found = await connection.call('read', { graph, method: 'keywordSearch', args: [{ query: 'lost' }] });
    expect(found).toEqual([]);
    await addNode(raw, `kept after ${fault} ${crypto.randomUUID()}`);
  }
  const nodes = await nodesOf(raw);
  expect(nodes.map(({ id }) => id)).toEqual(['n_1', 'n_2', 'n_3', 'n_4']);
  stop(raw);
  const fresh = await startRaw(store, 'chat');
  expect(await nodesOf(fresh)).toEqual(nodes);
  stop(fresh);
  forget(store);
});
