import type { Graph } from './graph.js';
import { NONE } from './nodes.js';
import type { Counters, GraphOp, NodeRecord } from './records.js';

/** A node as it was: in which slot; `NONE` and nothing for a new one. */
export interface Was {
  readonly slot: number;
  readonly node: NodeRecord | undefined;
}

/** The changes of one batch: written as ops to the log, or undone. */
export class Journal {
  readonly #graph: Graph;
  readonly #close: () => void;
  /** The graph's, when it began. */
  readonly counters: Counters;
  /** By id: what was there before. */
  readonly #nodes = new Map<string, Was>();
  /** Slots of new nodes that were named before they were there. */
  readonly #met = new Set<number>();
  #over = false;
  readonly #edges = new Map<number, { readonly added: boolean; readonly seq: number }>();

  constructor(graph: Graph, close: () => void) {
    this.#graph = graph;
    this.#close = close;
    this.counters = graph.counters;
  }

  node(slot: number, id: string): void {
    if (this.#nodes.has(id)) return;
    this.#nodes.set(id, { slot, node: slot === NONE ? undefined : this.#graph.nodes.read(slot) });
  }

  /** A new node was named before it was there. */
  met(slot: number): void {
    this.#met.add(slot);
  }

  edge(edge: number): void {
    if (!this.#edges.has(edge)) this.#edges.set(edge, { added: false, seq: this.#graph.edges.seq[edge] ?? Number.NaN });
  }

  addedEdge(edge: number): void {
    this.#edges.set(edge, { added: true, seq: Number.NaN });
  }

  /** Ends it. @returns what changed: nodes in the order of the store, then edges. */
  close(): readonly GraphOp[] {
    this.#close();
    const { nodes, edges } = this.#graph;
    const ops: GraphOp[] = [];
    const touched = [...this.#nodes].map(([id, { node }]) => ({ id, before: node, slot: nodes.find(id) }));
    for (const { id, before, slot } of touched.sort((a, b) => a.slot - b.slot)) {
      if (slot !== NONE) ops.push({ op: 'upsert_node', node: nodes.read(slot) });
      else if (before) ops.push({ op: 'delete_node', nodeId: id });
    }
    for (const [edge, { added }] of [...this.#edges].sort(([a], [b]) => a - b)) {
      const dead = edges.dead[edge] === 1;
      if (!dead) ops.push({ op: 'upsert_edge', edge: this.#graph.readEdge(edge) });
      else if (!added) ops.push({ op: 'delete_edge', edge: this.#graph.readEdge(edge) });
    }
    return ops;
  }

  /** A node as it was before; nothing for one that was not there, or was not changed. */
  before(id: string): NodeRecord | undefined {
    return this.#nodes.get(id)?.node;
  }

  /** What makes the nodes and edges of before again, for the log. Numbers that were given are not given twice. */
  inverse(): readonly GraphOp[] {
    const ops: GraphOp[] = [];
    for (const [edge, { added, seq }] of this.#edges) {
      const { seqTo: _, ...rest } = this.#graph.readEdge(edge);
      if (added) ops.push({ op: 'delete_edge', edge: rest });
      else ops.push({ op: 'upsert_edge', edge: { ...rest, ...(!Number.isNaN(seq) && { seqTo: seq }) } });
    }
    const nodes = [...this.#nodes].map(
      ([id, { node }]): GraphOp => (node ? { op: 'upsert_node', node } : { op: 'delete_node', nodeId: id }),
    );
    // Edges first go, then nodes; edges come back when their nodes are there.
    const gone = ops.filter(({ op }) => op === 'delete_edge');
    return [...gone, ...nodes, ...ops.filter(({ op }) => op !== 'delete_edge')];
  }

  /** Ends it, and makes everything as it was. Doing it again changes nothing. */
  rollback(): void {
    this.#close();
    if (this.#over) return;
    this.#over = true;
    const graph = this.#graph;
    for (const [edge, { added, seq }] of this.#edges) {
      if (added) graph.edges.remove(edge);
      else {
        graph.edges.revive(edge);
        graph.edges.seq[edge] = seq;
      }
    }
    graph.restore(this.#nodes, this.#met);
    graph.counters = this.counters;
    graph.revision += 1;
  }
}
