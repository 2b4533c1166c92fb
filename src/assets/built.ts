import type { AssetName } from './internal-names.js';

// In a page that is served from the sources there is nothing to compare with, and no copy. The build puts its own in place of this file.

/** Base64 of each file's SHA-256. */
export const hashes: { readonly [name in AssetName]?: string } = {};

/** The copies inside the package, `bulkhead/inline`. */
export const loadInline = (): Promise<{ inline(name: AssetName): Promise<Uint8Array<ArrayBuffer>> }> =>
  Promise.reject(new Error('served from the sources'));
