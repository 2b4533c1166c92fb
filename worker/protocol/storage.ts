/** What a transaction writes: pairs to set, keys to delete, and prefixes whose every key is deleted first. */
export interface Changes {
  readonly set?: readonly (readonly [key: string, value: unknown])[];
  readonly remove?: readonly string[];
  readonly removeAll?: readonly string[];
}

/** Which pairs of a prefix: the newest, that is the greatest keys, first. */
export interface Page {
  /** Only keys below this one. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** A pair as it is kept. */
export type Pair = readonly [key: string, value: unknown];

/**
 * A key-value store. Each method is one transaction: all of it happens, or none. Keys are in the order of their UTF-16
 * code units. What has been written is on the disk when the promise resolves, where there is one. Only what writes makes a
 * store that is not there yet.
 */
export interface Store {
  get(key: string): Promise<unknown>;
  /** Several keys at one moment; those that are not there are not in the map. */
  read(keys: readonly string[]): Promise<Map<string, unknown>>;
  /** All pairs whose key begins with `prefix`. */
  list(prefix: string): Promise<Map<string, unknown>>;
  /** All keys that begin with `prefix`, in order, and what stands under one more key at that moment. */
  keys(prefix: string, beside: string): Promise<{ readonly keys: readonly string[]; readonly value: unknown }>;
  /** Pairs whose key begins with `prefix`, the greatest keys first. */
  page(prefix: string, page: Page): Promise<readonly Pair[]>;
  /**
   * Reads the pairs of `prefix`, decides, and writes, against other tabs too. What `decide` throws undoes everything
   * and is thrown.
   */
  change(prefix: string, decide: (pairs: Map<string, unknown>) => Changes): Promise<void>;
  /** The same for named keys: those that are not there are not in the map. `decide` must not wait for anything. */
  transact(keys: readonly string[], decide: (values: Map<string, unknown>) => Changes): Promise<void>;
  /** Deletes the keys of `prefix` that stand below `below`, and of the others all but the greatest `keep`. */
  trim(prefix: string, below: string, keep: number): Promise<void>;
  /** Deletes the store itself, for good: what is written to it here afterwards fails. All of it goes, or it fails. */
  erase(): Promise<void>;
}

/** The first key after every key that begins with `prefix`, which is not empty and no row of U+FFFF. */
export function afterPrefix(prefix: string): string {
  let end = prefix.length - 1;
  while (end > 0 && prefix.charCodeAt(end) === 0xffff) end -= 1;
  return prefix.slice(0, end) + String.fromCharCode(prefix.charCodeAt(end) + 1);
}
