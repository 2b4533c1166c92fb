import { BulkheadError } from '../../worker/protocol/errors.js';
import { onDemand } from '../primitives/index.js';
import type { LoadedAssets } from './assets.js';
import { openFrame } from './frame.js';
import { elsewhere } from './internal-elsewhere.js';
import type { Realm, RealmKind } from './realm.js';
import type { RealmsOptions } from './realms.js';

type FrameKind = RealmsOptions['frames'][number];

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
  const { open: here } = elsewhere;
  const kinds: readonly (FrameKind | 'process')[] = here && frames.length > 0 ? ['process'] : frames;
  for (const kind of kinds) {
    try {
      const events = { onLost: (error: BulkheadError) => onLost(realm, error) };
      const realm: Realm =
        kind === 'process' && here
          ? await here.process(assets)
          : await openFrame(kind as FrameKind, assets, loading, events);
      reasons.delete(kind);
      return realm;
    } catch (error) {
      const { code, message, details } = error as BulkheadError;
      // Do without the wall only if the page forbids the frame. If the frame was slow, try it again.
      if (code !== 'WALL_MISSING' || details.blocked !== true) throw error;
      reasons.set(kind, here ? message : `${kind} frame: ${message}`);
    }
  }
  if (here && frames.length === 0) reasons.set('thread', 'the host asked for threads of its own process');
  const missing = requireWalls.find((wall) => wall === 5);
  const why = [...reasons.values()].join('; ');
  if (missing !== undefined)
    throw new BulkheadError('WALL_MISSING', `wall ${missing} does not stand: ${why}`, { wall: missing });
  return here ? here.thread(assets, await loading) : (await pageRealm()).openPageRealm(assets, (await loading).wasm);
}
