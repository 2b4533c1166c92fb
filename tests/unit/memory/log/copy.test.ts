import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { memoryLogStore } from '../../../../worker/adapters/memory-stores.js';
import { chatsIn, copySome } from '../../../../worker/memory/log/copy.js';
import { type Logs, logsOn } from '../../../../worker/memory/log/logs.js';
import { LogReplica } from '../../../../worker/memory/log/replica.js';
import { restoreAll } from '../../../../worker/memory/log/restore.js';
import { makeOwnStorage } from '../../../../worker/memory/log/storage.js';
import type { LogStore } from '../../../../worker/protocol/storage.js';
import { commitOf, keep, readAll } from '../../../fixtures/memory-writer.js';
import { fc } from '../../../fixtures/property.js';

// Nothing is copied before a test says so.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterAll(() => {
  vi.useRealTimers();
});

/** A copy that can be had or not, and a first log store that can be lost. */
class Disk {
  first = memoryLogStore();
  readonly copy = memoryLogStore();
  #turn: Promise<unknown> = Promise.resolve();
  readonly #locked = <T>(work: () => Promise<T>): Promise<T> => {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  };

  /** The logs as a tab opens them; nothing is copied before `ship`. */
  open(first: LogStore = this.first): Logs {
    return logsOn({ ...makeOwnStorage(first), replica: this.replica(first) });
  }

  openWithoutCopy = (): Logs => logsOn(makeOwnStorage(this.first));

  replica(first: LogStore = this.first, copied?: (chat: string, key: number) => void): LogReplica {
    return new LogReplica({ first, copy: this.copy }, { locked: this.#locked, restored: () => {}, copied });
  }

  async ship(): Promise<void> {
    const replica = this.replica();
    for (const chat of await chatsIn(this.first)) replica.later(chat);
    replica.later('');
    await replica.close();
  }

  lose(): void {
    this.first = memoryLogStore();
  }
}

/** A log store that the process ends in the middle of, before its `writes`-th write from now on. */
function cutOff(logStore: LogStore, writes: number): LogStore {
  let left = writes;
  const write = <A extends readonly unknown[], R>(method: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      left -= 1;
      if (left < 0) throw new Error('the process has ended');
      return method(...args);
    };
  };
  return { ...logStore, insert: write(logStore.insert), transact: write(logStore.transact) };
}

const write = async (logs: Logs, chat: string, count: number, name = 'b') => {
  const log = await logs.open(chat);
  for (let i = 0; i < count; i++) await keep(log, commitOf(name, log.head, 1));
};
const batchesOf = async (logs: Logs, chat: string) =>
  (await readAll(await logs.open(chat))).map(({ entry }) => entry.batch);
const named = (count: number, name = 'b') => Array.from({ length: count }, (_, i) => `${name}-${i}`);
const everything = (logStore: LogStore) =>
  Promise.all(['head', 'record', 'batch', 'aside'].map(async (part) => [...(await logStore.list(`${part}:`))]));

test('what was copied is there again when the first log store has lost everything, and it is told', async () => {
  const disk = new Disk();
  const logs = disk.open();
  await write(logs, 'long', 700);
  await write(logs, 'short', 3);
  await logs.quarantine('short', 'odd');
  await write(logs, 'short', 2, 'anew');
  expect((await logs.open('short')).restored).toBeUndefined();
  await disk.ship();
  await write(logs, 'long', 1, 'late');
  const quarantined = await logs.quarantined();
  disk.lose();

  const after = disk.open();
  expect(await after.chats()).toEqual(['long', 'short']);
  expect(await batchesOf(after, 'long')).toEqual(named(700));
  expect(await batchesOf(after, 'short')).toEqual(named(2, 'anew'));
  expect((await after.open('long')).restored).toMatchObject({ records: 700 });
  expect(await after.quarantined()).toEqual(quarantined);
  const pairs = [];
  for await (const page of after.exportQuarantined(quarantined[0]?.id ?? '')) pairs.push(...page);
  expect(pairs.filter(({ key }) => key.startsWith('record:'))).toHaveLength(3);
  // Batches are known again, too.
  const log = await after.open('long');
  expect(await log.append(commitOf('b', 5, 1), 700)).toMatchObject({ status: 'again', key: 6 });
  expect(await log.append(commitOf('b', 700, 1), 700)).toEqual({ status: 'kept', key: 701 });
});

test('a restoring that is cut off at any write is gone on with at the next opening', async () => {
  const disk = new Disk();
  await write(disk.open(), 'a', 600);
  await write(disk.open(), 'b', 2);
  await disk.open().quarantine('b', 'odd');
  await disk.ship();
  const whole = await everything(disk.first);
  for (let writes = 0; ; writes++) {
    disk.lose();
    const done = await disk
      .open(cutOff(disk.first, writes))
      .open('a')
      .then(
        () => true,
        () => false,
      );
    // Nobody sees a chat before all of it is there.
    const seen = await disk.openWithoutCopy().open('a');
    expect([0, 600]).toContain(seen.head);
    expect(await batchesOf(disk.open(), 'a')).toEqual(named(600));
    expect(await everything(disk.first)).toEqual(whole);
    if (done) break;
    expect(writes).toBeLessThan(20);
  }
});

test('copying that is cut off at any write goes on without a hole', async () => {
  const disk = new Disk();
  await write(disk.open(), 'a', 600);
  await restoreAll(disk);
  for (let writes = 1; writes < 6; writes++) {
    const two = { first: disk.first, copy: cutOff(disk.copy, 1) };
    await copySome(two, 'a', new Set()).catch(() => {});
    const keys = await disk.copy.keysAfter('record:', '', 10_000);
    expect(keys.length).toBe(Math.min(600, 256 * writes));
    expect(Number(keys.at(-1)?.slice(-12))).toBe(keys.length);
  }
});

test('several tabs that copy at once leave no hole, and copy nothing twice', async () => {
  const disk = new Disk();
  const ends: number[] = [];
  const tabs = Array.from({ length: 4 }, () => disk.replica(disk.first, (chat, key) => chat === 'a' && ends.push(key)));
  const logs = disk.open();
  for (let i = 0; i < 20; i++) {
    await write(logs, 'a', 30);
    for (const tab of tabs) tab.later('a');
    if (i % 5 === 0) await Promise.all(tabs.map((tab) => tab.close()));
  }
  await Promise.all(tabs.map((tab) => tab.close()));
  expect(ends.at(-1)).toBe(600);
  disk.lose();
  expect(await batchesOf(disk.open(), 'a')).toEqual(named(600));
});

test('the end of a log that was lost comes back, and a log that went on without it stays as it is', async () => {
  const disk = new Disk();
  await write(disk.open(), 'a', 10);
  await disk.ship();
  const loseEnd = async () => {
    const lost = [...(await disk.first.list('record:')).keys()].slice(7);
    const batches = [...(await disk.first.list('batch:'))].filter(([, key]) => Number(key) > 7).map(([key]) => key);
    await disk.first.transact([], () => ({ remove: [...lost, ...batches] }));
  };
  await loseEnd();
  const log = await disk.open().open('a');
  expect([log.head, log.restored]).toEqual([10, expect.objectContaining({ records: 3 })]);
  expect(await batchesOf(disk.open(), 'a')).toEqual(named(10));

  await loseEnd();
  await write(disk.openWithoutCopy(), 'a', 1, 'other');
  const mixed = [...named(7), 'other-7'];
  expect(await batchesOf(disk.open(), 'a')).toEqual(mixed);
  await disk.ship();
  disk.lose();
  expect(await batchesOf(disk.open(), 'a')).toEqual(mixed);
});

test('what was written where no copy was to be had is not rolled back, and is copied later', async () => {
  const disk = new Disk();
  await write(disk.open(), 'longer', 5);
  await write(disk.open(), 'anew', 5);
  await write(disk.open(), 'gone', 5);
  await disk.ship();
  const without = disk.openWithoutCopy();
  await write(without, 'longer', 5);
  await without.remove('anew');
  await write(without, 'anew', 2, 'second');
  await without.remove('gone');
  await write(without, 'fresh', 1);
  for (const lost of [false, true]) {
    if (lost) {
      await disk.ship();
      disk.lose();
    }
    const logs = disk.open();
    expect(await logs.chats()).toEqual(['anew', 'fresh', 'longer']);
    expect(await batchesOf(logs, 'longer')).toEqual(named(10));
    expect(await batchesOf(logs, 'anew')).toEqual(named(2, 'second'));
    expect(await batchesOf(logs, 'gone')).toEqual([]);
    expect(await logs.quarantined()).toEqual([]);
  }
});

test('a chat that was begun anew while all was lost keeps what it has, and what was lost is set aside', async () => {
  const disk = new Disk();
  await write(disk.open(), 'a', 5);
  await disk.ship();
  disk.lose();
  await write(disk.openWithoutCopy(), 'a', 2, 'anew');
  const logs = disk.open();
  expect(await batchesOf(logs, 'a')).toEqual(named(2, 'anew'));
  const [aside, ...more] = await logs.quarantined();
  expect([aside?.chat, more]).toEqual(['a', []]);
  const pairs = [];
  for await (const page of logs.exportQuarantined(aside?.id ?? '')) pairs.push(...page);
  expect(pairs.filter(({ key }) => key.startsWith('record:'))).toHaveLength(5);
});

test('a chat that was removed does not come back, wherever the removing was cut off', async () => {
  for (let writes = 0; writes < 3; writes++) {
    const disk = new Disk();
    await write(disk.open(), 'a', 5);
    await disk.ship();
    const removed = await disk
      .open(cutOff(disk.first, writes))
      .remove('a')
      .then(
        () => true,
        () => false,
      );
    expect(removed).toBe(writes > 0);
    expect(await batchesOf(disk.open(), 'a')).toEqual(removed ? [] : named(5));
    disk.lose();
    // What was not removed has yet to be copied again.
    expect(await batchesOf(disk.open(), 'a')).toEqual([]);
    expect(await disk.open().chats()).toEqual([]);
  }
});

test('a copy that fails keeps nobody from reading, writing and removing', async () => {
  const fails = () => Promise.reject(new Error('no copy'));
  const copy: LogStore = {
    ...memoryLogStore(),
    read: fails,
    list: fails,
    keysAfter: fails,
    lastKey: fails,
    transact: fails,
  };
  const first = memoryLogStore();
  const replica = new LogReplica({ first, copy }, { locked: (work) => work(), restored: () => {} });
  const logs = logsOn({ ...makeOwnStorage(first), replica, notify: ({ chat }) => replica.later(chat) });
  await write(logs, 'a', 3);
  expect([await logs.chats(), await batchesOf(logs, 'a')]).toEqual([['a'], named(3)]);
  await logs.remove('a');
  expect(await logs.chats()).toEqual([]);
  await logs.close();
});

test('whatever was done before it was last copied is there after everything was lost', async () => {
  const chat = fc.constantFrom('a', 'b');
  const step = fc.oneof(
    {
      arbitrary: fc.record({ do: fc.constant('write' as const), chat, count: fc.integer({ min: 1, max: 3 }) }),
      weight: 4,
    },
    fc.record({ do: fc.constantFrom('remove', 'aside', 'replace', 'ship', 'lose', 'reopen'), chat }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const disk = new Disk();
      let now = new Map<string, readonly string[]>();
      let aside: readonly string[] = [];
      let shipped = { now: new Map(now), aside };
      let logs = disk.open();
      let counter = 0;
      for (const { do: what, chat, ...more } of steps) {
        counter += 1;
        const name = `s${counter}`;
        if (what === 'write' && 'count' in more) {
          const from = (await logs.open(chat)).head;
          await write(logs, chat, more.count, name);
          const added = Array.from({ length: more.count }, (_, i) => `${name}-${from + i}`);
          now.set(chat, [...(now.get(chat) ?? []), ...added]);
        } else if (what === 'remove') {
          await logs.remove(chat);
          now.delete(chat);
          shipped.now.delete(chat);
        } else if (what === 'aside') {
          await logs.quarantine(chat, name);
          if (now.delete(chat)) aside = [...aside, name];
        } else if (what === 'replace') {
          await logs.replace(chat, [commitOf(name, 0, 1)], name);
          if (now.has(chat)) aside = [...aside, name];
          now.set(chat, [`${name}-0`]);
        } else if (what === 'ship') {
          await disk.ship();
          shipped = { now: new Map(now), aside };
        } else if (what === 'lose') {
          disk.lose();
          logs = disk.open();
          now = new Map(shipped.now);
          aside = shipped.aside;
        } else logs = disk.open();
        const found = await Promise.all((await logs.chats()).map(async (one) => [one, await batchesOf(logs, one)]));
        expect(found).toEqual([...now].sort());
        expect((await logs.quarantined()).map(({ why }) => why).sort()).toEqual([...aside].sort());
      }
    }),
    { numRuns: 150 },
  );
});
