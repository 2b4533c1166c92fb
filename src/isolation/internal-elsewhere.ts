import type { HostAssets, LoadedAssets } from './assets.js';
import type { Realm } from './realm.js';

/** How `bulkhead/node` opens the realm of tool workers, where there is no page. */
export interface Elsewhere {
  /** @throws `WALL_MISSING` with `blocked: true` where there can be none. */
  process(assets: HostAssets): Promise<Realm>;
  thread(assets: HostAssets, loaded: LoadedAssets): Promise<Realm>;
}

export const elsewhere: { open?: Elsewhere } = {};
