import { BulkheadError } from '../../worker/protocol/errors.js';
import { onDemand } from '../primitives/index.js';
import type { LoadedAssets } from './assets.js';
import { openFrame } from './frame.js';
import { elsewhere } from './internal-elsewhere.js';
import { type Realm, type RealmKind, WALLS_OF } from './realm.js';
import type { RealmsOptions } from './realms.js';

const pageRealm = onDemand(() => import('./page-realm.js'));

/**
 * Opens the first realm that this page allows. The reasons why better ones were passed over are added to `reasons`.
 * @throws `ASSET_UNREACHABLE`, `WALL_MISSING` if the policy forbids the remaining realms, `HOST_BLOCKED` if none remains.
 */
export async function findRealm(
  { assets, frames, requireWalls, onLost }: RealmsOptions,
  loading: Promise<LoadedAssets>,
  reasons: Map<RealmKind, string>,
): Promise<Realm> {
  if (elsewhere.open) reasons.set('served', 'there is no page');
  for (const kind of elsewhere.open ? [] : frames) {
    try {
      const realm: Realm = await openFrame(kind, assets, loading, { onLost: (error) => onLost(realm, error) });
      reasons.delete(kind);
      return realm;
    } catch (error) {
      const { code, message, details } = error as BulkheadError;
      // Do without the wall only if the page forbids the frame. If the frame was slow, try it again.
      if (code !== 'WALL_MISSING' || details.blocked !== true) throw error;
      reasons.set(kind, message);
    }
  }
  const missing = requireWalls.find((wall) => !WALLS_OF.page.includes(wall));
  const why = [...reasons].map(([kind, reason]) => `${kind} frame: ${reason}`).join('; ');
  if (missing !== undefined)
    throw new BulkheadError('WALL_MISSING', `wall ${missing} does not stand: ${why}`, { wall: missing });
  if (elsewhere.open) return elsewhere.open(assets, await loading);
  return (await pageRealm()).openPageRealm(assets, (await loading).wasm);
}
