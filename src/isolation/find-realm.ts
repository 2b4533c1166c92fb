import { BulkheadError } from '../../worker/protocol/errors.js';
import { onDemand } from '../primitives/index.js';
import type { LoadedAssets } from './assets.js';
import { openFrame } from './frame.js';
import { type Realm, type RealmKind, WALLS_OF } from './realm.js';
import type { PlacesOptions } from './realms.js';

const pagePlace = onDemand(() => import('./page-realm.js'));

/**
 * Opens the first place that this page allows. `reasons` learns why each better one was passed over.
 * @throws `ASSET_UNREACHABLE`, `WALL_MISSING` when the policy forbids what is left, `HOST_BLOCKED` when nothing is.
 */
export async function findPlace(
  { assets, frames, requireWalls, onLost }: PlacesOptions,
  loading: Promise<LoadedAssets>,
  reasons: Map<RealmKind, string>,
): Promise<Realm> {
  for (const kind of frames) {
    try {
      const realm: Realm = await openFrame(kind, assets, loading, { onLost: (error) => onLost(realm, error) });
      reasons.delete(kind);
      return realm;
    } catch (error) {
      const { code, message, details } = error as BulkheadError;
      // Only what the page forbids is a reason to do without the wall; slowness is one to try again.
      if (code !== 'WALL_MISSING' || details.blocked !== true) throw error;
      reasons.set(kind, message);
    }
  }
  const missing = requireWalls.find((wall) => !WALLS_OF.page.includes(wall));
  const why = [...reasons].map(([kind, reason]) => `${kind} frame: ${reason}`).join('; ');
  if (missing !== undefined)
    throw new BulkheadError('WALL_MISSING', `wall ${missing} does not stand: ${why}`, { wall: missing });
  return (await pagePlace()).openPageRealm(assets, (await loading).wasm);
}
