import type { Factory } from './database.js';
import { answered } from './requests.js';

/** A part of the origin's storage with files of its own: what becomes of the others does not touch it. */
export interface Bucket {
  readonly factory: Factory;
  /** Deletes it when nothing is in it any more. */
  tidy(): Promise<void>;
}

const { storageBuckets: buckets } = ((globalThis as { readonly navigator?: unknown }).navigator ?? {}) as {
  readonly storageBuckets?: {
    keys(): Promise<readonly string[]>;
    open(name: string): Promise<{ readonly indexedDB: IDBFactory }>;
    delete(name: string): Promise<void>;
  };
};

/** All that were opened: when Chromium has collected one as garbage, its databases answer no more, and fail no more (seen). */
const held = new Set<object>();

/** A bucket by its name; `undefined` where the browser has none, or no locks to keep two writers of it apart. */
export function bucketNamed(name: string): Bucket | undefined {
  if (!buckets || !navigator.locks) return undefined;
  const factory: Factory = async (make) => {
    if (!make && !(await buckets.keys()).includes(name)) return undefined;
    const bucket = await buckets.open(name);
    held.add(bucket);
    return bucket.indexedDB;
  };
  return {
    factory,
    tidy: () =>
      answered(async () => {
        const left = await (await factory(false))?.databases();
        if (left?.length === 0) await buckets.delete(name);
      }),
  };
}
