import type { Store } from '../doors/idb.js';
import { BulkheadError } from '../protocol/errors.js';
import { type KeeperContract, type PluginRecord, pluginRecord } from '../protocol/keeper.js';
import type { Service } from '../rpc/serve.js';

const RECORD = 'plugin:';
const SOURCE = 'source:';

const readRecord = (value: unknown): PluginRecord | undefined => {
  const parsed = pluginRecord.safeParse(value);
  return parsed.success ? (parsed.data as PluginRecord) : undefined;
};

/** @throws `NAME_TAKEN` when a plugin that is on, perhaps since a moment ago in another tab, has one of these names. */
function checkNames(pairs: Map<string, unknown>, record: PluginRecord): void {
  for (const other of [...pairs.values()].map(readRecord)) {
    if (!other?.enabled || other.id === record.id) continue;
    const name = other.tools.find((theirs) => record.tools.some((ours) => ours.name === theirs.name))?.name;
    if (name === undefined) continue;
    const details = { tool: name, owner: other.id };
    throw new BulkheadError('NAME_TAKEN', `the tool name ${name} belongs to ${other.id}`, details);
  }
}

/**
 * Keeps plugins: a small record each, read at every start, and its source beside it, read when it is needed. Both are
 * written in one transaction, and names are checked in it, so no tab ever sees one without the other, or one name twice.
 */
export function keeperService(store: Store, changed: (id: string) => void): Service<KeeperContract> {
  return {
    async list() {
      const pairs = await store.list(RECORD);
      const records = [...pairs.values()].map(readRecord).filter((record) => record !== undefined);
      records.sort((a, b) => a.installedAt - b.installedAt || (a.id < b.id ? -1 : 1));
      return { records };
    },
    async source({ id }) {
      const source = await store.get(SOURCE + id);
      if (typeof source !== 'string') throw new BulkheadError('PLUGIN_NOT_FOUND', `${id} is not kept here`);
      return source;
    },
    async put({ record, source }) {
      await store.change(RECORD, (pairs) => {
        if (record.enabled) checkNames(pairs, record as PluginRecord);
        return {
          set: [
            [RECORD + record.id, record],
            [SOURCE + record.id, source],
          ],
        };
      });
      changed(record.id);
      return null;
    },
    async setEnabled({ id, enabled }) {
      await store.change(RECORD, (pairs) => {
        const record = readRecord(pairs.get(RECORD + id));
        if (!record) throw new BulkheadError('PLUGIN_NOT_FOUND', `${id} is not kept here`);
        if (enabled) checkNames(pairs, record);
        return { set: [[RECORD + id, { ...record, enabled }]] };
      });
      changed(id);
      return null;
    },
    async remove({ id }) {
      await store.change(RECORD, () => ({ remove: [RECORD + id, SOURCE + id] }));
      changed(id);
      return null;
    },
  };
}
