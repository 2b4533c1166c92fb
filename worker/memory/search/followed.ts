import type { Graph } from '../graph/graph.js';
import type { TypeIndex } from '../schema/type-index.js';

/** Nodes that are put in without a break: a few milliseconds' worth. */
const SLICE_NODES = 200;

/** An index that follows a graph: made at its first use, then kept in step with what changed. */
export class Followed<I extends { remove(doc: number): void }> {
  readonly #graph: Graph;
  readonly #make: (types: TypeIndex) => I;
  readonly #put: (index: I, slot: number, types: TypeIndex) => void;
  readonly #fill: boolean;
  #index: I | undefined;
  #types: TypeIndex | undefined;
  #changes: { take(): readonly number[] } | undefined;
  /** Slots that are to be put in yet, the next one last. */
  #waiting: number[] = [];

  /** `fill`: whether it is given all nodes at first. */
  constructor(
    graph: Graph,
    make: (types: TypeIndex) => I,
    put: (index: I, slot: number, types: TypeIndex) => void,
    fill = true,
  ) {
    this.#graph = graph;
    this.#make = make;
    this.#put = put;
    this.#fill = fill;
  }

  /** The index as of now. What is read of a node depends on its type: other types are another index. */
  of(types: TypeIndex): I {
    const index = this.#begin(types);
    this.#some(index, types, Number.POSITIVE_INFINITY);
    return index;
  }

  /** The same in steps of a few milliseconds. */
  *prepare(types: TypeIndex): Generator<void> {
    for (;;) {
      const index = this.#begin(types);
      this.#some(index, types, SLICE_NODES);
      if (this.#waiting.length === 0) return;
      yield;
    }
  }

  #begin(types: TypeIndex): I {
    if (!this.#index || this.#types !== types) {
      this.#changes ??= this.#graph.watch();
      this.#changes.take();
      this.#index = this.#make(types);
      this.#types = types;
      this.#waiting = this.#fill ? [...this.#graph.nodes.slots()].reverse() : [];
    }
    for (const slot of this.#changes?.take() ?? []) this.#waiting.push(slot);
    return this.#index;
  }

  #some(index: I, types: TypeIndex, most: number): void {
    for (let done = 0; done < most && this.#waiting.length > 0; done++) {
      const slot = this.#waiting.pop() as number;
      if (this.#graph.nodes.isActive(slot)) this.#put(index, slot, types);
      else index.remove(slot);
    }
  }
}
