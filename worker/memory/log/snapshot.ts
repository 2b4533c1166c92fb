import { isOrdinal } from '../commits/chat.js';
import { isObject } from '../commits/json-data.js';
import type { Commit } from '../graph/records.js';
import type { LogRecord } from './entries.js';

export type Place = Pick<Commit, 'floor' | 'swipe'>;

/** A graph as it was, so that only what came later has to be read. */
export interface Snapshot {
  /** Key of the last record that it covers. */
  readonly key: number;
  /** The places of the commits that are in it. */
  readonly applied: readonly Place[];
  /** The places of the commits up to `key` that were kept but not shown, so that they are not in it. */
  readonly left: readonly Place[];
  /** Whatever can be cloned; each part is a value of its own in the database. */
  readonly parts: readonly unknown[];
}

/** True while a snapshot is what a replay would come to, by what is shown now and the records after it. */
export function stillFits(
  snapshot: Omit<Snapshot, 'parts'>,
  later: Iterable<LogRecord>,
  shows: (place: Place) => boolean,
): boolean {
  const { applied, left } = snapshot;
  if (!applied.every(shows) || left.some(shows)) return false;
  const all = [...applied, ...left];
  for (const { entry } of later) {
    if (entry.kind === 'truncate' && all.some(({ floor }) => floor !== null && floor >= entry.length)) return false;
    // Which commits are in it is not known by name.
    if (entry.kind === 'drop') return false;
    if (entry.kind !== 'removeSwipe') continue;
    if (all.some(({ floor, swipe }) => floor === entry.floor && swipe >= entry.swipe)) return false;
  }
  return true;
}

export interface SnapshotHeader extends Omit<Snapshot, 'parts'> {
  readonly parts: number;
}

/** Reads a header; `undefined` for none, or a broken one. */
export function headerOf(value: unknown): SnapshotHeader | undefined {
  if (!isObject(value)) return undefined;
  const { key, applied, left, parts } = value;
  return isOrdinal(key) && isOrdinal(parts) && arePlaces(applied) && arePlaces(left)
    ? { key, applied, left, parts }
    : undefined;
}

const arePlaces = (value: unknown): value is readonly Place[] =>
  Array.isArray(value) &&
  value.every((place) => isObject(place) && (place.floor === null || isOrdinal(place.floor)) && isOrdinal(place.swipe));
