import { BulkheadError } from '../protocol/errors.js';
import type { Changes, Pair } from '../protocol/storage.js';

/** Pairs in a Map that nobody else reads while a method works on them. */
export class MemoryPairs {
  readonly kept: Map<string, unknown>;

  constructor(kept: Map<string, unknown>) {
    this.kept = kept;
  }

  /** The keys of a prefix, in order. */
  keys(prefix: string): string[] {
    return [...this.kept.keys()].filter((key) => key.startsWith(prefix)).sort();
  }

  value(key: string): unknown {
    return structuredClone(this.kept.get(key));
  }

  /** Copies of the pairs that are there. */
  pairs(keys: readonly string[]): Map<string, unknown> {
    return new Map(keys.filter((key) => this.kept.has(key)).map((key) => [key, this.value(key)]));
  }

  /** @throws `STORE_FAILED` for what cannot be copied; then nothing is written. */
  apply({ set = [], remove = [], removeAll = [] }: Changes): void {
    const copies = copiesOf(set);
    for (const prefix of removeAll) for (const key of this.keys(prefix)) this.kept.delete(key);
    for (const [key, value] of copies) this.kept.set(key, value);
    for (const key of remove) this.kept.delete(key);
  }
}

function copiesOf(pairs: readonly Pair[]): readonly Pair[] {
  try {
    return pairs.map(([key, value]) => [key, structuredClone(value)]);
  } catch (cause) {
    throw new BulkheadError('STORE_FAILED', `the store failed: ${(cause as Error).message}`, {}, { cause });
  }
}
