import type { Dir, EdgeSummaryView } from '../../protocol/memory-types.js';
import type { Graph } from '../graph/graph.js';
import { compareIds, toCount } from '../graph/text.js';
import type { ProjectedEnds, Projection } from './projection.js';

/** Neighbours a summary names, where the caller says nothing. */
export const SUMMARY_NEIGHBORS = 8;

/** The summary of a node nothing leads to. */
export const zeroSummary = (): EdgeSummaryView => ({ degree: 0, relations: [], sample_neighbors: [] });

/** Where the last summary counted each node and each relation: made once for a graph, and not cleared between two. */
export class Tally {
  #walk = 0;
  #nodes = new Uint32Array(0);
  #relations = new Uint32Array(0);
  /** By node: its latest ordinal. */
  latest = new Float64Array(0);
  /** By relation and direction: its place among those found. */
  places = new Uint32Array(0);

  begin(nodes: number, relations: number): void {
    if (this.#nodes.length < nodes || this.#relations.length < relations || this.#walk === 0xffff_ffff) {
      this.#walk = 0;
      this.#nodes = new Uint32Array(nodes);
      this.latest = new Float64Array(nodes);
      this.#relations = new Uint32Array(relations);
      this.places = new Uint32Array(relations);
    }
    this.#walk += 1;
  }

  isNew(node: number): boolean {
    if (this.#nodes[node] === this.#walk) return false;
    this.#nodes[node] = this.#walk;
    return true;
  }

  isNewRelation(code: number): boolean {
    if (this.#relations[code] === this.#walk) return false;
    this.#relations[code] = this.#walk;
    return true;
  }
}

/** What leads to and from a node, counted, at the cost of its own edges. @see contract of the memory graph, edge summary */
export function summarize(
  { nodes, edges }: Graph,
  projection: Projection,
  { start, edges: ends }: ProjectedEnds,
  slot: number,
  limit: unknown,
  tally: Tally,
): EdgeSummaryView {
  const { from, to, relation, weight, seq } = projection;
  tally.begin(nodes.size, edges.types.size * 2);
  const { latest, places } = tally;
  let degree = 0;
  const relations: { relation: string; direction: Dir; count: number }[] = [];
  const others: number[] = [];
  const stop = start[slot + 1] as number;
  for (let at = start[slot] as number; at < stop; at++) {
    const edge = ends[at] as number;
    const out = from[edge] === slot;
    const other = (out ? to[edge] : from[edge]) as number;
    const key = relation[edge] as number;
    const many = weight[edge] as number;
    degree += many;
    const code = key * 2 + (out ? 1 : 0);
    if (tally.isNewRelation(code)) {
      places[code] = relations.length;
      relations.push({ relation: edges.types.key(key), direction: out ? 'out' : 'in', count: many });
    } else (relations[places[code] as number] as { count: number }).count += many;
    const own = seq[edge] as number;
    if (tally.isNew(other)) {
      others.push(other);
      latest[other] = own;
    } else if (own > (latest[other] as number)) latest[other] = own;
  }
  return {
    degree,
    relations: relations.sort((a, b) => b.count - a.count),
    sample_neighbors: newest(nodes.ids, others, latest, toCount(limit, SUMMARY_NEIGHBORS)).map((node) => ({
      id: nodes.ids[node] as string,
      type: nodes.typeOf(node),
      title: nodes.titles[node] as string,
      to_seq: latest[node] as number,
    })),
  };
}

/** The `most` nodes with the highest ordinals, then by id. Holds no more of them than it has to: a hub has thousands. */
function newest(ids: readonly string[], slots: number[], seqs: Float64Array, most: number): readonly number[] {
  const compare = (a: number, b: number): number =>
    (seqs[b] as number) - (seqs[a] as number) || compareIds(ids[a] as string, ids[b] as string);
  if (most >= slots.length || most > SUMMARY_NEIGHBORS * 8) return slots.sort(compare).slice(0, most);
  const best: number[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (const slot of slots) {
    if (best.length === most) {
      if ((seqs[slot] as number) < least || compare(slot, best[most - 1] as number) > 0) continue;
      best.pop();
    }
    let at = best.length;
    while (at > 0 && compare(slot, best[at - 1] as number) < 0) at -= 1;
    best.splice(at, 0, slot);
    if (best.length === most) least = seqs[best[most - 1] as number] as number;
  }
  return best;
}
