import type { Store } from '../doors/idb.js';
import { BulkheadError } from '../protocol/errors.js';
import { type KeeperContract, type PluginRecord, pluginRecord } from '../protocol/keeper.js';
import type { Service } from '../rpc/serve.js';

const RECORD = 'plugin:';
const SOURCE = 'source:';

/**
 * Keeps plugins: a small record each, read at every start, and its source beside it, read when it is needed. Both are
 * written in one transaction, so no tab ever sees one without the other.
 */
export function keeperService(store: Store, changed: (id: string) => void): Service<KeeperContract> {
  return {
    async list() {
      const records: PluginRecord[] = [];
      const unreadable: string[] = [];
      const keys = (await store.keys()).filter((key) => key.startsWith(RECORD));
      (await store.getMany(keys)).forEach((value, i) => {
        const parsed = pluginRecord.safeParse(value);
        if (parsed.success) records.push(parsed.data as PluginRecord);
        // Gone between the two reads: another tab removed it.
        else if (value !== undefined) unreadable.push(keys[i]?.slice(RECORD.length) ?? '');
      });
      records.sort((a, b) => a.installedAt - b.installedAt || (a.id < b.id ? -1 : 1));
      return { records, unreadable };
    },
    async source({ id }) {
      const source = await store.get(SOURCE + id);
      if (typeof source !== 'string') throw new BulkheadError('PLUGIN_NOT_FOUND', `${id} is not kept here`);
      return source;
    },
    async put({ record, source }) {
      await store.setMany([
        [RECORD + record.id, record],
        [SOURCE + record.id, source],
      ]);
      changed(record.id);
      return null;
    },
    async setEnabled({ id, enabled }) {
      let found = false;
      await store.update(RECORD + id, (old) => {
        found = typeof old === 'object' && old !== null;
        return found ? { ...(old as object), enabled } : old;
      });
      // `update` wrote what it found, even when that was nothing.
      if (!found) {
        await store.deleteMany([RECORD + id]);
        throw new BulkheadError('PLUGIN_NOT_FOUND', `${id} is not kept here`);
      }
      changed(id);
      return null;
    },
    async remove({ id }) {
      await store.deleteMany([RECORD + id, SOURCE + id]);
      changed(id);
      return null;
    },
  };
}
