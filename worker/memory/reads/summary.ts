import type { Dir, EdgeSummaryView } from '../../protocol/memory-types.js';
import type { Graph } from '../graph/graph.js';
import { compareIds, toCount } from '../graph/text.js';
import type { ProjectedEnds, Projection } from './projection.js';

/** Neighbours a summary names, where the caller says nothing. */
export const SUMMARY_NEIGHBORS = 8;

/** The summary of a node nothing leads to. */
export const zeroSummary = (): EdgeSummaryView => ({ degree: 0, relations: [], sample_neighbors: [] });

/**
 * What leads to and from a node, counted. Costs its own edges only.
 * @see contract of the memory graph, edge summary
 */
export function summarize(
  { nodes, edges }: Graph,
  projection: Projection,
  { start, edges: ends }: ProjectedEnds,
  slot: number,
  limit: unknown,
): EdgeSummaryView {
  const { from, to, relation, weight, seq } = projection;
  let degree = 0;
  const counts = new Map<number, { relation: string; direction: Dir; count: number }>();
  const latest = new Map<number, number>();
  const stop = start[slot + 1] as number;
  for (let at = start[slot] as number; at < stop; at++) {
    const edge = ends[at] as number;
    const out = from[edge] === slot;
    const other = (out ? to[edge] : from[edge]) as number;
    const key = relation[edge] as number;
    const many = weight[edge] as number;
    degree += many;
    const code = key * 2 + (out ? 1 : 0);
    const known = counts.get(code);
    if (known) known.count += many;
    else counts.set(code, { relation: edges.types.key(key), direction: out ? 'out' : 'in', count: many });
    const own = seq[edge] as number;
    const before = latest.get(other);
    if (before === undefined || own > before) latest.set(other, own);
  }
  return {
    degree,
    relations: [...counts.values()].sort((a, b) => b.count - a.count),
    sample_neighbors: newest(nodes.ids, latest, toCount(limit, SUMMARY_NEIGHBORS)).map((node) => ({
      id: nodes.ids[node] as string,
      type: nodes.typeOf(node),
      title: nodes.titles[node] as string,
      to_seq: latest.get(node) as number,
    })),
  };
}

/** The `most` nodes with the highest ordinals, then by id. Holds no more of them than it has to: a hub has thousands. */
function newest(ids: readonly string[], seqs: ReadonlyMap<number, number>, most: number): readonly number[] {
  const isBefore = (a: number, seqOfA: number, b: number): boolean => {
    const seqOfB = seqs.get(b) as number;
    return seqOfA > seqOfB || (seqOfA === seqOfB && compareIds(ids[a] as string, ids[b] as string) < 0);
  };
  if (most >= seqs.size || most > SUMMARY_NEIGHBORS * 8) {
    return [...seqs.keys()].sort((a, b) => (isBefore(a, seqs.get(a) as number, b) ? -1 : 1)).slice(0, most);
  }
  const best: number[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (const [node, seq] of seqs) {
    if (best.length === most) {
      if (seq < least || !isBefore(node, seq, best[most - 1] as number)) continue;
      best.pop();
    }
    let at = best.length;
    while (at > 0 && isBefore(node, seq, best[at - 1] as number)) at -= 1;
    best.splice(at, 0, node);
    if (best.length === most) least = seqs.get(best[most - 1] as number) as number;
  }
  return best;
}
