import { EARLIER, readEarlier } from './earlier.js';
import { noPlace } from './faults.js';
import { type Part, partsOf } from './parts.js';
import { storageState } from './persistence.js';
import { readInfo, restoreFile } from './restore.js';
import { saveParts } from './save.js';
import { countAll, readPrefixes } from './stored.js';
import type { Backup, BackupHost } from './types.js';

/** What brokers of other tabs hear when everything they have open is gone. */
const ERASED = ':erased';

export function openBackup({ store, storage, life, memory, plugins }: BackupHost): Backup {
  /** @throws `STORE_UNAVAILABLE` for a host that stores nothing in IndexedDB. */
  const place = (): readonly [store: string, parts: readonly Part[]] => {
    life.alive();
    if (storage) throw noPlace('this host has a storage of its own, which its application saves');
    if (store === null) throw noPlace('this host stores nothing beyond the page');
    return [store, partsOf(store)];
  };
  /** Opens the stores first, so that a database that the browser has lost is recovered from its mirror. */
  const woken = async (): Promise<readonly Part[]> => {
    const [, parts] = place();
    await Promise.all([plugins.load().then(({ pluginStore }) => pluginStore.open()), memory.facade.chats()]);
    return parts;
  };
  return {
    save: async (options = {}) => saveParts(await woken(), options),
    read: async (file) => readInfo(file, place()[1]),
    async restore(file, options = {}) {
      const parts = await woken();
      const { broker } = await plugins.load();
      const check = (key: string, value: unknown) => broker.call('checkRestored', { key, value });
      // Nothing is asked any more then: whatever fails, the next start finishes it.
      const finish = async () => {
        memory.close();
        await plugins.erase(async () => {
          const tabs = new BroadcastChannel(`bulkhead:${store}`);
          tabs.postMessage(ERASED);
          const { finishRestore } = await import('../../worker/adapters/restore-journal.js');
          await finishRestore().finally(() => tabs.close());
        });
      };
      return restoreFile(file, { ...options, parts, check, finish });
    },
    storage: async (options = {}) => storageState(options),
    counts: async () => countAll(await woken()),
    async earlier() {
      const pairs = await readPrefixes(place()[0], [EARLIER, 'grant:']);
      const granted = new Set(pairs.map(([key]) => String(key)));
      return pairs
        .flatMap(([, value]) => readEarlier(value) ?? [])
        .filter(({ plugin }) => granted.has(EARLIER + plugin) && !granted.has(`grant:${plugin}`));
    },
  };
}
