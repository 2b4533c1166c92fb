import type { BulkheadError } from '../../worker/protocol/errors.js';
import type { ToolWorkerInit } from '../../worker/rpc/wire.js';
import type { Realms } from './realms.js';

/** The realm of tool workers: the opaque frame (served, or as `srcdoc`), or the page itself; in Node a process of their own, or threads of this one. */
export type RealmKind = 'served' | 'srcdoc' | 'page' | 'process' | 'thread';

/** A requested worker. Nothing is known of it before it answers on its port. */
export interface Spawned {
  terminate(): void;
  /** Revokes the flag of a call, so that its guest stops even while it computes. */
  interrupt(flag: string): void;
}

/** Events of a requested worker. */
export interface SpawnedEvents {
  readonly onFailed: (message: string) => void;
  /** Flags for later calls; none if the page does not let its workers read blobs. */
  readonly onFlags: (flags: readonly string[]) => void;
}

/** An open realm. */
export interface Realm {
  readonly kind: RealmKind;
  /** By what wall 5 stands; empty where it does not. Walls 1 to 4 stand around every worker. */
  readonly fifth: string;
  /** `false` once the realm is lost. Its workers are gone, and it is not used again. */
  readonly alive: boolean;
  spawn(init: ToolWorkerInit, events: SpawnedEvents): Spawned;
  close(): void;
}

export interface RealmEvents {
  readonly onLost: (error: BulkheadError) => void;
}

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
  const reasons = [...realms.reasons.values()].join('; ');
  return NAMES.map(([wall, name]) => {
    if (!realm) return { wall, name, stands: null, ...(reasons !== '' && { why: reasons }) };
    const stands = wall < 5 || realm.fifth !== '';
    const why = wall === 5 ? realm.fifth || reasons : '';
    return { wall, name, stands, ...(why !== '' && { why }) };
  });
}
