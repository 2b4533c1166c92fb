import { type Place, type PlaceKind, WALLS_OF } from './realm.js';
import type { Places } from './realms.js';

/** One wall around every guest, and whether it stands on this page. */
export interface WallStatus {
  readonly wall: 1 | 2 | 3 | 4 | 5;
  readonly name: string;
  /** `null` until the first worker's place has been opened. */
  readonly stands: boolean | null;
  /** Why it does not stand, or by which means it does. */
  readonly why?: string;
}

const NAMES = [
  [1, 'QuickJS heap'],
  [2, 'WebAssembly instance'],
  [3, 'worker'],
  [4, 'stripped realm'],
  [5, 'opaque origin'],
] as const;

/** The five walls as they stand now. */
export function describeWalls(places: Places): WallStatus[] {
  const place: Place | undefined = places.current;
  const reasons = [...places.reasons]
    .map(([kind, reason]: [PlaceKind, string]) => `${kind} frame: ${reason}`)
    .join('; ');
  return NAMES.map(([wall, name]) => {
    if (!place) return { wall, name, stands: null, ...(reasons !== '' && { why: reasons }) };
    const stands = WALLS_OF[place.kind].includes(wall);
    const why = wall === 5 ? (stands ? `by a ${place.kind} frame` : reasons) : '';
    return { wall, name, stands, ...(why !== '' && { why }) };
  });
}
