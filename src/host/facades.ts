import type { Backup, BackupHost } from '../backup/index.js';
import type { HostModels } from '../models/internal.js';
import type { Audit } from '../permissions/index.js';
import type { PluginSystem, Plugins, Secrets } from '../plugins/index.js';
import { later, onDemand } from '../primitives/index.js';
import type { Broker } from '../workers/index.js';

/** The parts of a host's interface that are loaded with the first plugin, by `load`. */
export const pluginFacades = (load: () => Promise<PluginSystem>) => ({
  plugins: later<Plugins>(async () => (await load()).plugins, {
    install: true,
    list: true,
    review: true,
    enable: true,
    revoke: true,
    disable: true,
    remove: true,
    usage: true,
    update: true,
    rollback: true,
    source: true,
    rehearse: true,
  }),
  secrets: later<Secrets>(async () => (await load()).secrets, { names: true, set: true, delete: true }),
  audit: later<Audit>(async () => (await load()).audit, { query: true, export: true }),
});

/** The page's model. Nothing of it is loaded before its first use. `broker` throws when the host is gone. */
export const hostModels = (broker: () => Promise<Broker>): HostModels =>
  later<HostModels>(
    onDemand(async () => (await import('../models/host-models.js')).openModels({ broker })),
    { get: true, set: true, setKey: true, hasKey: true, fetch: true },
  );

/** Everything on this device as one file. Nothing of it is loaded before its first use. */
export const hostBackup = (base: BackupHost): Backup =>
  later<Backup>(
    onDemand(async () => (await import('../backup/backup.js')).openBackup(base)),
    { save: true, read: true, restore: true, counts: true, earlier: true, storage: true },
  );
