import type { Changes, Pair } from '../../../worker/protocol/storage.js';
import { type ByteRange, keyBytes, keyOfBytes, prefixRange, valueBytes, valueOfBytes } from './bytes.js';
import type { Level } from './level.js';

/** What one write does, in order: all of it or nothing. */
export type Batch = readonly (
  | { readonly type: 'put'; readonly key: Buffer; readonly value: Buffer }
  | { readonly type: 'del'; readonly key: Buffer }
)[];

/** How many keys a range gives at most, and whether the greatest come first. */
export interface Part {
  readonly limit?: number;
  readonly reverse?: boolean;
}

type Moment = ReturnType<Level['snapshot']>;

/** Pairs that are set, as part of a batch. @throws an error of V8's for a value that cannot be cloned. */
export const puts = (pairs: readonly Pair[]): Batch =>
  pairs.map(([key, value]) => ({ type: 'put', key: keyBytes(key), value: valueBytes(value) }));

/** A database at one moment. */
export class Snapshot {
  readonly level: Level;
  readonly #snapshot: Moment;

  constructor(level: Level, snapshot: Moment) {
    this.level = level;
    this.#snapshot = snapshot;
  }

  /** The pairs of these keys. Keys that are not there are not in the map. */
  async named(keys: readonly string[]): Promise<Map<string, unknown>> {
    const values = await this.level.getMany(keys.map(keyBytes), { snapshot: this.#snapshot });
    const found = new Map<string, unknown>();
    keys.forEach((key, i) => {
      const bytes = values[i];
      if (bytes !== undefined) found.set(key, valueOfBytes(bytes));
    });
    return found;
  }

  /** The pairs of a range, in order. */
  async pairs(range: ByteRange, part: Part = {}): Promise<readonly Pair[]> {
    const found = await this.level.iterator({ ...range, ...part, snapshot: this.#snapshot }).all();
    return found.map(([key, value]) => [keyOfBytes(key), valueOfBytes(value)] as const);
  }

  /** The keys of a range, in order. */
  async keys(range: ByteRange, part: Part = {}): Promise<readonly string[]> {
    return (await this.#bytes(range, part)).map(keyOfBytes);
  }

  /** A batch that deletes the keys of a range. */
  async removals(range: ByteRange): Promise<Batch> {
    return (await this.#bytes(range)).map((key) => ({ type: 'del', key }));
  }

  /** The batch of some changes. @throws an error of V8's for a value that cannot be cloned. */
  async batch({ set = [], remove = [], removeAll = [] }: Changes): Promise<Batch> {
    const gone = await Promise.all(removeAll.map((prefix) => this.removals(prefixRange(prefix))));
    const named: Batch = remove.map((key) => ({ type: 'del', key: keyBytes(key) }));
    return [...gone.flat(), ...puts(set), ...named];
  }

  #bytes(range: ByteRange, part: Part = {}): Promise<Buffer[]> {
    return this.level.keys({ ...range, ...part, snapshot: this.#snapshot }).all();
  }
}
