import { BulkheadError } from '../../worker/protocol/errors.js';

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

/** Methods, named in one text, of what is opened at the first call of one of them. */
export const later = <T extends object>(names: string, open: () => Promise<T>): T =>
  Object.fromEntries(
    names
      .split(' ')
      .map((name) => [
        name,
        async (...args: never[]) => ((await open())[name as keyof T] as (...args: never[]) => unknown)(...args),
      ]),
  ) as T;
