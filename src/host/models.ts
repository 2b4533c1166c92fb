import type { HostModels } from '../models/internal.js';
import { later, onDemand } from '../primitives/index.js';
import type { Broker } from '../workers/index.js';

/** The page's model. Nothing of it is loaded before its first use. `broker` throws when the host is gone. */
export const hostModels = (broker: () => Promise<Broker>): HostModels =>
  later<HostModels>(
    onDemand(async () => (await import('../models/host-models.js')).openModels({ broker })),
    { get: true, set: true, setKey: true, hasKey: true, fetch: true },
  );
