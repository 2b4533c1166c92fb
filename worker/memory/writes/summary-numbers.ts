import type { Graph } from '../graph/graph.js';

const SUMMARY = /^(?:Summary|摘要) (\d+)$/;

/** The numbers of a graph's untitled events, kept while it changes: every new one asks for the highest. */
export class SummaryNumbers {
  static readonly #known = new WeakMap<Graph, SummaryNumbers>();
  readonly #graph: Graph;
  readonly #changes: { take(): readonly number[] };
  /** By slot; 0 for what is no active event with a number. */
  #numbers: Float64Array;
  #highest = 0;

  private constructor(graph: Graph) {
    this.#graph = graph;
    this.#changes = graph.watch('now');
    this.#numbers = new Float64Array(graph.nodes.size);
    for (let slot = 0; slot < graph.nodes.size; slot++) this.#numbers[slot] = this.#read(slot);
    this.#find();
  }

  static of(graph: Graph): SummaryNumbers {
    const known = SummaryNumbers.#known.get(graph) ?? new SummaryNumbers(graph);
    SummaryNumbers.#known.set(graph, known);
    return known;
  }

  /** The highest number of an active event; 0 for none. */
  get highest(): number {
    let lost = false;
    for (const slot of this.#changes.take()) {
      if (slot >= this.#numbers.length) {
        const longer = new Float64Array(Math.ceil(slot * 1.2) + 16);
        longer.set(this.#numbers);
        this.#numbers = longer;
      }
      const [before, now] = [this.#numbers[slot] as number, this.#read(slot)];
      this.#numbers[slot] = now;
      if (now >= this.#highest) this.#highest = now;
      else if (before === this.#highest) lost = true;
    }
    if (lost) this.#find();
    return this.#highest;
  }

  #find(): void {
    this.#highest = 0;
    for (let slot = 0; slot < this.#numbers.length; slot++) {
      const number = this.#numbers[slot] as number;
      if (number > this.#highest) this.#highest = number;
    }
  }

  #read(slot: number): number {
    const { nodes } = this.#graph;
    if (!nodes.isActive(slot) || nodes.types.key(nodes.typeKey(slot)) !== 'event') return 0;
    return Number(SUMMARY.exec(nodes.titles[slot] ?? '')?.[1] ?? 0);
  }
}
