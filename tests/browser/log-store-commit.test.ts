import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLogStore } from '../../worker/adapters/indexeddb-log.js';

/**
 * Firefox keeps a transaction that was committed by hand even where one of its requests fails afterwards; Chromium undoes it. So
 * this test does not look at the outcome, which is right in Chromium either way, but at the transactions themselves: none is
 * committed while a request of it waits. The database is a real one; its prototypes only tell what is done.
 */
let restore: () => void;
let committed: number[];
let adds: number;

beforeEach(() => {
  const { commit } = IDBTransaction.prototype;
  const { add, put } = IDBObjectStore.prototype;
  const waiting = new Map<IDBTransaction, number>();
  committed = [];
  adds = 0;
  const watch = (request: IDBRequest<IDBValidKey>, { transaction }: IDBObjectStore) => {
    adds += 1;
    waiting.set(transaction, (waiting.get(transaction) ?? 0) + 1);
    const over = () => waiting.set(transaction, (waiting.get(transaction) ?? 0) - 1);
    request.addEventListener('success', over);
    request.addEventListener('error', over);
    return request;
  };
  IDBTransaction.prototype.commit = function () {
    committed.push(waiting.get(this) ?? 0);
    commit.call(this);
  };
  IDBObjectStore.prototype.add = function (value, key) {
    return watch(add.call(this, value, key), this);
  };
  IDBObjectStore.prototype.put = function (value, key) {
    return watch(put.call(this, value, key), this);
  };
  restore = () => {
    IDBTransaction.prototype.commit = commit;
    Object.assign(IDBObjectStore.prototype, { add, put });
  };
});
afterEach(() => restore());

test('no transaction is committed while what it adds may still fail, so a batch is kept whole or not at all', async () => {
  const logStore = openLogStore(`ledger-${crypto.randomUUID()}`, 'relaxed');
  const batch = (name: string, key: string) =>
    logStore.insert('head', () => true, [
      [`batch:${name}`, true],
      [`record:${key}`, name],
    ]);
  expect(await batch('a', '1')).toBe(true);
  // Sent twice: the name of the batch is taken, the key of its record is not.
  expect(await batch('a', '2')).toBe(false);
  // The other way round: the first request succeeds, the second fails.
  expect(await batch('b', '1')).toBe(false);
  expect(await logStore.insert('head', () => false, [['record:3', 'c']])).toBe(false);
  await logStore.transact(['head'], () => ({ set: [['head', 1]] }));
  const kept = await logStore.read(['batch:a', 'batch:b', 'head', 'record:1', 'record:2', 'record:3']);
  expect([...kept]).toEqual([...Object.entries({ 'batch:a': true, head: 1, 'record:1': 'a' })]);
  expect(adds).toBe(8);
  expect(committed.filter((pending) => pending > 0)).toEqual([]);
  await logStore.erase();
});
