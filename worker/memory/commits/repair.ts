import type { GraphOp, NodeRecord } from '../graph/records.js';
import type { PlainGraph } from './plain-graph.js';

/** Up to so many children a list is searched as it is. */
const FEW = 16;

/** The changes after which children exist once, parents exist and know them, and edges have two different ends. */
export function repairs({ nodes, edges }: PlainGraph): GraphOp[] {
  const changed = new Map<string, NodeRecord>();
  const now = (node: NodeRecord) => changed.get(node.id) ?? node;
  for (const node of nodes.values()) {
    const { id, parentId, childrenIds } = node;
    const astray = parentId !== '' && (parentId === id || !nodes.has(parentId));
    const children = childrenIds.length === 0 ? childrenIds : existing(id, childrenIds, nodes);
    if (astray || children.length !== childrenIds.length) {
      changed.set(id, { ...node, parentId: astray ? '' : parentId, childrenIds: children });
    }
  }
  const known = new Map<string, Set<string>>();
  const gained = new Map<string, string[]>();
  for (const node of nodes.values()) {
    const { id, parentId } = now(node);
    const parent = nodes.get(parentId);
    if (!parent) continue;
    const { childrenIds } = now(parent);
    if (childrenIds.length <= FEW ? childrenIds.includes(id) : childrenOf(now(parent), known).has(id)) continue;
    const list = gained.get(parentId);
    if (list) list.push(id);
    else gained.set(parentId, [id]);
  }
  for (const [id, children] of gained) {
    const node = nodes.get(id);
    if (node) changed.set(id, { ...now(node), childrenIds: [...now(node).childrenIds, ...children] });
  }
  const ops: GraphOp[] = [...changed.values()].map((node) => ({ op: 'upsert_node', node }));
  for (const edge of edges.values()) {
    if (edge.from === edge.to || !nodes.has(edge.from) || !nodes.has(edge.to)) ops.push({ op: 'delete_edge', edge });
  }
  return ops;
}

function existing(id: string, children: readonly string[], nodes: ReadonlyMap<string, unknown>): readonly string[] {
  return [...new Set(children)].filter((child) => child !== id && nodes.has(child));
}

function childrenOf({ id, childrenIds }: NodeRecord, known: Map<string, Set<string>>): Set<string> {
  const children = known.get(id) ?? new Set(childrenIds);
  known.set(id, children);
  return children;
}
