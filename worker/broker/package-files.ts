import { BulkheadError } from '../protocol/errors.js';
import { readBytes } from './bytes.js';

/** The name of a package's manifest. */
export const MANIFEST = 'bulkhead.json';

/** Where the files of one package come from; what is read counts against one limit in total. */
export interface PackageFiles {
  /** The file that makes it a package, or the only file. */
  readonly first: { readonly isPackage: boolean; readonly origin: string; readonly bytes: Uint8Array };
  /** Another file of the package. @returns `undefined` when there is none. */
  pick(path: string): Promise<Uint8Array | undefined>;
}

/** A file as the user gave it. */
export interface GivenFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Counts what is read. */
class Allowance {
  readonly #maxBytes: number;
  #taken = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get left(): number {
    return this.#maxBytes - this.#taken;
  }

  /** @throws `SOURCE_TOO_LARGE` when all that was taken is too much. */
  take(bytes: Uint8Array): Uint8Array {
    if (bytes.byteLength > this.left) throw this.tooLarge(bytes.byteLength);
    this.#taken += bytes.byteLength;
    return bytes;
  }

  tooLarge(more: number): BulkheadError {
    const [bytes, maxBytes] = [this.#taken + more, this.#maxBytes];
    const message = `the source takes ${bytes} bytes or more of ${maxBytes}`;
    return new BulkheadError('SOURCE_TOO_LARGE', message, { bytes, maxBytes });
  }
}

/** Files that the user gave: one, or a package, its paths from its manifest's folder. @throws `BAD_ARGS` where it is unclear which. */
export function givenFiles(files: readonly GivenFile[], origin: string, maxBytes: number): PackageFiles {
  const isManifest = ({ path }: GivenFile) => path === MANIFEST || path.endsWith(`/${MANIFEST}`);
  const [first, another] = files.some(isManifest) ? files.filter(isManifest) : files;
  if (!first || another) {
    const what = first && isManifest(first) ? `more than one ${MANIFEST}` : `${files.length} files without ${MANIFEST}`;
    throw new BulkheadError('BAD_ARGS', `one file, or the files of one package: not ${what}`);
  }
  const folder = first.path.slice(0, first.path.lastIndexOf('/') + 1);
  const allowance = new Allowance(maxBytes);
  return {
    first: { isPackage: isManifest(first), origin, bytes: allowance.take(first.bytes) },
    async pick(path) {
      const found = files.find((file) => file.path === folder + path);
      return found && allowance.take(found.bytes);
    },
  };
}

/** Files at a URL: one, or a package at `.json`, with files of its folder only. @throws `SOURCE_UNREACHABLE`, `SOURCE_TOO_LARGE`, `BAD_ARGS`. */
export async function fetchedFiles(address: string, maxBytes: number, signal: AbortSignal): Promise<PackageFiles> {
  if (!URL.canParse(address)) throw new BulkheadError('BAD_ARGS', `${address} is no URL`);
  const url = new URL(address);
  const allowance = new Allowance(maxBytes);
  const { bytes, from } = await fetchFile(url, allowance, signal);
  const folder = new URL('.', from);
  return {
    first: { isPackage: url.pathname.endsWith('.json'), origin: url.href, bytes },
    async pick(path) {
      const file = new URL(path, folder);
      if (file.origin !== folder.origin || !file.pathname.startsWith(folder.pathname)) return undefined;
      return (await fetchFile(file, allowance, signal)).bytes;
    },
  };
}

/** Fetches without credentials, and stops reading where the limit is. */
async function fetchFile(url: URL, allowance: Allowance, signal: AbortSignal) {
  const fail = (why: string, cause?: unknown) =>
    new BulkheadError('SOURCE_UNREACHABLE', `${url.href}: ${why}`, { url: url.href }, { cause });
  try {
    const response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer', signal });
    if (!response.ok) throw fail(`the server answered ${response.status}`);
    const bytes = await readBytes(response.body, allowance.left, (size) => allowance.tooLarge(size));
    return { bytes: allowance.take(bytes), from: response.url || url.href };
  } catch (cause) {
    if (cause instanceof BulkheadError) throw cause;
    if (signal.aborted) throw signal.reason;
    throw fail('not reachable, or forbidden by its server (CORS)', cause);
  }
}
