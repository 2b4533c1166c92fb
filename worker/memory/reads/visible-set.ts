import type { Graph } from '../graph/graph.js';
import { ARCHIVED, GONE, NONE } from '../graph/nodes.js';
import { trimmed } from '../graph/text.js';

/** A set of nodes as an array of marks, one per slot. */
export interface VisibleSet {
  /** 1 for each slot in the set. */
  readonly marks: Uint8Array;
  /** Never the same for two sets of one graph. */
  readonly key: number;
}

let keys = 0;

export function toVisible(graph: Graph, slots: Iterable<number>): VisibleSet {
  const marks = new Uint8Array(graph.nodes.size);
  for (const slot of slots) if (slot >= 0) marks[slot] = 1;
  keys += 1;
  return { marks, key: keys };
}

/** Remembers the last few sets that were given as lists of ids, so that what was computed for them serves again. */
export class VisibleSets {
  readonly #graph: Graph;
  #known: { readonly ids: readonly string[]; readonly revision: number; readonly set: VisibleSet }[] = [];

  #constant: { readonly ids: ReadonlySet<string>; readonly revision: number; readonly set: VisibleSet } | undefined;

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** The same for a set that never changes: it is compared by identity, not by its content. */
  ofConstant(ids: ReadonlySet<string>): VisibleSet {
    const { revision } = this.#graph;
    if (this.#constant?.ids === ids && this.#constant.revision === revision) return this.#constant.set;
    this.#constant = { ids, revision, set: this.of(ids) };
    return this.#constant.set;
  }

  of(ids: Iterable<string>): VisibleSet {
    const list = Array.isArray(ids) ? (ids as readonly string[]) : [...ids];
    const { revision, nodes } = this.#graph;
    const known = this.#known.find((one) => one.revision === revision && sameIds(one.ids, list));
    if (known) return known.set;
    const set = toVisible(
      this.#graph,
      list.map((id) => nodes.find(trimmed(id))),
    );
    // A copy: a list is its caller's, who may change it.
    const kept = list === ids ? [...list] : list;
    this.#known = [{ ids: kept, revision, set }, ...this.#known.filter((one) => one.revision === revision)].slice(0, 4);
    return set;
  }
}

function sameIds(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

const UNKNOWN = -2;

/** Of every node the nearest one above it, or itself, in the set; `NONE` behind missing or archived ones and cycles. One pass. */
export function liftAll({ nodes }: Graph, { marks }: VisibleSet): Int32Array {
  const { parent, flags, size } = nodes;
  const lift = new Int32Array(size).fill(UNKNOWN);
  const path: number[] = [];
  for (let slot = 0; slot < size; slot++) {
    if (lift[slot] !== UNKNOWN) continue;
    let at = slot;
    let found = NONE;
    for (;;) {
      if (at < 0 || ((flags[at] as number) & (ARCHIVED | GONE)) !== 0) break;
      if (marks[at] === 1) {
        found = at;
        break;
      }
      const known = lift[at] as number;
      if (known !== UNKNOWN) {
        found = known;
        break;
      }
      // Meeting it again below would be a cycle: nothing is visible there.
      lift[at] = NONE;
      path.push(at);
      at = parent[at] as number;
    }
    if (at >= 0 && lift[at] === UNKNOWN) lift[at] = found;
    for (const below of path) lift[below] = found;
    path.length = 0;
  }
  return lift;
}
