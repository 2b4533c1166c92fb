import type { HostAssets, LoadedAssets } from './assets.js';
import type { Realm } from './realm.js';

/** Where there is no page: how `bulkhead/node` opens the realm of tool workers. */
export const elsewhere: { open?: (assets: HostAssets, loaded: LoadedAssets) => Promise<Realm> } = {};
