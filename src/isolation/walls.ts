import { type Realm, type RealmKind, WALLS_OF } from './realm.js';
import type { Realms } from './realms.js';

/** One wall around every guest, with its state on this page. */
export interface WallStatus {
  readonly wall: 1 | 2 | 3 | 4 | 5;
  readonly name: string;
  /** Whether the wall stands; `null` until the realm of the first worker is open. */
  readonly stands: boolean | null;
  /** The reason why the wall does not stand, or the means by which it does. */
  readonly why?: string;
}

const NAMES = [
  [1, 'QuickJS heap'],
  [2, 'WebAssembly instance'],
  [3, 'worker'],
  [4, 'stripped realm'],
  [5, 'opaque origin'],
] as const;

/** Returns the current state of the five walls. */
export function describeWalls(realms: Realms): WallStatus[] {
  const realm: Realm | undefined = realms.current;
  const reasons = [...realms.reasons]
    .map(([kind, reason]: [RealmKind, string]) => `${kind} frame: ${reason}`)
    .join('; ');
  return NAMES.map(([wall, name]) => {
    if (!realm) return { wall, name, stands: null, ...(reasons !== '' && { why: reasons }) };
    const stands = WALLS_OF[realm.kind].includes(wall);
    const why = wall === 5 ? (stands ? `by a ${realm.kind} frame` : reasons) : '';
    return { wall, name, stands, ...(why !== '' && { why }) };
  });
}
