import type { Host, HostOptions } from '../../../src/index.js';
import { memoryKeyValueStore, memoryLogStore } from '../../../src/storage/index.js';
import type { HostStorage } from '../../../worker/protocol/storage.js';
import { createHost } from '../host.js';

/** The tests run in Node: what only a page can do is left out. */
export const inPage = false;

/** What stands in for the databases of a browser, by their names. */
const stores = new Map<string, HostStorage>();

export function storageOf(name: string): HostStorage {
  const storage = stores.get(name) ?? { keyValue: memoryKeyValueStore(), log: memoryLogStore() };
  stores.set(name, storage);
  return storage;
}

/** A host in Node, where the suites of the browser make one in a page. */
export function plainHost({ store, assets: _, ...options }: HostOptions = {}): Host & AsyncDisposable {
  const kept = typeof store === 'string' ? { storage: storageOf(store) } : {};
  const host = createHost({ guests: 'thread', spareWorkers: 0, ...kept, ...(options as object) });
  return { ...host, [Symbol.asyncDispose]: () => host.dispose() };
}
