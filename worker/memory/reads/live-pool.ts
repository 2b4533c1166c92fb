import type { Graph } from '../graph/graph.js';
import { NONE } from '../graph/nodes.js';
import { compareIds } from '../graph/text.js';
import type { TypeIndex } from '../schema/type-index.js';
import { membersAmong, poolOf, UNKNOWN } from './pool.js';

/** From this many changed slots on everything is looked at anew. */
const MANY = 256;
/** And from this many that hang together with them. */
const TANGLED = 4_096;

/** The recall pool in order. A change looks only at what hangs together with it; all is looked at where parents and children disagree. */
export class LivePool {
  readonly #graph: Graph;
  #types: TypeIndex | undefined;
  #changes: { take(): readonly number[] } | undefined;
  #revision = -1;
  /** Slots, newest first. */
  #order: number[] = [];
  #agrees = false;
  /** By slot, what its place in the order is by; `NaN` where it has none. */
  #seq = new Float64Array(0);
  #depth = new Float64Array(0);
  #tops = new Int32Array(0);
  #taken = new Uint8Array(0);
  /** By slot, what it hung together with when it was last looked at. */
  #parent = new Int32Array(0);
  #children: (readonly number[])[] = [];

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** The pool as it is now; good until the next change. */
  of(types: TypeIndex): readonly number[] {
    const { revision } = this.#graph;
    if (this.#revision === revision && this.#types === types) return this.#order;
    const known = this.#types === types && this.#agrees;
    this.#changes ??= this.#graph.watch('now');
    const changed = this.#changes.take();
    const region = known && changed.length < MANY ? this.#around(changed) : undefined;
    if (region) this.#patch(types, region);
    else this.#remake(types);
    this.#types = types;
    this.#revision = revision;
    return this.#order;
  }

  #remake(types: TypeIndex): void {
    const { nodes } = this.#graph;
    this.#order = poolOf(this.#graph, types);
    const room = Math.ceil(nodes.size * 1.2);
    this.#seq = new Float64Array(room).fill(Number.NaN);
    this.#depth = new Float64Array(room);
    this.#tops = new Int32Array(room).fill(UNKNOWN);
    this.#taken = new Uint8Array(room);
    this.#parent = new Int32Array(room).fill(NONE);
    this.#parent.set(nodes.parent.subarray(0, nodes.size));
    this.#children = nodes.children.slice();
    for (const slot of this.#order) this.#place(slot);
    this.#agrees = true;
    for (let slot = 0; slot < nodes.size && this.#agrees; slot++) this.#agrees = this.#isAgreed(slot);
  }

  #place(slot: number): void {
    const own = this.#graph.nodes.seq[slot] as number;
    this.#seq[slot] = Number.isNaN(own) ? -1 : own;
    this.#depth[slot] = this.#graph.nodes.depth[slot] as number;
  }

  /** True where the parent counts the slot among its children, and each child has it for a parent. */
  #isAgreed(slot: number): boolean {
    const { parent, children } = this.#graph.nodes;
    const above = parent[slot] as number;
    if (above >= 0 && children[above]?.includes(slot) !== true) return false;
    for (const child of children[slot] ?? []) if (child >= 0 && parent[child] !== slot) return false;
    return true;
  }

  /** Slots with everything above and below them; `undefined` if they are unknown, or too many. */
  #around(changed: readonly number[]): ReadonlySet<number> | undefined {
    const { nodes } = this.#graph;
    if (nodes.size > this.#seq.length) return undefined;
    const region = new Set<number>();
    const waiting: number[] = [];
    const reach = (slot: number) => {
      if (slot < 0 || region.has(slot)) return;
      region.add(slot);
      waiting.push(slot);
    };
    // Two that no longer hang together may still say so, each of them.
    for (const slot of changed) {
      for (const one of [slot, this.#parent[slot] ?? NONE, ...(this.#children[slot] ?? [])]) {
        if (one >= 0 && !this.#isAgreed(one)) {
          this.#agrees = false;
          return undefined;
        }
        reach(one);
      }
    }
    for (let slot = waiting.pop(); slot !== undefined; slot = waiting.pop()) {
      reach(nodes.parent[slot] as number);
      for (const child of nodes.children[slot] ?? []) reach(child);
      if (region.size > TANGLED) return undefined;
    }
    return region;
  }

  #patch(types: TypeIndex, region: ReadonlySet<number>): void {
    const members = new Set(membersAmong(this.#graph, types, region, this.#tops, this.#taken));
    const { seq, depth, parent, children } = this.#graph.nodes;
    for (const slot of region) {
      this.#tops[slot] = UNKNOWN;
      this.#taken[slot] = 0;
      this.#parent[slot] = parent[slot] as number;
      this.#children[slot] = children[slot] as readonly number[];
      const had = this.#seq[slot] as number;
      if (Number.isNaN(had)) continue;
      const own = seq[slot] as number;
      const stays = members.has(slot) && (Number.isNaN(own) ? -1 : own) === had && depth[slot] === this.#depth[slot];
      if (stays) {
        members.delete(slot);
        continue;
      }
      this.#order.splice(this.#find(slot), 1);
      this.#seq[slot] = Number.NaN;
    }
    for (const slot of members) {
      this.#place(slot);
      this.#order.splice(this.#find(slot), 0, slot);
    }
  }

  /** Where a slot stands in the order, or would stand. */
  #find(slot: number): number {
    let [low, high] = [0, this.#order.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(this.#order[middle] as number, slot) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(a: number, b: number): number {
    const { ids } = this.#graph.nodes;
    return (
      (this.#seq[b] as number) - (this.#seq[a] as number) ||
      (this.#depth[b] as number) - (this.#depth[a] as number) ||
      compareIds(ids[a] as string, ids[b] as string)
    );
  }
}
