import { expect, test } from 'vitest';
import { failure, fresh, openTestBroker, storageRights } from '../fixtures/broker.js';
import { lose } from '../fixtures/database.js';

test('a database that the browser has given up is brought back by its mirror, whichever it was', async () => {
  const store = fresh('twin');
  const write = async (value: number) => {
    using broker = openTestBroker({ store });
    const { ask } = await broker.open(storageRights());
    const before = await ask('storage.get', { key: 'a' });
    await ask('storage.set', { key: 'a', value });
    await ask('storage.set', { key: `only-${value}`, value });
    await ask('storage.delete', { key: `only-${value - 1}` });
    return [before, await ask('storage.keys', {})];
  };
  expect(await write(1)).toEqual([undefined, ['a', 'only-1']]);
  await lose(store, 'first');
  expect(await write(2)).toEqual([1, ['a', 'only-2']]);
  await lose(store, 'copy');
  expect(await write(3)).toEqual([2, ['a', 'only-3']]);
  await lose(store, 'first');
  expect(await write(4)).toEqual([3, ['a', 'only-4']]);
  await lose(store, 'first');
  await lose(store, 'copy');
  expect(await write(5)).toEqual([undefined, ['a', 'only-5']]);
});

test('two brokers on one store stay level, however they write', async () => {
  const store = fresh('level');
  {
    using left = openTestBroker({ store });
    using right = openTestBroker({ store });
    const [one, two] = [await left.open(storageRights()), await right.open(storageRights())];
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => (i % 2 ? one : two).ask('storage.set', { key: `k${i % 7}`, value: i })),
    );
    const refused = await failure(one.ask('storage.set', { key: '', value: 1 }));
    expect(refused.code).toBe('BAD_ARGS');
  }
  const contents = async () => {
    using broker = openTestBroker({ store });
    const { ask } = await broker.open(storageRights());
    const keys = (await ask('storage.keys', {})) as string[];
    return await Promise.all(keys.map(async (key) => [key, await ask('storage.get', { key })]));
  };
  const before = await contents();
  expect(before).toHaveLength(7);
  await lose(store, 'first');
  expect(await contents()).toEqual(before);
});
