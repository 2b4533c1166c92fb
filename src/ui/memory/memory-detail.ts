import type { InjectionState, NeighborView, NodeBriefView, NodeView } from '../../../worker/protocol/memory-types.js';
import type { MemoryGraph } from '../../index.js';

/** Everything that is shown of one node. */
export interface NodeDetail {
  readonly node: NodeView;
  readonly parent: NodeView | null;
  readonly children: readonly NodeView[];
  /** Without the links that hold a rollup together. */
  readonly neighbors: readonly NeighborView[];
  /** What a recall's model is shown of it; `null` for archived ones. */
  readonly brief: NodeBriefView | null;
  readonly injected: Injected;
}

/** How a node came before the model in the last turn; `unknown` before the first recall. */
export type Injected = 'always' | 'chosen' | 'offered' | 'no' | 'unknown';

const INTERNAL: readonly string[] = ['contains', 'semantic_contains'];

/** Reads what is shown of a node. @returns `null` where there is none any more. */
export async function readDetail(graph: MemoryGraph, id: string, signal: AbortSignal): Promise<NodeDetail | null> {
  const node = await graph.getNode(id, { signal });
  if (!node) return null;
  const injection = await graph.getInjectionState();
  const [parent, children, neighbors, brief] = await Promise.all([
    node.parentId === '' ? null : graph.getNode(node.parentId, { signal }),
    node.childrenIds.length === 0 ? [] : graph.getDescendants(id, { maxDepth: 1, activeOnly: false, signal }),
    graph.getNeighbors(id, { signal }),
    // Before the first recall nothing is visible, and every count of edges would be 0.
    graph.getNodeBrief(id, { includeEdgeSummary: injection.visibleIds.size > 0, signal }),
  ]);
  return {
    ...{ node, parent, children, brief },
    neighbors: neighbors.filter(({ edgeType }) => !INTERNAL.includes(edgeType)),
    injected: injectedOf(injection, id),
  };
}

function injectedOf({ alwaysInjectIds, recallSelectedIds, visibleIds }: InjectionState, id: string): Injected {
  if (alwaysInjectIds.has(id)) return 'always';
  if (recallSelectedIds.has(id)) return 'chosen';
  if (visibleIds.has(id)) return 'offered';
  return alwaysInjectIds.size + recallSelectedIds.size + visibleIds.size === 0 ? 'unknown' : 'no';
}
