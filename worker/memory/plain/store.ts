import { COUNTERS, type Counters, type GraphOp, type NodeRecord } from '../graph/records.js';
import { toNumber, toRecord, toSeq, toText } from '../graph/text.js';

type Open = { [name: string]: unknown };
interface OpenEdge {
  seqTo?: unknown;
  readonly [name: string]: unknown;
}

/** Makes a change in a plain store, whose objects stay the same ones. @returns what takes it back. */
export function writeInto(store: object, ops: readonly GraphOp[], counters: Counters): () => void {
  const open = store as Open;
  const back: (() => void)[] = [];
  const takeBack = () => {
    for (const undo of back.reverse()) undo();
    back.length = 0;
  };
  try {
    const nodes = nodesOf(open, back);
    const edges = new Edges(open, back);
    for (const op of ops) {
      if (op.op === 'upsert_node') putNode(nodes, op.node, back);
      else if (op.op === 'upsert_edge') edges.put(op.edge);
      else if (op.op === 'delete_edge') edges.remove(op.edge);
    }
    edges.close();
    for (const name of COUNTERS) {
      if ((toNumber(open[name]) || 0) !== counters[name]) set(open, name, counters[name], back);
    }
  } catch (error) {
    takeBack();
    throw error;
  }
  return takeBack;
}

/** Sets a property of its own, whatever its name, and notes how it was. */
function set(target: object, name: string, value: unknown, back: (() => void)[]): void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  back.push(() => {
    if (before) Object.defineProperty(target, name, before);
    else delete (target as Open)[name];
  });
}

function nodesOf(store: Open, back: (() => void)[]): object {
  const { nodes } = store;
  if (typeof nodes === 'object' && nodes !== null) return nodes;
  const made = {};
  set(store, 'nodes', made, back);
  return made;
}

function putNode(nodes: object, node: NodeRecord, back: (() => void)[]): void {
  const own = nodes instanceof Map ? nodes.get(node.id) : Object.hasOwn(nodes, node.id) && (nodes as Open)[node.id];
  if (typeof own === 'object' && own !== null) {
    for (const [name, value] of Object.entries(node)) {
      if (value !== own[name as keyof typeof own]) set(own, name, value, back);
    }
  } else if (nodes instanceof Map) {
    nodes.set(node.id, { ...node });
    back.push(() => nodes.delete(node.id));
  } else set(nodes, node.id, { ...node }, back);
}

/** The edges of a store: found by what they are, in the order in which they lie. */
class Edges {
  readonly #store: Open;
  readonly #back: (() => void)[];
  readonly #given: unknown[] | undefined;
  /** As it will be; holes and what is no edge stay. */
  #list: unknown[];
  readonly #known = new Map<string, OpenEdge[]>();
  readonly #dropped = new Set<unknown>();
  #changed = false;

  constructor(store: Open, back: (() => void)[]) {
    this.#store = store;
    this.#back = back;
    this.#given = Array.isArray(store.edges) ? (store.edges as unknown[]) : undefined;
    this.#list = [...(this.#given ?? [])];
    for (const edge of this.#list) {
      if (typeof edge !== 'object' || edge === null) continue;
      const key = keyOf(edge as OpenEdge);
      const same = this.#known.get(key);
      if (same) same.push(edge as OpenEdge);
      else this.#known.set(key, [edge as OpenEdge]);
    }
  }

  /** Of several that are the same the first is meant, as everywhere. */
  put(edge: { readonly seqTo?: number | undefined }): void {
    const key = keyOf(edge);
    const [same] = this.#known.get(key) ?? [];
    if (!same) {
      const made = { ...edge };
      this.#known.set(key, [made]);
      this.#list.push(made);
      this.#changed = true;
    } else if (edge.seqTo !== undefined && !Object.is(toSeq(same.seqTo), edge.seqTo)) {
      set(same, 'seqTo', edge.seqTo, this.#back);
    }
  }

  remove(edge: object): void {
    const gone = this.#known.get(keyOf(edge))?.shift();
    if (!gone) return;
    this.#dropped.add(gone);
    this.#changed = true;
  }

  close(): void {
    if (!this.#changed) return;
    this.#list = this.#list.filter((edge) => !this.#dropped.has(edge));
    const given = this.#given;
    if (!given) {
      set(this.#store, 'edges', this.#list, this.#back);
      return;
    }
    const before = [...given];
    fill(given, this.#list);
    this.#back.push(() => fill(given, before));
  }
}

function fill(list: unknown[], items: readonly unknown[]): void {
  list.length = 0;
  for (const item of items) list.push(item);
}

function keyOf(edge: object): string {
  const { from, to, type } = toRecord(edge);
  return JSON.stringify([from, to, type].map((part) => toText(part)));
}
