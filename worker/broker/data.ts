import { BulkheadError } from '../protocol/errors.js';
import { utf8Bytes } from '../protocol/json.js';

/** A value of a plugin's own store. */
export interface KeptValue {
  /** JSON. */
  readonly text: string;
  /** The store's revision when it was written. */
  readonly revision: number;
}

/** What a plugin's own store takes, and how often it has been written. */
export interface StoreSize {
  readonly bytes: number;
  readonly keys: number;
  readonly revision: number;
}

/** One change of one key; no text: it is deleted. */
export interface Operation {
  readonly key: string;
  readonly text: string | undefined;
}

const NOTHING: StoreSize = { bytes: 0, keys: 0, revision: 0 };

/** Reads what stands under a data key. */
export const asValue = (kept: unknown): KeptValue | undefined => kept as KeptValue | undefined;

/** Reads what stands under a store key; a store that nobody has written to has revision 0. */
export const asSize = (kept: unknown): StoreSize => (kept as StoreSize | undefined) ?? NOTHING;

/** What one key takes of the quota: UTF-8 of the key and of its JSON text. */
export const sizeOf = (key: string, text: string | undefined): number =>
  text === undefined ? 0 : utf8Bytes(key) + utf8Bytes(text);

/** The next revision. An emptied store begins at the time, not at 1: a mark of the old one never fits the new one. */
export const nextRevision = ({ revision }: StoreSize): number => (revision === 0 ? Date.now() : revision + 1);

/** The size after operations on keys whose values were `before`. The revision is one above. */
export function resize(
  size: StoreSize,
  before: Map<string, string | undefined>,
  operations: readonly Operation[],
): StoreSize {
  const texts = new Map(before);
  let { bytes, keys } = size;
  for (const { key, text } of operations) {
    const old = texts.get(key);
    bytes += sizeOf(key, text) - sizeOf(key, old);
    keys += Number(text !== undefined) - Number(old !== undefined);
    texts.set(key, text);
  }
  return { bytes, keys, revision: nextRevision(size) };
}

/** @throws `CAPABILITY_LIMIT` for a store that grows above its quota; one that is above it may still shrink. */
export function checkQuota(before: number, after: number, quotaBytes: number): void {
  if (after <= quotaBytes || after <= before) return;
  const message = `the store would take ${after} bytes of ${quotaBytes}`;
  throw new BulkheadError('CAPABILITY_LIMIT', message, { bytes: after, quotaBytes });
}
