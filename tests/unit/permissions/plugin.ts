import { pinnedTools } from '../../../src/permissions/rights.js';
import type { PluginRecord } from '../../../worker/protocol/broker.js';
import type { Grant } from '../../../worker/protocol/grants.js';
import type { Permission } from '../../../worker/protocol/permissions.js';

export const STORE: Permission = { id: 'data', cap: 'store', quotaMiB: 1, reason: 'to keep' };

/** A plugin as it is kept. */
export function recordOf(permissions: readonly Permission[] = [STORE]): PluginRecord {
  return {
    id: 'one',
    manifest: { manifest: 1, id: 'one', version: '1.0.0', name: 'One', permissions: [...permissions] },
    tools: [{ name: 'keep', displayName: '', description: 'd', parameters: {}, mode: 'write', hasSimulate: false }],
    enabled: true,
    origin: 'pasted',
    installedAt: 1,
    sourceBytes: 1,
    filesHash: 'files',
    toolsHash: 'tools',
    toolHashes: { keep: 'keep' },
  };
}

/** A yes to exactly this plugin. */
export function grantOf(record: PluginRecord, more: Partial<Grant> = {}): Grant {
  const { id, filesHash, toolsHash, manifest } = record;
  const shown = { tools: pinnedTools(record), permissions: manifest?.permissions ?? [] };
  return {
    ...{ package: id, version: '1.0.0', filesHash, toolsHash, permissions: { data: [{ kind: 'always' }] }, calls: {} },
    ...{ grantedAt: 1, shown, knownHosts: [], ...more },
  };
}
