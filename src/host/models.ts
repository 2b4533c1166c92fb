import type { HostModels } from '../models/internal.js';
import { later, onDemand } from '../primitives/index.js';
import type { Keeper } from '../workers/index.js';

/** The page's model. Nothing of it is loaded before its first use. `keeper` throws when the host is gone. */
export const hostModels = (keeper: () => Promise<Keeper>): HostModels =>
  later<HostModels>(
    'get set setKey hasKey fetch',
    onDemand(async () => (await import('../models/host-models.js')).openModels({ keeper })),
  );
