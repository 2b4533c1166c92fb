import type { PoolOptions } from '../../protocol/memory-types.js';
import type { Graph } from '../graph/graph.js';
import { ARCHIVED, GONE, NONE, SEMANTIC } from '../graph/nodes.js';
import { compareIds, toFilter, toNumber } from '../graph/text.js';
import type { TypeIndex } from '../schema/type-index.js';
import { latestSeq } from './latest-seq.js';

/** Newest first, then the deepest, then by id. */
export function byRecency({ nodes }: Graph): (a: number, b: number) => number {
  const { seq, depth, ids } = nodes;
  const at = (slot: number): number => {
    const own = seq[slot] as number;
    return Number.isNaN(own) ? -1 : own;
  };
  return (a, b) =>
    at(b) - at(a) || (depth[b] as number) - (depth[a] as number) || compareIds(ids[a] as string, ids[b] as string);
}

/** True where a recall may look: semantic, not archived, no trace of a recall. */
export const isCandidate = ({ nodes }: Graph, types: TypeIndex, slot: number): boolean =>
  ((nodes.flags[slot] ?? GONE) & (ARCHIVED | GONE | SEMANTIC)) === SEMANTIC && !types.isDiagnostic(slot);

/** Slots that a recall may choose, newest first: of rolled up types the tops, of others all active nodes. @see contract, recall pool */
export function poolOf(graph: Graph, types: TypeIndex): number[] {
  const { size } = graph.nodes;
  const all = new Int32Array(size);
  for (let slot = 0; slot < size; slot++) all[slot] = slot;
  return membersAmong(graph, types, all, new Int32Array(size).fill(UNKNOWN), new Uint8Array(size)).sort(
    byRecency(graph),
  );
}

/** Of a node nobody has climbed from yet. */
export const UNKNOWN = -2;

/** Those of some whole families that are in the pool, unordered. Fills `tops` (all `UNKNOWN`) and `taken` (all 0) by slot. */
export function membersAmong(
  graph: Graph,
  types: TypeIndex,
  slots: Iterable<number>,
  tops: Int32Array,
  taken: Uint8Array,
): number[] {
  const { nodes } = graph;
  const pool: number[] = [];
  for (const slot of slots) {
    if (!isCandidate(graph, types, slot)) continue;
    if (!types.isHierarchical(slot)) {
      pool.push(slot);
      continue;
    }
    const key = nodes.typeKey(slot);
    const isAlike = (other: number) => other >= 0 && isCandidate(graph, types, other) && nodes.typeKey(other) === key;
    if ((nodes.children[slot] as readonly number[]).some(isAlike)) continue;
    const top = climb(graph, slot, tops, isAlike);
    if (taken[top] === 1) continue;
    taken[top] = 1;
    pool.push(top);
  }
  return pool;
}

/** The last node above that is still alike. What is learned on the way is kept, but not about a node of a cycle. */
function climb({ nodes }: Graph, from: number, tops: Int32Array, isAlike: (slot: number) => boolean): number {
  const path: number[] = [];
  let at = from;
  for (;;) {
    const known = tops[at] as number;
    if (known !== UNKNOWN) {
      at = known;
      break;
    }
    path.push(at);
    const parent = nodes.parent[at] as number;
    if (!isAlike(parent)) break;
    if (path.includes(parent)) return at;
    at = parent;
  }
  for (const slot of path) tops[slot] = at;
  return at;
}

/** Narrows a sorted pool by the caller's options. */
export function narrowPool(
  graph: Graph,
  pool: readonly number[],
  { seqWindow, types, excludeRecentMessages, limit }: PoolOptions,
): readonly number[] {
  const { nodes } = graph;
  const recent = Math.floor(Math.max(0, toNumber(excludeRecentMessages) || 0));
  const excludeFrom = recent > 0 ? latestSeq(graph) - recent + 1 : Number.POSITIVE_INFINITY;
  const filter = toFilter(types);
  const inWindow = seqFilter(seqWindow);
  const atMost = limitOf(limit);
  if (recent === 0 && !filter && !seqWindow) return pool.length > atMost ? pool.slice(0, atMost) : pool;
  const found: number[] = [];
  for (const slot of pool) {
    if (found.length >= atMost) break;
    const seq = nodes.seq[slot] ?? NONE;
    if (seq >= excludeFrom) continue;
    if (filter && !filter.has(nodes.types.key(nodes.typeKey(slot)))) continue;
    if (inWindow(Number.isNaN(seq) ? -1 : seq)) found.push(slot);
  }
  return found;
}

function limitOf(limit: unknown): number {
  const count = toNumber(limit);
  if (Number.isNaN(count)) return Number.POSITIVE_INFINITY;
  return Math.max(1, Math.floor(count));
}

/** Inclusive at both ends; an end that is no number is open. */
export function seqFilter(range: unknown): (seq: number) => boolean {
  const { from, to } = Object(range) as { from?: unknown; to?: unknown };
  const end = (value: unknown, open: number) => (Number.isNaN(toNumber(value)) ? open : toNumber(value));
  const [low, high] = [end(from, Number.NEGATIVE_INFINITY), end(to, Number.POSITIVE_INFINITY)];
  return (seq) => seq >= low && seq <= high;
}
