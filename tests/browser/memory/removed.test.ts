import { expect, test } from 'vitest';
import { plainHost } from '../setup.js';

/** The keys of a database of pairs. */
async function keysOf(name: string): Promise<readonly string[]> {
  const answered = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await answered(indexedDB.open(name));
  try {
    const stores = [...database.objectStoreNames];
    const keys = stores.map((store) => answered(database.transaction(store).objectStore(store).getAllKeys()));
    return (await Promise.all(keys)).flat().map(String);
  } finally {
    database.close();
  }
}

test('a chat that is removed leaves no vectors behind, and nothing of its last recall; others keep theirs', async () => {
  const store = `removed-${crypto.randomUUID()}`;
  await using host = plainHost({ store });
  const embed = async (texts: readonly string[]) => texts.map((text) => [text.length, 1, 2]);
  await host.memory.setEmbeddings({ kind: 'function', id: 'f', embed });
  for (const id of ['gone', 'stays']) {
    const graph = await host.memory.open(id);
    await graph.session.createNode({ type: 'thread', title: 'crown' });
    await graph.session.vectorSearch({ query: 'crown' });
    await graph.recordInjection({ visibleIds: ['n_1'] });
  }
  expect(await keysOf(`${store}-vectors`)).toHaveLength(2);
  await host.memory.remove('gone');
  const [key, ...more] = await keysOf(`${store}-vectors`);
  expect(more).toEqual([]);
  expect(key).toContain('"mg_stays"');
  const graph = await host.memory.open('gone');
  expect((await graph.getInjectionState()).visibleIds).toEqual(new Set());
  const other = await host.memory.open('stays');
  expect((await other.getInjectionState()).visibleIds).toEqual(new Set(['n_1']));
  await host.erase();
});
