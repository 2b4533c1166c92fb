import type { Changes, Durability, HostStorage, Pair } from '../protocol/storage.js';

/** Methods that take and return plain values, and cross as they are. A worker never closes a store of the page's own. */
export const PLAIN_METHODS = {
  keyValue: ['get', 'read', 'list', 'keys', 'page', 'trim', 'erase'],
  log: ['read', 'list', 'listLarge', 'after', 'keysAfter', 'count', 'lastKey', 'erase'],
} as const satisfies { readonly [on in keyof HostStorage]: readonly (keyof HostStorage[on])[] };

/** A call of a method that crosses as it is. */
export interface PlainCall {
  readonly on: keyof HostStorage;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** Writes `changes` if the values are still those that were read. Returns false if they are not. */
export interface CommitCall {
  readonly on: keyof HostStorage;
  /** A prefix, or named keys. */
  readonly of: string | readonly string[];
  readonly expected: ReadonlyMap<string, unknown>;
  readonly changes: Changes;
  readonly durability?: Durability | undefined;
}

/** Adds pairs if the guard has still this value. */
export interface InsertCall {
  readonly guard: string;
  readonly expected: unknown;
  readonly pairs: readonly Pair[];
}

/** `changed`: the guard has another value by now. `taken`: one of the keys is taken. */
export type InsertAnswer = 'added' | 'changed' | 'taken';
