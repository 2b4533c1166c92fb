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
  for (let at = start[slot] as number; at < (start[slot + 1] as number); at++) {
    const edge = ends[at] as number;
    const out = from[edge] === slot;
    const other = (out ? to[edge] : from[edge]) as number;
    const [key, many] = [relation[edge] as number, weight[edge] as number];
    degree += many;
    const code = key * 2 + (out ? 1 : 0);
    const known = counts.get(code);
    if (known) known.count += many;
    else counts.set(code, { relation: edges.types.key(key), direction: out ? 'out' : 'in', count: many });
    latest.set(other, Math.max(latest.get(other) ?? 0, seq[edge] as number));
  }
  const neighbors = [...latest].sort(
    ([a, seqOfA], [b, seqOfB]) => seqOfB - seqOfA || compareIds(nodes.ids[a] as string, nodes.ids[b] as string),
  );
  return {
    degree,
    relations: [...counts.values()].sort((a, b) => b.count - a.count),
    sample_neighbors: neighbors.slice(0, toCount(limit, SUMMARY_NEIGHBORS)).map(([node, to_seq]) => ({
      id: nodes.ids[node] as string,
      type: nodes.typeOf(node),
      title: nodes.titles[node] as string,
      to_seq,
    })),
  };
}
