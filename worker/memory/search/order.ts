import type { Graph } from '../graph/graph.js';
import { compareIds } from '../graph/text.js';

/** Beyond this many slots and ordinals the two do not fit into one number. */
const PLACES = 2 ** 26;
/** Fewer than these are sorted as fast by comparing. */
const FEW = 32;

/** Oldest first; those without an ordinal last; then by id. */
export function byTimeline({ nodes }: Graph): (a: number, b: number) => number {
  const { seq, ids } = nodes;
  const at = (slot: number): number => {
    const own = seq[slot] as number;
    return Number.isNaN(own) ? Number.POSITIVE_INFINITY : own;
  };
  return (a, b) => {
    const [left, right] = [at(a), at(b)];
    return left === right ? compareIds(ids[a] as string, ids[b] as string) : left - right;
  };
}

/** Sorts slots as `byTimeline` says: by numbers alone, and ids compared only among those of one ordinal. */
export function sortByTimeline(graph: Graph, slots: number[]): number[] {
  const { seq, ids } = graph.nodes;
  const compare = byTimeline(graph);
  if (slots.length < FEW || slots.length >= PLACES) return slots.sort(compare);
  const keys = new Float64Array(slots.length);
  for (let at = 0; at < slots.length; at++) {
    const own = seq[slots[at] as number] as number;
    const ordinal = Number.isNaN(own) ? PLACES : own;
    if (!(ordinal >= 0 && (ordinal < PLACES || Number.isNaN(own)) && Number.isInteger(ordinal)))
      return slots.sort(compare);
    keys[at] = ordinal * PLACES + at;
  }
  keys.sort();
  const ordinals = new Float64Array(keys.length);
  const sorted = new Array<number>(keys.length);
  for (let at = 0; at < keys.length; at++) {
    const ordinal = Math.floor((keys[at] as number) / PLACES);
    ordinals[at] = ordinal;
    sorted[at] = slots[(keys[at] as number) - ordinal * PLACES] as number;
  }
  for (let from = 0, to = 1; from < sorted.length; from = to, to += 1) {
    while (to < sorted.length && ordinals[to] === ordinals[from]) to += 1;
    if (to - from === 1) continue;
    const alike = sorted.slice(from, to).sort((a, b) => compareIds(ids[a] as string, ids[b] as string));
    for (let at = from; at < to; at++) sorted[at] = alike[at - from] as number;
  }
  return sorted;
}
