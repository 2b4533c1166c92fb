import { grown } from './columns.js';
import { EdgeKeys } from './edge-keys.js';
import { Names } from './names.js';
import { normalizeText } from './text.js';

/** A relation as it is compared: blank is `related`. */
export const relationKey = (type: string): string => normalizeText(type).toLowerCase() || 'related';

/** All edges, in columns, in the order of the store. Ends are numbers of `NodeTable.refer`. */
export class EdgeTable {
  /** Places in use, those of dead edges too. */
  size = 0;
  count = 0;
  readonly types = new Names(relationKey);
  from: Int32Array = new Int32Array(0);
  to: Int32Array = new Int32Array(0);
  type: Int32Array = new Int32Array(0);
  /** `NaN` for none. */
  seq: Float64Array = new Float64Array(0);
  dead: Uint8Array = new Uint8Array(0);
  #keys: EdgeKeys | undefined;

  /** The living edge with exactly these ends and this type, or -1. */
  find(from: number, to: number, type: number): number {
    return this.#index().find(from, to, type);
  }

  add(from: number, to: number, type: number, seq: number): number {
    const edge = this.size;
    this.size += 1;
    this.count += 1;
    this.from = grown(this.from, this.size);
    this.to = grown(this.to, this.size);
    this.type = grown(this.type, this.size);
    this.seq = grown(this.seq, this.size);
    this.dead = grown(this.dead, this.size);
    this.from[edge] = from;
    this.to[edge] = to;
    this.type[edge] = type;
    this.seq[edge] = seq;
    this.dead[edge] = 0;
    this.#keys?.add(edge);
    return edge;
  }

  /** Fills an empty table, its relations known already. The columns become the table's own. */
  load(columns: {
    readonly from: Int32Array;
    readonly to: Int32Array;
    readonly relation: Int32Array;
    readonly edgeSeq: Float64Array;
  }): void {
    this.from = columns.from;
    this.to = columns.to;
    this.type = columns.relation;
    this.seq = columns.edgeSeq;
    this.size = columns.from.length;
    this.count = this.size;
    this.dead = new Uint8Array(this.size);
  }

  /** Puts one end in the place of another, everywhere. @returns whether any edge has changed. */
  rename(renames: ReadonlyMap<number, number>): boolean {
    let changed = false;
    for (let edge = 0; edge < this.size; edge++) {
      const [from, to] = [renames.get(this.from[edge] as number), renames.get(this.to[edge] as number)];
      if (from !== undefined) this.from[edge] = from;
      if (to !== undefined) this.to[edge] = to;
      changed ||= from !== undefined || to !== undefined;
    }
    if (changed) this.#keys = undefined;
    return changed;
  }

  remove(edge: number): void {
    if (this.dead[edge] === 0) this.count -= 1;
    this.dead[edge] = 1;
  }

  revive(edge: number): void {
    if (this.dead[edge] === 1) this.count += 1;
    this.dead[edge] = 0;
  }

  /** Built at the first write: who only reads needs none. */
  #index(): EdgeKeys {
    if (this.#keys) return this.#keys;
    const keys = new EdgeKeys(
      (edge, from, to, type) =>
        this.dead[edge] === 0 && this.from[edge] === from && this.to[edge] === to && this.type[edge] === type,
      (edge) => EdgeKeys.hash(this.from[edge] ?? 0, this.to[edge] ?? 0, this.type[edge] ?? 0),
    );
    for (let edge = 0; edge < this.size; edge++) keys.add(edge);
    this.#keys = keys;
    return keys;
  }
}
