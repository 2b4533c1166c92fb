import { sleep } from '../../primitives/timers.js';
import { Graph } from '../graph/graph.js';

/** Nodes and edges that are copied without a break: a few milliseconds' worth. */
const SLICE_NODES = 1_000;
const SLICE_EDGES = 5_000;
/** How often a copy is begun anew because of a change; the next one is made at one stroke. */
const TRIES = 3;

/** Copies a graph in slices, between which it must not change. Values of fields are shared: nobody writes into them. */
function* copying(graph: Graph): Generator<void, Graph> {
  const copy = new Graph();
  const { nodes, edges } = graph;
  const slots = Int32Array.from(nodes.slots());
  // All nodes first: parents and children refer to their indices.
  for (const slot of slots) copy.nodes.add(nodes.ids[slot] ?? '');
  for (let at = 0; at < slots.length; at++) {
    copy.nodes.write(at, nodes.read(slots[at] as number) as unknown as Record<string, unknown>);
    if (at % SLICE_NODES === SLICE_NODES - 1) yield;
  }
  for (let edge = 0; edge < edges.size; edge++) {
    if (edges.dead[edge] === 1) continue;
    const { from, to, type } = graph.readEdge(edge);
    const ends = [copy.nodes.refer(from), copy.nodes.refer(to)] as const;
    copy.edges.add(...ends, copy.edges.types.code(type), edges.seq[edge] ?? Number.NaN);
    if (edge % SLICE_EDGES === SLICE_EDGES - 1) yield;
  }
  copy.counters = { ...graph.counters };
  copy.rest = { ...graph.rest };
  copy.suffix = graph.suffix;
  return copy;
}

export function copyGraph(graph: Graph): Graph {
  const slices = copying(graph);
  for (let step = slices.next(); ; step = slices.next()) if (step.done) return step.value;
}

/** A copy of what is the graph at the end; others have their turn in between, and may change it. */
export async function copyInSlices(graphOf: () => Graph): Promise<Graph> {
  for (let tries = 0; tries < TRIES; tries++) {
    const graph = graphOf();
    const { revision } = graph;
    const slices = copying(graph);
    for (let step = slices.next(); graphOf() === graph && graph.revision === revision; step = slices.next()) {
      if (step.done) return step.value;
      await sleep();
    }
  }
  return copyGraph(graphOf());
}
