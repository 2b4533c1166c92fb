import { Adjacency } from './adjacency.js';
import { EdgeTable } from './edges.js';
import { Journal, type Was } from './journal.js';
import { GONE, NONE, NodeTable } from './nodes.js';
import type { Counters, EdgeRecord, GraphOp, NodeRecord, OrderedStore, StoreData } from './records.js';
import { countersOf } from './records.js';
import { toNumber, toRecord, toSeq, toText } from './text.js';

/** A store as it may come from anywhere: nodes by id or in a Map, edges with holes. */
export interface RawStore extends Partial<Counters> {
  readonly nodes?: unknown;
  readonly edges?: unknown;
  readonly [key: string]: unknown;
}

const COUNTERS = ['nodeSeq', 'seqCounter', 'appliedSeqTo', 'loggedSeqTo'] as const;

/** One chat's graph: nodes and edges in columns, its counters, and what changed since somebody last looked. */
export class Graph {
  readonly nodes = new NodeTable();
  readonly edges = new EdgeTable();
  /** Another number after every change. Answers may be kept for as long as it is the same. */
  revision = 0;
  /** Behind the number of every new node's id; empty for the device that began the memory. */
  suffix = '';
  counters: Counters = { nodeSeq: 0, seqCounter: 0, appliedSeqTo: 0, loggedSeqTo: 0 };
  /** What else the store carries, kept as it came. */
  rest: { sourceMessageCount: number; lastRecallTrace: readonly unknown[]; lastRecallProjection: object | null } = {
    sourceMessageCount: 0,
    lastRecallTrace: [],
    lastRecallProjection: null,
  };
  #adjacency = new Adjacency(this.edges);
  readonly #watchers: Set<number>[] = [];
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
    graph.counters = Object.fromEntries(
      COUNTERS.map((name) => [name, toNumber(store[name]) || 0]),
    ) as unknown as Counters;
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

  /** An edge's ordinal; where it has none, the later one of its ends. At least 0. */
  edgeSeq(edge: number): number {
    const own = this.edges.seq[edge] ?? Number.NaN;
    if (!Number.isNaN(own)) return Math.max(0, own);
    const of = (end: number) => (end >= 0 ? this.nodes.seq[end] || 0 : 0);
    return Math.max(0, of(this.edges.from[edge] ?? NONE), of(this.edges.to[edge] ?? NONE));
  }

  /** Puts a node in its slot, or in a new one at the end. */
  putNode(node: NodeRecord): number {
    const slot = this.#slotFor(node.id);
    this.nodes.write(slot, node as unknown as Record<string, unknown>);
    this.#changed(slot);
    return slot;
  }

  #slotFor(id: string): number {
    const known = this.nodes.find(id);
    this.#journal?.node(known, id);
    if (known !== NONE) return known;
    const stranger = this.nodes.takeStranger(id);
    const slot = this.nodes.add(id);
    if (stranger === NONE) return slot;
    this.#meet(stranger, slot);
    this.#journal?.met(slot, stranger);
    return slot;
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
        placed = Math.max(placed, at);
        // Places first: of those that come together none is a stranger to another, for whom everything is gone through.
        for (let next = ops[placed]; next?.op === 'upsert_node'; next = ops[placed]) {
          this.#slotFor(next.node.id);
          placed += 1;
        }
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
  restore(
    nodes: Iterable<readonly [id: string, was: Was]>,
    met: Iterable<readonly [slot: number, stranger: number]>,
  ): void {
    const all = [...nodes];
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
      if (stranger !== NONE) this.#meet(stranger, slot);
    }
    for (const [slot, stranger] of met) {
      const id = this.nodes.ids[slot] ?? '';
      const there = this.nodes.find(id);
      if (there === NONE) this.nodes.giveStranger(id, stranger);
      this.#meet(slot, there === NONE ? stranger : there);
    }
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

  /** Whatever named a node that was not there means this one from now on; or the other way round. */
  #meet(stranger: number, slot: number): void {
    const { nodes, edges } = this;
    for (let other = 0; other < nodes.size; other++) {
      const children = nodes.children[other];
      const isParent = children?.includes(stranger) === true;
      if (!isParent && nodes.parent[other] !== stranger) continue;
      if (nodes.parent[other] === stranger) nodes.parent[other] = slot;
      if (isParent) nodes.children[other] = children.map((child) => (child === stranger ? slot : child));
      this.#changed(other);
    }
    edges.rename(stranger, slot);
    this.#adjacency = new Adjacency(edges);
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
