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

/** A bucket by its name; `undefined` where the browser has none, or no locks to keep two writers of it apart. */
export function bucketNamed(name: string): Bucket | undefined {
  if (!buckets || !navigator.locks) return undefined;
  const factory: Factory = async (make) =>
    make || (await buckets.keys()).includes(name) ? (await buckets.open(name)).indexedDB : undefined;
  return {
    factory,
    tidy: () =>
      answered(async () => {
        const left = await (await factory(false))?.databases();
        if (left?.length === 0) await buckets.delete(name);
      }),
  };
}
