import { BulkheadError } from '../../protocol/errors.js';
import { type Counters, countersOf } from '../records.js';
import { Graph } from './graph.js';
import { type Extras, NONE } from './nodes.js';
import { PackedTexts, packTexts, type TextColumn } from './packed-texts.js';

const VERSION = 1;

/** A whole graph in columns: numbers as they lie in memory, texts end to end. It can be cloned and kept as it is. */
export interface GraphColumns {
  readonly version: number;
  readonly counters: Counters;
  readonly rest: Graph['rest'];
  readonly types: readonly string[];
  readonly relations: readonly string[];
  /** Ids that nodes or edges name, but no node has. */
  readonly strangers: readonly string[];
  readonly ids: TextColumn;
  readonly titles: TextColumn;
  /** JSON, read when it is asked for. */
  readonly fields: TextColumn;
  /** By slot, the little that only few nodes have. */
  readonly extras: readonly (readonly [number, Extras])[];
  readonly type: Int32Array;
  readonly flags: Uint8Array;
  readonly seq: Float64Array;
  readonly depth: Int32Array;
  readonly parent: Int32Array;
  /** How many children each node has, and all of them in one row. */
  readonly childCounts: Int32Array;
  readonly children: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly relation: Int32Array;
  readonly edgeSeq: Float64Array;
}

/** Nodes whose fields are written without a break: a few milliseconds' worth. */
const SLICE_NODES = 1_000;

/** Packs a graph at once; holes are left out. */
export function packGraph(graph: Graph): GraphColumns {
  const slices = packing(graph);
  for (let step = slices.next(); ; step = slices.next()) if (step.done) return step.value;
}

/** The same in slices; the graph must not change between two of them. */
export function* packing(graph: Graph): Generator<void, GraphColumns> {
  const { nodes, edges } = graph;
  const slots = Int32Array.from(nodes.slots());
  const place = new Int32Array(nodes.size).fill(NONE);
  for (let at = 0; at < slots.length; at++) place[slots[at] as number] = at;
  const strangers = new Map<string, number>();
  const refer = (reference: number): number => {
    if (reference === NONE) return NONE;
    const known = reference >= 0 ? (place[reference] as number) : NONE;
    if (known !== NONE) return known;
    const id = nodes.idOf(reference);
    const code = strangers.get(id) ?? strangers.size;
    strangers.set(id, code);
    return -2 - code;
  };
  const column = <T extends Int32Array | Float64Array | Uint8Array>(values: T, make: (length: number) => T): T => {
    const packed = make(slots.length);
    for (let at = 0; at < slots.length; at++) packed[at] = values[slots[at] as number] as number;
    return packed;
  };
  const texts = (read: (slot: number) => string) => packTexts(slots.length, (at) => read(slots[at] as number));
  const fields: string[] = [];
  for (let at = 0; at < slots.length; at++) {
    fields.push(nodes.fieldsText(slots[at] as number));
    if (at % SLICE_NODES === SLICE_NODES - 1) yield;
  }
  const alive: number[] = [];
  for (let edge = 0; edge < edges.size; edge++) if (edges.dead[edge] === 0) alive.push(edge);
  const ends = (values: Int32Array) => Int32Array.from(alive, (edge) => refer(values[edge] as number));
  const children = Array.from(slots, (slot) => nodes.children[slot] ?? []);
  return {
    version: VERSION,
    counters: graph.counters,
    rest: graph.rest,
    types: Array.from({ length: nodes.types.size }, (_, code) => nodes.types.text(code)),
    relations: Array.from({ length: edges.types.size }, (_, code) => edges.types.text(code)),
    ids: texts((slot) => nodes.ids[slot] ?? ''),
    titles: texts((slot) => nodes.titles[slot] ?? ''),
    fields: packTexts(slots.length, (at) => fields[at] ?? ''),
    extras: Array.from(slots, (slot, at) => [at, nodes.extras(slot)] as const).flatMap(([at, extras]) =>
      extras ? [[at, extras] as const] : [],
    ),
    type: column(nodes.type, (length) => new Int32Array(length)),
    flags: column(nodes.flags, (length) => new Uint8Array(length)),
    seq: column(nodes.seq, (length) => new Float64Array(length)),
    depth: column(nodes.depth, (length) => new Int32Array(length)),
    parent: Int32Array.from(slots, (slot) => refer(nodes.parent[slot] ?? NONE)),
    childCounts: Int32Array.from(children, (list) => list.length),
    children: Int32Array.from(children.flatMap((list) => list.map(refer))),
    from: ends(edges.from),
    to: ends(edges.to),
    relation: Int32Array.from(alive, (edge) => edges.type[edge] as number),
    edgeSeq: Float64Array.from(alive, (edge) => edges.seq[edge] as number),
    strangers: [...strangers.keys()],
  };
}

/** The graph of packed columns. Fields are read when they are asked for. @throws `STORE_BROKEN`, `STORE_NEWER`. */
export function unpackGraph(columns: GraphColumns): Graph {
  if (typeof columns?.version !== 'number') throw new BulkheadError('STORE_BROKEN', 'a snapshot that is none');
  if (columns.version > VERSION) throw new BulkheadError('STORE_NEWER', `a snapshot of version ${columns.version}`);
  const graph = new Graph();
  const { nodes, edges } = graph;
  const [ids, titles] = [new PackedTexts(columns.ids).all(), new PackedTexts(columns.titles).all()];
  const size = ids.length;
  const lengths = [columns.type, columns.flags, columns.seq, columns.depth, columns.parent, columns.childCounts];
  const edgeLengths = [columns.to, columns.relation, columns.edgeSeq];
  if (
    lengths.some(({ length }) => length !== size) ||
    edgeLengths.some(({ length }) => length !== columns.from.length)
  ) {
    throw new BulkheadError('STORE_BROKEN', 'a snapshot whose columns differ in length');
  }
  for (const type of columns.types) nodes.types.code(type);
  for (const relation of columns.relations) edges.types.code(relation);
  const fields = new PackedTexts(columns.fields);
  nodes.load({
    ...columns,
    ids,
    titles,
    children: childrenOf(columns),
    readFields: (slot) => JSON.parse(fields.at(slot) || '{}') as { readonly [column: string]: unknown },
  });
  edges.load(columns);
  graph.counters = countersOf(columns.counters);
  graph.rest = columns.rest;
  return graph;
}

function childrenOf({ childCounts, children }: GraphColumns): (readonly number[])[] {
  const none: readonly number[] = [];
  const lists = new Array<readonly number[]>(childCounts.length);
  let from = 0;
  for (let at = 0; at < childCounts.length; at++) {
    const to = from + (childCounts[at] as number);
    lists[at] = to === from ? none : Array.from(children.subarray(from, to));
    from = to;
  }
  return lists;
}
