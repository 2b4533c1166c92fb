import type { EdgeView, Level, SeqRange } from '../../protocol/memory-types.js';
import type { Graph } from '../graph/graph.js';
import { ARCHIVED, SEMANTIC } from '../graph/nodes.js';
import { toFilter, trimmed } from '../graph/text.js';
import type { TypeIndex } from '../schema/type-index.js';
import { sortByTimeline } from '../search/order.js';
import { seqFilter } from './pool.js';
import { storedFilter } from './projection.js';

export interface NodeFilter {
  readonly types?: readonly string[];
  readonly levels?: readonly Level[];
  /** Default: true. Hides archived nodes and traces of recalls. */
  readonly activeOnly?: boolean;
  readonly seqRange?: SeqRange;
}

export interface EdgeFilter {
  readonly from?: string;
  readonly to?: string;
  readonly types?: readonly string[];
  readonly excludeInternal?: boolean;
}

/** Every node that passes, oldest first. Walks the whole store. */
export function listNodes(graph: Graph, types: TypeIndex, filter: NodeFilter): readonly number[] {
  const { nodes } = graph;
  const ofType = toFilter(filter.types);
  const ofLevel = toFilter(filter.levels);
  const inRange = seqFilter(filter.seqRange);
  const found: number[] = [];
  for (const slot of nodes.slots()) {
    if (filter.activeOnly !== false && (nodes.has(slot, ARCHIVED) || types.isDiagnostic(slot))) continue;
    if (ofType && !ofType.has(nodes.types.key(nodes.typeKey(slot)))) continue;
    if (ofLevel && !ofLevel.has(nodes.has(slot, SEMANTIC) ? 'semantic' : 'episodic')) continue;
    if (inRange(nodes.seqOr(slot, -1))) found.push(slot);
  }
  return sortByTimeline(graph, found);
}

/** Every stored edge that passes, in the order of the store. */
export function listEdges(graph: Graph, filter: EdgeFilter): readonly EdgeView[] {
  const { nodes, edges } = graph;
  const [from, to] = [trimmed(filter.from), trimmed(filter.to)];
  const admits = storedFilter(edges, toFilter(filter.types), filter.excludeInternal === true);
  const found: EdgeView[] = [];
  for (let edge = 0; edge < edges.size; edge++) {
    if (edges.dead[edge] === 1) continue;
    const code = edges.type[edge] as number;
    if (!admits(code)) continue;
    const [start, end] = [nodes.idOf(edges.from[edge] as number), nodes.idOf(edges.to[edge] as number)];
    if ((from && start !== from) || (to && end !== to)) continue;
    found.push({ from: start, to: end, type: edges.types.text(code) });
  }
  return found;
}
