import { BulkheadError } from '../worker/protocol/errors.js';

/**
 * Loads a part of Bulkhead that a page may never need, once.
 * @throws `ASSET_UNREACHABLE` when its file is not served beside the others.
 */
export function onDemand<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((cause) => {
      loaded = undefined;
      throw new BulkheadError('ASSET_UNREACHABLE', `a part could not be loaded: ${cause}`, {}, { cause });
    });
    return loaded;
  };
}
