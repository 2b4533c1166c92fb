import { Adjacency } from './adjacency.js';
import { EdgeTable } from './edges.js';
import { Journal, type Was } from './journal.js';
import { GONE, NONE, NodeTable } from './nodes.js';
import type { Counters, EdgeRecord, GraphOp, NodeRecord, OrderedStore, StoreData } from './records.js';
import { countersBy, countersOf, NO_COUNTERS } from './records.js';
import { toNumber, toRecord, toSeq, toText } from './text.js';

/** A store as it may come from anywhere: nodes by id or in a Map, edges with holes. */
export interface RawStore extends Partial<Counters> {
  readonly nodes?: unknown;
  readonly edges?: unknown;
  readonly [key: string]: unknown;
}

/** One chat's graph: nodes and edges in columns, its counters, and what changed since somebody last looked. */
export class Graph {
  readonly nodes = new NodeTable();
  readonly edges = new EdgeTable();
  /** Another number after every change. Answers may be kept for as long as it is the same. */
  revision = 0;
  /** Behind the number of every new node's id; empty for the device that began the memory. */
  suffix = '';
  counters = NO_COUNTERS;
  /** What else the store carries, kept as it came. */
  rest: { sourceMessageCount: number; lastRecallTrace: readonly unknown[]; lastRecallProjection: object | null } = {
    sourceMessageCount: 0,
    lastRecallTrace: [],
    lastRecallProjection: null,
  };
  #adjacency = new Adjacency(this.edges);
  readonly #watchers: Set<number>[] = [];
  /** By id: the old slot of a node that was taken out. Nodes may name it still, where parent and child did not agree. */
  readonly #gone = new Map<string, number>();
  #journal: Journal | undefined;

  /** Takes in a store as it is, with all its faults: cycles, dangling ids, duplicates. */
  static from(store: RawStore): Graph {
    const graph = new Graph();
    const { nodes } = store;
    const entries: Iterable<readonly [string, unknown]> =
      nodes instanceof Map ? (nodes as Map<string, unknown>) : Object.entries(toRecord(nodes));
    const known = [...entries].filter(([, node]) => typeof node === 'object' && node !== null);
    for (const [id] of known) graph.nodes.add(String(id));
    known.forEach(([, node], slot) => {
      graph.nodes.write(slot, node as Record<string, unknown>);
    });
    for (const edge of Array.isArray(store.edges) ? (store.edges as readonly unknown[]) : []) {
      if (typeof edge !== 'object' || edge === null) continue;
      const { from, to, type, seqTo } = edge as Record<string, unknown>;
      const ends = [graph.nodes.refer(toText(from)), graph.nodes.refer(toText(to))] as const;
      graph.edges.add(...ends, graph.edges.types.code(toText(type)), toSeq(seqTo));
    }
    graph.counters = countersBy((name) => toNumber(store[name]) || 0);
    graph.rest = {
      sourceMessageCount: toNumber(store.sourceMessageCount) || 0,
      lastRecallTrace: Array.isArray(store.lastRecallTrace) ? store.lastRecallTrace : [],
      lastRecallProjection: (store.lastRecallProjection as object | null | undefined) ?? null,
    };
    return graph;
  }

  /** The graph as plain data. Fields are the graph's own: not to be changed. */
  toStore(): StoreData {
    const ordered = this.toOrdered();
    return { ...ordered, nodes: Object.fromEntries(ordered.nodes) };
  }

  /** The same with its nodes in their order. */
  toOrdered(): OrderedStore {
    const nodes = new Map<string, NodeRecord>();
    for (const slot of this.nodes.slots()) nodes.set(this.nodes.ids[slot] ?? '', this.nodes.read(slot));
    const edges: EdgeRecord[] = [];
    for (let edge = 0; edge < this.edges.size; edge++) if (this.edges.dead[edge] === 0) edges.push(this.readEdge(edge));
    return { nodes, edges, ...this.counters, ...this.rest };
  }

  /** The edges of each node, up to date. */
  get adjacency(): Adjacency {
    this.#adjacency.update(this.nodes.size);
    return this.#adjacency;
  }

  readEdge(edge: number): EdgeRecord {
    const seq = this.edges.seq[edge] ?? Number.NaN;
    return {
      from: this.nodes.idOf(this.edges.from[edge] ?? NONE),
      to: this.nodes.idOf(this.edges.to[edge] ?? NONE),
      type: this.edges.types.text(this.edges.type[edge] ?? -1),
      ...(!Number.isNaN(seq) && { seqTo: seq }),
    };
  }

  /** Puts a node in its slot, or in a new one at the end. */
  putNode(node: NodeRecord): number {
    const [slot = NONE] = this.#place([node.id]);
    this.nodes.write(slot, node as unknown as Record<string, unknown>);
    this.#changed(slot);
    return slot;
  }

  /** The slots of these ids, new ones where they have none: whatever named such an id means its new slot from now on. */
  #place(ids: readonly string[]): readonly number[] {
    const { nodes } = this;
    const renames = new Map<number, number>();
    const slots = ids.map((id) => {
      const known = nodes.find(id);
      this.#journal?.node(known, id);
      if (known !== NONE) return known;
      const named = [nodes.takeStranger(id), this.#gone.get(id) ?? NONE].filter((reference) => reference !== NONE);
      this.#gone.delete(id);
      const slot = nodes.add(id);
      for (const reference of named) renames.set(reference, slot);
      if (named.length > 0) this.#journal?.met(slot);
      return slot;
    });
    this.#rename(renames);
    return slots;
  }

  /** Takes nodes out, with their edges and their places among parents and children, whose lists are written once. */
  removeNodes(ids: readonly string[]): void {
    const parents = new Map<number, Set<string>>();
    for (const id of ids) {
      const slot = this.nodes.find(id);
      if (slot === NONE) continue;
      for (const edge of this.adjacency.touching(slot)) this.removeEdge(edge);
      const parent = this.nodes.find(this.nodes.idOf(this.nodes.parent[slot] ?? NONE));
      if (parent !== NONE) {
        this.#journal?.node(parent, this.nodes.ids[parent] ?? '');
        parents.set(parent, (parents.get(parent) ?? new Set()).add(id));
      }
      for (const one of this.nodes.children[slot] ?? []) {
        const child = this.nodes.find(this.nodes.idOf(one));
        if (child !== NONE && this.nodes.parent[child] === slot) this.#patchLinks(child, { parent: NONE });
      }
      this.#journal?.node(slot, id);
      this.nodes.remove(slot);
      this.#gone.set(id, slot);
      this.#changed(slot);
    }
    for (const [parent, gone] of parents) {
      if (!this.holds(parent)) continue;
      const children = this.nodes.children[parent]?.filter((child) => !gone.has(this.nodes.idOf(child))) ?? [];
      this.#patchLinks(parent, { children });
    }
  }

  patchNode(slot: number, patch: Partial<NodeRecord>): void {
    this.putNode({ ...this.nodes.read(slot), ...patch });
  }

  childrenOf(slot: number): readonly string[] {
    return (this.nodes.children[slot] ?? []).map((child) => this.nodes.idOf(child));
  }

  /** Adds an edge, or gives the one that is there another ordinal. */
  putEdge(from: string, to: string, type: string, seq: number): void {
    const ends = [this.nodes.refer(from), this.nodes.refer(to)] as const;
    const code = this.edges.types.code(type);
    const known = this.edges.find(...ends, code);
    if (known === -1) {
      const edge = this.edges.add(...ends, code, seq);
      this.#journal?.addedEdge(edge);
    } else {
      this.#journal?.edge(known);
      this.edges.seq[known] = seq;
    }
    this.revision += 1;
  }

  removeEdge(edge: number): void {
    this.#journal?.edge(edge);
    this.edges.remove(edge);
    this.revision += 1;
  }

  /** Applies what was logged. Doing it again changes nothing. */
  apply(ops: readonly GraphOp[], counters: Counters): void {
    for (let at = 0, placed = 0; at < ops.length; at++) {
      const change = ops[at] as GraphOp;
      if (change.op === 'upsert_node') {
        // Places first: they are found together, because for new ones everything may have to be gone through.
        placed = Math.max(placed, at);
        const ids: string[] = [];
        for (let next = ops[placed]; next?.op === 'upsert_node'; next = ops[placed]) {
          ids.push(next.node.id);
          placed += 1;
        }
        this.#place(ids);
        this.putNode(change.node);
      } else if (change.op === 'delete_node') {
        const ids = [change.nodeId];
        for (let next = ops[at + 1]; next?.op === 'delete_node'; next = ops[at + 1]) {
          ids.push(next.nodeId);
          at += 1;
        }
        this.removeNodes(ids);
      } else {
        const { from, to, type, seqTo } = change.edge;
        if (change.op === 'upsert_edge') this.putEdge(from, to, type, toSeq(seqTo));
        else {
          const ends = [this.nodes.refer(from), this.nodes.refer(to)] as const;
          const edge = this.edges.find(...ends, this.edges.types.code(type));
          if (edge !== -1) this.removeEdge(edge);
        }
      }
    }
    // A whole store may be given for its counters.
    this.counters = countersOf(counters);
  }

  /** Makes nodes what they were before a write, each in its old slot. For journals. */
  restore(nodes: Iterable<readonly [id: string, was: Was]>, met: Iterable<number>): void {
    const all = [...nodes];
    const renames = new Map<number, number>();
    // Places first: what comes back may name others that come back.
    for (const [id, { slot }] of all) {
      const now = this.nodes.find(id);
      if (now === slot) continue;
      if (now !== NONE) {
        this.nodes.remove(now);
        this.#changed(now);
      }
      if (slot === NONE) continue;
      const stranger = this.nodes.takeStranger(id);
      this.nodes.revive(slot);
      if (stranger !== NONE) renames.set(stranger, slot);
    }
    // A name may have had several new slots in turn: all of them mean one thing again.
    for (const slot of met) renames.set(slot, this.nodes.refer(this.nodes.ids[slot] ?? ''));
    this.#rename(renames);
    for (const [, { slot, node }] of all) {
      if (!node) continue;
      this.nodes.write(slot, node as unknown as Record<string, unknown>);
      this.#changed(slot);
    }
  }

  /** From here on every change is noted, until the journal is closed or taken back. */
  begin(): Journal {
    const journal = new Journal(this, () => {
      this.#journal = undefined;
    });
    this.#journal = journal;
    return journal;
  }

  /** Slots that changed since the last `take`; all of them at first, unless only what is to come is wanted. */
  watch(from: 'all' | 'now' = 'all'): { take(): readonly number[] } {
    const changed = new Set<number>(from === 'all' ? this.nodes.slots() : []);
    this.#watchers.push(changed);
    return {
      take: () => {
        const taken = [...changed];
        changed.clear();
        return taken;
      },
    };
  }

  /** False for a slot whose node was taken out. */
  holds(slot: number): boolean {
    return slot >= 0 && slot < this.nodes.size && !this.nodes.has(slot, GONE);
  }

  /** Puts one reference in the place of another, wherever it stands. */
  #rename(renames: ReadonlyMap<number, number>): void {
    if (renames.size === 0) return;
    const { nodes, edges } = this;
    for (let other = 0; other < nodes.size; other++) {
      const children = nodes.children[other];
      const parent = renames.get(nodes.parent[other] ?? NONE);
      const isParent = children?.some((child) => renames.has(child)) === true;
      if (parent === undefined && !isParent) continue;
      if (parent !== undefined) nodes.parent[other] = parent;
      if (isParent) nodes.children[other] = children.map((child) => renames.get(child) ?? child);
      this.#changed(other);
    }
    if (edges.rename(renames)) this.#adjacency = new Adjacency(edges);
  }

  #patchLinks(slot: number, { parent, children }: { parent?: number; children?: readonly number[] }): void {
    const { nodes } = this;
    this.#journal?.node(slot, nodes.ids[slot] ?? '');
    if (parent !== undefined) nodes.parent[slot] = parent;
    if (children) nodes.children[slot] = children;
    this.#changed(slot);
  }

  #changed(slot: number): void {
    this.revision += 1;
    for (const watcher of this.#watchers) watcher.add(slot);
  }
}
