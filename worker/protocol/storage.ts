/** A key and its value: whatever the structured clone algorithm can copy. */
export type Pair = readonly [key: string, value: unknown];

/**
 * What a transaction writes. Prefixes whose every key is deleted come first, then pairs that are set, then keys that are
 * deleted.
 */
export interface Changes {
  readonly set?: readonly Pair[];
  readonly remove?: readonly string[];
  readonly removeAll?: readonly string[];
}

/** A page of the pairs of a prefix: the greatest keys first. */
export interface Page {
  /** Only keys below this one. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** `strict`: the write is on the disk when its promise resolves. `relaxed`: it survives the end of the process. */
export type Durability = 'strict' | 'relaxed';

/**
 * A key-value store: plugins, grants, secrets, plugins' own values and the audit log are in one.
 *
 * Each method is one transaction: all of it happens, or none, whatever else is under way. Keys are ordered by their UTF-16
 * code units; a prefix is never empty. Values are copies: changing one that was read or written does not change the store. A promise of a write
 * resolves when the write is kept. An adapter reports its own failures as `STORE_FAILED` or `STORE_UNAVAILABLE`; any other
 * error of an injected store becomes `STORE_FAILED`.
 */
export interface KeyValueStore {
  get(key: string): Promise<unknown>;
  /** Several keys at one moment. Keys that are not there are not in the map. */
  read(keys: readonly string[]): Promise<Map<string, unknown>>;
  /** All pairs whose key begins with `prefix`, in order. */
  list(prefix: string): Promise<Map<string, unknown>>;
  /** All keys that begin with `prefix`, in order, and the value of the key `beside` at that moment. */
  keys(prefix: string, beside: string): Promise<{ readonly keys: readonly string[]; readonly value: unknown }>;
  /** Pairs whose key begins with `prefix`, the greatest keys first. */
  page(prefix: string, page: Page): Promise<readonly Pair[]>;
  /**
   * Reads the pairs of `prefix`, calls `decide`, and writes what it returns. Nobody else writes in between. `decide` is
   * synchronous and may be called again. What it throws undoes everything and is thrown.
   */
  change(prefix: string, decide: (pairs: Map<string, unknown>) => Changes): Promise<void>;
  /** The same for named keys. Keys that are not there are not in the map. */
  transact(keys: readonly string[], decide: (values: Map<string, unknown>) => Changes): Promise<void>;
  /** Deletes the keys of `prefix` that are below `below`, and of the others all but the greatest `keep`. */
  trim(prefix: string, below: string, keep: number): Promise<void>;
  /** Deletes everything. A store that refuses later writes fails them with `STORE_FAILED`. */
  erase(): Promise<void>;
  /** Resolves when what has begun is done and the connection is closed. The next use may open it again. */
  close(): Promise<void>;
}

/**
 * A log store: the memory of chats is in one. It is written often and read in order. Transactions, order, copies and errors
 * are those of `KeyValueStore`.
 */
export interface LogStore {
  /** Several keys at one moment. Keys that are not there are not in the map. */
  read(keys: readonly string[]): Promise<Map<string, unknown>>;
  /** All pairs whose key begins with `prefix`, in order. */
  list(prefix: string): Promise<Map<string, unknown>>;
  /** The same for large values, which an adapter may fetch side by side. */
  listLarge(prefix: string): Promise<Map<string, unknown>>;
  /** The first `limit` pairs whose key begins with `prefix` and is greater than `after`. */
  after(prefix: string, after: string, limit: number): Promise<readonly Pair[]>;
  /** The same without the values, which need not be readable. */
  keysAfter(prefix: string, after: string, limit: number): Promise<readonly string[]>;
  /** How many keys begin with `prefix`. */
  count(prefix: string): Promise<number>;
  /** The greatest key that begins with `prefix`. */
  lastKey(prefix: string): Promise<string | undefined>;
  /**
   * Adds pairs if `holds` is true of the value of `guard` and none of their keys is taken. Otherwise it writes nothing and
   * resolves to false. What `holds` throws is thrown. This is the write of every record, so it should be the cheapest one.
   */
  insert(guard: string, holds: (value: unknown) => boolean, pairs: readonly Pair[]): Promise<boolean>;
  /**
   * Reads named keys, calls `decide`, and writes what it returns. Nobody else writes in between. `decide` is synchronous and
   * may be called again. What it throws undoes everything and is thrown. `durability` is a wish for this write alone.
   */
  transact(
    keys: readonly string[],
    decide: (values: Map<string, unknown>) => Changes,
    durability?: Durability,
  ): Promise<void>;
  /** Deletes everything. A store that refuses later writes fails them with `STORE_FAILED`. */
  erase(): Promise<void>;
  /** Resolves when what has begun is done and the connection is closed. */
  close(): Promise<void>;
}

/** A storage of the page's own. The host never closes it. */
export interface HostStorage {
  readonly keyValue: KeyValueStore;
  readonly log: LogStore;
}

/** The first key after every key that begins with `prefix`, which is not empty and no row of U+FFFF. */
export function afterPrefix(prefix: string): string {
  let end = prefix.length - 1;
  while (end > 0 && prefix.charCodeAt(end) === 0xffff) end -= 1;
  return prefix.slice(0, end) + String.fromCharCode(prefix.charCodeAt(end) + 1);
}
