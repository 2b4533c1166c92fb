import { BulkheadError } from '../../worker/protocol/errors.js';
import { scriptUrl } from '../primitives/index.js';
import { hashes, loadInline } from './built.js';
import { ASSET_FILES, type Asset, type AssetName, addressOf } from './internal-names.js';

/** A file of the package, as this build of Bulkhead wrote it. */
export interface CheckedAsset {
  /** Where it is served; `undefined` for the copy inside the package, and where it could not be read. */
  readonly url?: string;
  /** `undefined` where the page may start a worker from the address, but not read it. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
  /** What was wrong with the served file, where the copy inside the package stands in for it. */
  readonly problem?: string;
}

/** What a file is for: its bytes are used, or a worker of the page starts from its address. */
export type AssetUse = 'bytes' | 'worker';

/** What the checks need of an answer. */
export interface ReadFile {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null | undefined };
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** How files are read, and workers started from them. `bulkhead/node` puts its own ways in their place. */
export const surroundings = {
  read: (url: string, cache: RequestCache): Promise<ReadFile> => fetch(url, { credentials: 'same-origin', cache }),
  startWorker: (url: string): Worker => new Worker(scriptUrl(url)),
};

const checked = new Map<string, Promise<CheckedAsset>>();

/**
 * Reads a file of the package and compares it with what the build wrote. Where the address beside the bundle answers something
 * else, the copy inside the package is loaded. What a worker starts from is read once a page.
 * @throws `ASSET_UNREACHABLE` naming the file, what its address answered, and the line to write.
 */
export function checkAsset(asset: Asset, use: AssetUse): Promise<CheckedAsset> {
  if (use === 'bytes') return read(asset, use);
  const key = `${asset.name} ${asset.given ?? ''}`;
  const known = checked.get(key) ?? read(asset, use);
  checked.set(key, known);
  known.catch(() => checked.delete(key));
  return known;
}

async function read(asset: Asset, use: AssetUse): Promise<CheckedAsset> {
  const { name, given } = asset;
  const url = addressOf(asset);
  let problem = `no address is known for ${ASSET_FILES[name]}`;
  if (url !== undefined) {
    const found = await compare(url, name);
    if ('bytes' in found) return use === 'worker' ? { url } : { url, bytes: found.bytes };
    // A policy may let a page start a worker that it may not read.
    if (found.refused && use === 'worker') return { url };
    problem = found.problem;
  }
  if (given === undefined) {
    try {
      return { bytes: await (await loadInline()).inline(name), problem };
    } catch {
      // The copies are not served either: the error says what the address answered.
    }
  }
  throw unreachable(problem, url);
}

type Found = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly problem: string; readonly refused?: true };

/** The file at an address, where it is what the build wrote. The browser may have kept that of an earlier version: then it is read anew. */
async function compare(url: string, name: AssetName, cache: RequestCache = 'default'): Promise<Found> {
  let response: ReadFile;
  try {
    response = await surroundings.read(url, cache);
  } catch {
    return { problem: `${url} cannot be fetched: not served, or not in connect-src`, refused: true };
  }
  if (!response.ok) return { problem: `${url} answered ${response.status}` };
  const type = response.headers.get('content-type') ?? '';
  if (name !== 'frame' && type.startsWith('text/html')) return { problem: `${url} answered text/html` };
  const bytes = new Uint8Array(await response.arrayBuffer());
  const expected = hashes[name];
  if (expected === undefined || (await hashOf(bytes)) === expected) return { bytes };
  if (cache === 'default') return compare(url, name, 'reload');
  return { problem: `${url} answered another file than the ${ASSET_FILES[name]} of this version` };
}

/** Base64 of a SHA-256. Pages on plain http have no `crypto.subtle`. */
async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (!globalThis.crypto?.subtle) return (await import('./plain-http-hash.js')).sha256Base64(bytes);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return btoa(String.fromCharCode(...digest));
}

const blobs = new WeakMap<Uint8Array, string>();

/** The address to start a worker from: the served one, or one of the copy inside the package, which stays as long as the page. */
export function workerUrl({ url, bytes }: CheckedAsset): string {
  if (url !== undefined || bytes === undefined) return url ?? '';
  const known = blobs.get(bytes) ?? URL.createObjectURL(new Blob([bytes], { type: 'text/javascript' }));
  blobs.set(bytes, known);
  return known;
}

/** The error for a file that is served nowhere. */
export const unreachable = (problem: string, url = '', cause?: unknown): BulkheadError =>
  new BulkheadError(
    'ASSET_UNREACHABLE',
    `${problem}. Copy the files with \`npx bulkhead assets public/bulkhead\`, and pass \`assets: assetsAt('/bulkhead/')\``,
    { url },
    { cause },
  );
