import type { Graph } from '../graph/graph.js';
import { ARCHIVED, GONE, NONE, SEMANTIC } from '../graph/nodes.js';

/** The highest ordinal of a graph's active semantic nodes, kept up with what changes. */
class Latest {
  readonly #graph: Graph;
  readonly #changes: { take(): readonly number[] };
  #seq = 0;
  /** A node that has it. */
  #holder = NONE;

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#changes = graph.watch('now');
    this.#scan();
  }

  get seq(): number {
    const before = this.#holder;
    for (const slot of this.#changes.take()) this.#look(slot);
    // Only where the newest node has gone or become older, all others are looked at.
    if (this.#holder === before && before !== NONE && this.#of(before) !== this.#seq) this.#scan();
    return this.#seq;
  }

  #scan(): void {
    this.#seq = 0;
    this.#holder = NONE;
    for (let slot = 0; slot < this.#graph.nodes.size; slot++) this.#look(slot);
  }

  #look(slot: number): void {
    const seq = this.#of(slot);
    if (seq <= this.#seq) return;
    this.#seq = seq;
    this.#holder = slot;
  }

  /** 0 for a node that does not count, or has none. */
  #of(slot: number): number {
    const { flags, seq } = this.#graph.nodes;
    return ((flags[slot] as number) & (ARCHIVED | GONE | SEMANTIC)) === SEMANTIC ? (seq[slot] as number) || 0 : 0;
  }
}

const kept = new WeakMap<Graph, Latest>();

/** Highest ordinal the graph is known to cover. */
export function latestSeq(graph: Graph): number {
  const latest = kept.get(graph) ?? new Latest(graph);
  kept.set(graph, latest);
  return Math.max(0, graph.counters.appliedSeqTo, graph.counters.loggedSeqTo, latest.seq);
}
