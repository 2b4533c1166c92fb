import type { Commit, EdgeRecord, GraphOp, NodeRecord, OrderedStore, StoreData } from '../graph/records.js';
import { NO_COUNTERS } from '../graph/records.js';
import { emptyDict } from './json-data.js';

/** The identity of an edge as one text. */
export const edgeKey = ({ from, to, type }: EdgeRecord): string => `${from.length}:${from}${to.length}:${to}${type}`;

export function plainStore({ nodes: ordered, ...rest }: OrderedStore): StoreData {
  const nodes = emptyDict() as { [id: string]: NodeRecord };
  for (const [id, node] of ordered) nodes[id] = node;
  return { nodes, ...rest };
}

/** A graph without indexes: records by id and edges by identity, in the order in which they came. */
export class PlainGraph {
  readonly nodes = new Map<string, NodeRecord>();
  readonly edges = new Map<string, EdgeRecord>();
  counters = NO_COUNTERS;

  /** Does what the operation says; what is there already, or already gone, does no harm. */
  apply(op: GraphOp): void {
    switch (op.op) {
      case 'upsert_node':
        this.nodes.set(op.node.id, op.node);
        break;
      case 'delete_node':
        this.nodes.delete(op.nodeId);
        break;
      case 'upsert_edge':
        this.edges.set(edgeKey(op.edge), op.edge);
        break;
      case 'delete_edge':
        this.edges.delete(edgeKey(op.edge));
    }
  }

  commit({ ops, counters }: Pick<Commit, 'ops' | 'counters'>): void {
    for (const op of ops) this.apply(op);
    this.counters = counters;
  }

  /** The graph as plain data; its records are shared, not copied. */
  toStore(): StoreData {
    return plainStore(this.toOrdered());
  }

  /** The same with its nodes in their order. */
  toOrdered(): OrderedStore {
    return {
      nodes: new Map(this.nodes),
      edges: [...this.edges.values()],
      ...this.counters,
      sourceMessageCount: 0,
      lastRecallTrace: [],
      lastRecallProjection: null,
    };
  }
}
