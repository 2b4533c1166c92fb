import { type Realm, type RealmKind, WALLS_OF } from './realm.js';
import type { Realms } from './realms.js';

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
