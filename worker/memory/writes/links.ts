import type { CodedError } from '../../protocol/memory-types.js';
import { relationKey } from '../graph/edges.js';
import type { Graph } from '../graph/graph.js';
import { NONE } from '../graph/nodes.js';
import { normalizeText, toRecord, toText, trimmed } from '../graph/text.js';

/** Ids of the nodes that a batch has made, by the names its ops gave them. */
export type Refs = ReadonlyMap<string, string>;

export const coded = (code: string, message: string): CodedError => ({ code, message });

/** The slot of an active node; or what is wrong with it. */
export function resolveNode(
  graph: Graph,
  id: unknown,
  ref: unknown,
  refs: Refs,
  missing: 'SOURCE_NOT_FOUND' | 'TARGET_NOT_FOUND',
): number | CodedError {
  const name = trimmed(id);
  if (name !== '') {
    const slot = graph.nodes.find(name);
    return graph.nodes.isActive(slot) ? slot : coded(missing, `no active node has the id ${name.slice(0, 80)}`);
  }
  const alias = normalizeText(ref);
  if (alias === '') return coded(missing, 'neither an id nor a ref was given');
  const made = refs.get(alias);
  const slot = made === undefined ? NONE : graph.nodes.find(made);
  if (slot === NONE) return coded('REF_UNRESOLVED', `no op of this batch made ${alias.slice(0, 80)}`);
  return graph.nodes.isActive(slot) ? slot : coded(missing, `the node behind ${alias.slice(0, 80)} is archived`);
}

/** The directed pairs a direction stands for; what is none is both. */
export function pairsOf(a: string, b: string, direction: unknown): readonly (readonly [string, string])[] {
  const way = trimmed(direction).toLowerCase();
  if (way === 'outgoing') return [[a, b]];
  if (way === 'incoming') return [[b, a]];
  return [
    [a, b],
    [b, a],
  ];
}

/** Makes one link from a node, in any of its spellings. @returns what kept it from being made. */
export function makeLink(graph: Graph, source: number, link: unknown, refs: Refs, seq: number): CodedError | undefined {
  const given = toRecord(link);
  const target = toRecord(given.target);
  const id = given.targetNodeId ?? given.target_node_id ?? target.id;
  const ref = given.targetRef ?? given.target_ref ?? target.ref;
  const found = resolveNode(graph, id, ref, refs, 'TARGET_NOT_FOUND');
  if (typeof found !== 'number') return found;
  if (found === source) return coded('SELF_LINK', 'a node cannot be linked with itself');
  const { ids } = graph.nodes;
  const relation = relationKey(toText(given.relation));
  for (const [from, to] of pairsOf(ids[source] ?? '', ids[found] ?? '', given.direction)) {
    graph.putEdge(from, to, relation, seq);
  }
  return undefined;
}

/** Takes out every edge of a relation between two nodes, whatever the case it was stored in. */
export function removeLinks(
  graph: Graph,
  source: string,
  target: string,
  relation: string,
  direction: unknown,
): number {
  const { edges } = graph;
  const [a, b] = [graph.nodes.refer(source), graph.nodes.refer(target)];
  const wanted = normalizeText(relation).toLowerCase();
  const way = trimmed(direction).toLowerCase();
  const matches = (edge: number): boolean => {
    // A blank one counts as `related` where edges are projected; it is not what is stored.
    if (normalizeText(edges.types.text(edges.type[edge] as number)).toLowerCase() !== wanted) return false;
    const [from, to] = [edges.from[edge], edges.to[edge]];
    return (way !== 'incoming' && from === a && to === b) || (way !== 'outgoing' && from === b && to === a);
  };
  const near = a >= 0 ? a : b;
  const found = near >= 0 ? graph.adjacency.touching(near).filter(matches) : [];
  for (const edge of found) graph.removeEdge(edge);
  return found.length;
}
