import { grown } from './columns.js';
import { Names } from './names.js';
import type { NodeRecord } from './records.js';
import { levelOf, toNumber, toRecord, toSeq, toText, trimmed } from './text.js';

/** Nobody's slot. */
export const NONE = -1;
export const ARCHIVED = 1;
export const ROLLUP = 2;
export const SEMANTIC = 4;
/** The slot's node was taken out; nothing but its place is left. */
export const GONE = 8;

/** Nothing is folded that often; a column of whole numbers holds no more. */
const MOST_DEPTH = 1_000_000_000;

/** What only few nodes have. */
export interface Extras {
  readonly floorRange?: NodeRecord['floorRange'];
  readonly supersededBy?: string;
}

export interface LoadedNodes {
  readonly ids: string[];
  readonly titles: string[];
  readonly type: Int32Array;
  readonly flags: Uint8Array;
  readonly seq: Float64Array;
  readonly depth: Int32Array;
  readonly parent: Int32Array;
  readonly children: (readonly number[])[];
  readonly extras: readonly (readonly [number, Extras])[];
  readonly strangers: readonly string[];
  readonly readFields: (slot: number) => NodeRecord['fields'];
  /** Of slots that are not among `extras`. */
  readonly readExtras: (slot: number) => Extras | undefined;
}

/** All nodes, in columns. A slot is a place in the store's order and stays. An id without a node is `-2 - n`, the nth stranger. */
export class NodeTable {
  /** Slots in use, those of taken-out nodes too. */
  size = 0;
  count = 0;
  ids: string[] = [];
  titles: string[] = [];
  readonly types = new Names((type) => type.trim().toLowerCase());
  type: Int32Array = new Int32Array(0);
  flags: Uint8Array = new Uint8Array(0);
  /** `NaN` for none. */
  seq: Float64Array = new Float64Array(0);
  depth: Int32Array = new Int32Array(0);
  parent: Int32Array = new Int32Array(0);
  children: (readonly number[])[] = [];
  readonly #levels = new Map<number, string>();
  #fields: (NodeRecord['fields'] | undefined)[] = [];
  #readFields: ((slot: number) => NodeRecord['fields']) | undefined;
  /** `undefined` for a slot that was filled with some and has none any more. */
  readonly #extras = new Map<number, Extras | undefined>();
  #readExtras: LoadedNodes['readExtras'] = () => undefined;
  /** Made at the first use: who opens a graph to look at its newest nodes needs none. */
  #slots: Map<string, number> | undefined;
  readonly #strangers: string[] = [];
  readonly #strangerCodes = new Map<string, number>();

  /** The slot of a node, or `NONE`. */
  find(id: string): number {
    return this.#index().get(id) ?? NONE;
  }

  /** The number of a stranger of that name, or `NONE`. It is forgotten: the name is about to be a node's. */
  takeStranger(id: string): number {
    const code = this.#strangerCodes.get(id) ?? NONE;
    this.#strangerCodes.delete(id);
    return code;
  }

  /** The number by which a node, or a stranger of that name, is meant. */
  refer(id: string): number {
    const slot = this.find(id);
    if (slot !== NONE) return slot;
    const known = this.#strangerCodes.get(id);
    return known ?? this.#addStranger(id);
  }

  /** The id behind a number of `refer`; empty for `NONE`. */
  idOf(reference: number): string {
    return reference >= 0
      ? (this.ids[reference] ?? '')
      : reference === NONE
        ? ''
        : (this.#strangers[-2 - reference] ?? '');
  }

  fields(slot: number): NodeRecord['fields'] {
    const known = this.#fields[slot];
    if (known) return known;
    const read = this.#readFields?.(slot) ?? {};
    this.#fields[slot] = read;
    return read;
  }

  fieldsText(slot: number): string {
    return JSON.stringify(this.fields(slot));
  }

  extras(slot: number): Extras | undefined {
    return this.#extras.has(slot) ? this.#extras.get(slot) : this.#readExtras(slot);
  }

  /** Fills an empty table, its types known already. The columns become the table's own. */
  load(columns: LoadedNodes): void {
    const { ids, titles, children, readFields, readExtras, extras, strangers } = columns;
    this.size = ids.length;
    this.type = columns.type;
    this.flags = columns.flags;
    this.seq = columns.seq;
    this.depth = columns.depth;
    this.parent = columns.parent;
    this.ids = ids;
    this.titles = titles;
    this.children = children;
    this.#fields = new Array(ids.length);
    this.#slots = undefined;
    this.count = ids.length;
    for (const [slot, one] of extras) this.#extras.set(slot, one);
    for (const id of strangers) this.#addStranger(id);
    this.#readFields = readFields;
    this.#readExtras = readExtras;
  }

  isActive(slot: number): boolean {
    return slot >= 0 && ((this.flags[slot] ?? GONE) & (ARCHIVED | GONE)) === 0;
  }

  has(slot: number, flag: number): boolean {
    return ((this.flags[slot] ?? 0) & flag) !== 0;
  }

  /** The type's number, equal for types that differ in case only. */
  typeKey(slot: number): number {
    return this.types.keyOf(this.type[slot] ?? -1);
  }

  /** The node's ordinal, or what stands for none. */
  seqOr<T>(slot: number, none: T): number | T {
    const seq = this.seq[slot] ?? Number.NaN;
    return Number.isNaN(seq) ? none : seq;
  }

  typeOf(slot: number): string {
    return this.types.text(this.type[slot] ?? -1);
  }

  /** Makes the slot for an id that has none. Its content follows by `write`. */
  add(id: string): number {
    const slot = this.size;
    const index = this.#index();
    if (!index.has(id)) this.count += 1;
    index.set(id, slot);
    this.size += 1;
    this.ids.push(id);
    this.titles.push('');
    this.children.push([]);
    this.#fields.push(undefined);
    this.type = grown(this.type, this.size);
    this.flags = grown(this.flags, this.size);
    this.seq = grown(this.seq, this.size);
    this.depth = grown(this.depth, this.size);
    this.parent = grown(this.parent, this.size);
    return slot;
  }

  /** Puts a record's content, which may come from anywhere, into a slot. */
  write(slot: number, node: Readonly<Record<string, unknown>>): void {
    const level = levelOf(node.level);
    this.titles[slot] = toText(node.title);
    this.type[slot] = this.types.code(toText(node.type));
    this.flags[slot] =
      (node.archived ? ARCHIVED : 0) | (node.semanticRollup ? ROLLUP : 0) | (level === 'semantic' ? SEMANTIC : 0);
    if (level === 'semantic') this.#levels.delete(slot);
    else this.#levels.set(slot, level);
    this.seq[slot] = toSeq(node.seqTo);
    this.depth[slot] = Math.min(MOST_DEPTH, Math.max(0, toNumber(node.semanticDepth) || 0));
    const parentId = trimmed(node.parentId);
    this.parent[slot] = parentId === '' ? NONE : this.refer(parentId);
    const children = Array.isArray(node.childrenIds) ? (node.childrenIds as readonly unknown[]) : [];
    this.children[slot] = children.map((child) => this.refer(toText(child)));
    this.#fields[slot] = toRecord(node.fields);
    const { floorRange, supersededBy } = node as Extras;
    if (floorRange || supersededBy) {
      this.#extras.set(slot, { ...(floorRange && { floorRange }), ...(supersededBy && { supersededBy }) });
    } else this.#dropExtras(slot);
  }

  /** The slot's content as a record. Its fields are those of the table: not to be changed. */
  read(slot: number): NodeRecord {
    const seq = this.seq[slot] ?? Number.NaN;
    return {
      id: this.ids[slot] ?? '',
      type: this.typeOf(slot),
      level: this.has(slot, SEMANTIC) ? 'semantic' : (this.#levels.get(slot) ?? ''),
      title: this.titles[slot] ?? '',
      parentId: this.idOf(this.parent[slot] ?? NONE),
      childrenIds: (this.children[slot] ?? []).map((child) => this.idOf(child)),
      fields: this.fields(slot),
      semanticDepth: this.depth[slot] ?? 0,
      semanticRollup: this.has(slot, ROLLUP),
      ...(!Number.isNaN(seq) && { seqTo: seq }),
      archived: this.has(slot, ARCHIVED),
      ...this.extras(slot),
    };
  }

  remove(slot: number): void {
    if (this.#index().delete(this.ids[slot] ?? '')) this.count -= 1;
    this.flags[slot] = GONE;
    this.children[slot] = [];
    this.parent[slot] = NONE;
    this.#fields[slot] = {};
    this.#dropExtras(slot);
    this.#levels.delete(slot);
  }

  /** Gives a taken-out node its slot back. Its content follows by `write`. */
  revive(slot: number): void {
    const id = this.ids[slot] ?? '';
    if (!this.#index().has(id)) this.count += 1;
    this.#index().set(id, slot);
    this.flags[slot] = 0;
  }

  /** Slots of all nodes, in the store's order. */
  *slots(): Generator<number> {
    for (let slot = 0; slot < this.size; slot++) if (!this.has(slot, GONE)) yield slot;
  }

  #index(): Map<string, number> {
    if (this.#slots) return this.#slots;
    this.#slots = new Map();
    for (let slot = 0; slot < this.size; slot++) {
      if (!this.has(slot, GONE)) this.#slots.set(this.ids[slot] as string, slot);
    }
    return this.#slots;
  }

  #dropExtras(slot: number): void {
    if (this.#readExtras(slot)) this.#extras.set(slot, undefined);
    else this.#extras.delete(slot);
  }

  #addStranger(id: string): number {
    const code = -2 - this.#strangers.length;
    this.#strangers.push(id);
    this.#strangerCodes.set(id, code);
    return code;
  }
}
