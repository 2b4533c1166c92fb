import type { NodeView } from '../../protocol/memory-types.js';
import type { Graph } from '../graph/graph.js';
import { ARCHIVED, NONE, ROLLUP, SEMANTIC } from '../graph/nodes.js';
import { frozenCopy } from '../graph/values.js';

/** Makes the views of one graph. A frozen one is kept until its node changes; an unfrozen one is for a message only. */
export class Views {
  readonly #graph: Graph;
  readonly #frozen: boolean;
  readonly #kept = new Map<number, NodeView>();
  readonly #changes: { take(): readonly number[] };

  /** `frozen`: copied and frozen all the way down. Otherwise fields are the graph's own, for who copies anyway. */
  constructor(graph: Graph, frozen: boolean) {
    this.#graph = graph;
    this.#frozen = frozen;
    this.#changes = frozen ? graph.watch() : { take: () => [] };
  }

  node(slot: number): NodeView {
    if (!this.#frozen) return this.#make(slot);
    for (const changed of this.#changes.take()) this.#kept.delete(changed);
    const known = this.#kept.get(slot);
    if (known) return known;
    const view = this.#make(slot);
    this.#kept.set(slot, view);
    return view;
  }

  nodes(slots: Iterable<number>): readonly NodeView[] {
    const views = Array.from(slots, (slot) => this.node(slot));
    return this.#frozen ? Object.freeze(views) : views;
  }

  /** Whatever else is answered: frozen all the way down where views are. */
  answer<T>(value: T): T {
    return this.#frozen ? (frozenDeep(value) as T) : value;
  }

  #make(slot: number): NodeView {
    const { nodes } = this.#graph;
    const children = this.#graph.childrenOf(slot);
    const view = {
      id: nodes.ids[slot] ?? '',
      type: nodes.typeOf(slot),
      level: nodes.has(slot, SEMANTIC) ? ('semantic' as const) : ('episodic' as const),
      title: nodes.titles[slot] ?? '',
      fields: this.#frozen ? (frozenCopy(nodes.fields(slot)) as NodeView['fields']) : nodes.fields(slot),
      seqTo: nodes.seqOr(slot, -1),
      parentId: nodes.idOf(nodes.parent[slot] ?? NONE),
      childrenIds: this.#frozen ? Object.freeze(children) : children,
      archived: nodes.has(slot, ARCHIVED),
      semanticRollup: nodes.has(slot, ROLLUP),
      semanticDepth: nodes.depth[slot] ?? 0,
    };
    return this.#frozen ? Object.freeze(view) : view;
  }
}

/** Freezes in place what was made here; what is frozen already is not walked again. */
function frozenDeep(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) frozenDeep(inner);
  return value;
}
