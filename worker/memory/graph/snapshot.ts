import { BulkheadError } from '../../protocol/errors.js';
import { Graph } from './graph.js';
import { narrow, narrowSeqs, type Whole, widen, widenSeqs } from './narrow.js';
import { type Extras, NONE } from './nodes.js';
import { PackedTexts, packTexts, type TextColumn } from './packed-texts.js';
import { type Counters, countersOf } from './records.js';
import { TextPacker, type TextPart, TextParts } from './text-parts.js';

/** A graph of the first version was one value, with a text of its own for each node's few extras. */
const VERSION = 2;

/** A whole graph in columns: numbers as they lie in memory, texts end to end. */
interface Columns {
  readonly version: number;
  readonly counters: Counters;
  readonly rest: Graph['rest'];
  readonly types: readonly string[];
  readonly relations: readonly string[];
  /** Ids that nodes or edges name, but no node has. */
  readonly strangers: readonly string[];
  readonly ids: TextColumn;
  readonly titles: TextColumn;
  /** By slot, what has no column: nearly nobody has any. */
  readonly extras: readonly (readonly [number, Extras])[];
  /** Where each node's range of floors begins and ends; `NONE` for none. */
  readonly floorStart: Int32Array;
  readonly floorEnd: Int32Array;
  readonly type: Whole;
  readonly flags: Uint8Array;
  readonly seq: Int32Array | Float64Array;
  readonly depth: Whole;
  readonly parent: Int32Array;
  /** How many children each node has, and all of them in one row. */
  readonly childCounts: Whole;
  readonly children: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly relation: Whole;
  readonly edgeSeq: Int32Array | Float64Array;
}

/** A packed graph as values that are kept each on its own: columns first, then fields as JSON, read when asked for. */
export type GraphParts = readonly (Partial<Columns> | TextPart)[];

/** Parts before those of the fields. */
const COLUMN_PARTS = 7;

/** Nodes whose fields are written without a break: a few milliseconds' worth. */
const SLICE_NODES = 1_000;

/** Packs a graph at once; holes are left out. */
export function packGraph(graph: Graph): GraphParts {
  const slices = packing(graph);
  for (let step = slices.next(); ; step = slices.next()) if (step.done) return step.value;
}

/** The same in slices; the graph must not change between two of them. */
export function* packing(graph: Graph): Generator<void, GraphParts> {
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
  const fields = new TextPacker();
  for (let at = 0; at < slots.length; at++) {
    fields.add(nodes.fieldsText(slots[at] as number));
    if (at % SLICE_NODES === SLICE_NODES - 1) yield;
  }
  const alive: number[] = [];
  for (let edge = 0; edge < edges.size; edge++) if (edges.dead[edge] === 0) alive.push(edge);
  const ends = (values: Int32Array) => Int32Array.from(alive, (edge) => refer(values[edge] as number));
  const children = Array.from(slots, (slot) => nodes.children[slot] ?? []);
  // In this order, in which strangers are numbered.
  const parent = Int32Array.from(slots, (slot) => refer(nodes.parent[slot] ?? NONE));
  const referred = Int32Array.from(children.flatMap((list) => list.map(refer)));
  const [from, to] = [ends(edges.from), ends(edges.to)];
  const { extras, floorStart, floorEnd } = extrasOf(graph, slots);
  const columns: readonly Partial<Columns>[] = [
    {
      version: VERSION,
      counters: graph.counters,
      rest: graph.rest,
      types: Array.from({ length: nodes.types.size }, (_, code) => nodes.types.text(code)),
      relations: Array.from({ length: edges.types.size }, (_, code) => edges.types.text(code)),
      strangers: [...strangers.keys()],
      extras,
      type: narrow(column(nodes.type, (length) => new Int32Array(length))),
      flags: column(nodes.flags, (length) => new Uint8Array(length)),
      seq: narrowSeqs(column(nodes.seq, (length) => new Float64Array(length))),
      depth: narrow(column(nodes.depth, (length) => new Int32Array(length))),
    },
    { parent, childCounts: narrow(Int32Array.from(children, (list) => list.length)), children: referred },
    { floorStart, floorEnd },
    { ids: texts((slot) => nodes.ids[slot] ?? ''), titles: texts((slot) => nodes.titles[slot] ?? '') },
    { from },
    { to },
    {
      relation: narrow(Int32Array.from(alive, (edge) => edges.type[edge] as number)),
      edgeSeq: narrowSeqs(Float64Array.from(alive, (edge) => edges.seq[edge] as number)),
    },
  ];
  return [...columns, ...fields.finish()];
}

/** The graph of packed parts. Fields are read when they are asked for. @throws `STORE_BROKEN`, `STORE_NEWER`. */
export function unpackGraph(parts: readonly unknown[]): Graph {
  const { version } = (parts[0] ?? {}) as Partial<Columns>;
  if (typeof version !== 'number' || version < VERSION) {
    throw new BulkheadError('STORE_BROKEN', 'a snapshot that is none of this version');
  }
  if (version > VERSION) throw new BulkheadError('STORE_NEWER', `a snapshot of version ${version}`);
  const columns = Object.assign({}, ...parts.slice(0, COLUMN_PARTS)) as Columns;
  const fields = new TextParts(parts.slice(COLUMN_PARTS) as readonly TextPart[]);
  const graph = new Graph();
  const { nodes, edges } = graph;
  const [ids, titles] = [new PackedTexts(columns.ids).all(), new PackedTexts(columns.titles).all()];
  const size = ids.length;
  const { type, flags, seq, depth, parent, childCounts, floorStart, floorEnd } = columns;
  const lengths = [titles, type, flags, seq, depth, parent, childCounts, floorStart, floorEnd];
  const edgeLengths = [columns.to, columns.relation, columns.edgeSeq];
  if (
    fields.count !== size ||
    lengths.some(({ length }) => length !== size) ||
    edgeLengths.some(({ length }) => length !== columns.from.length)
  ) {
    throw new BulkheadError('STORE_BROKEN', 'a snapshot whose columns differ in length');
  }
  for (const one of columns.types) nodes.types.code(one);
  for (const relation of columns.relations) edges.types.code(relation);
  nodes.load({
    ...{ ids, titles, flags, parent, children: childrenOf(columns) },
    ...{ type: widen(type), seq: widenSeqs(seq), depth: widen(depth) },
    ...{ extras: columns.extras, strangers: columns.strangers },
    readFields: (slot) => JSON.parse(fields.at(slot) || '{}') as { readonly [column: string]: unknown },
    readExtras: (slot) => {
      const start = floorStart[slot] ?? NONE;
      return start === NONE ? undefined : { floorRange: { start, end: floorEnd[slot] as number } };
    },
  });
  const { from, to, relation, edgeSeq } = columns;
  edges.load({ from, to, relation: widen(relation), edgeSeq: widenSeqs(edgeSeq) });
  graph.counters = countersOf(columns.counters);
  graph.rest = columns.rest;
  return graph;
}

/** Ranges of floors as columns, as far as they are what we make them; the rest by slot. */
function extrasOf({ nodes }: Graph, slots: Int32Array): Pick<Columns, 'extras' | 'floorStart' | 'floorEnd'> {
  const [floorStart, floorEnd] = [new Int32Array(slots.length).fill(NONE), new Int32Array(slots.length)];
  const rest: (readonly [number, Extras])[] = [];
  for (let at = 0; at < slots.length; at++) {
    const extras = nodes.extras(slots[at] as number);
    if (!extras) continue;
    const { start, end, ...more } = extras.floorRange ?? { start: NONE, end: NONE };
    const plain = extras.supersededBy === undefined && Object.keys(more).length === 0;
    if (plain && start >= 0 && start === (start | 0) && end === (end | 0)) {
      floorStart[at] = start;
      floorEnd[at] = end;
    } else rest.push([at, extras]);
  }
  return { extras: rest, floorStart, floorEnd };
}

function childrenOf({ childCounts, children }: Columns): (readonly number[])[] {
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
