import { BulkheadError } from '../../worker/protocol/errors.js';
import { utf8Bytes } from '../../worker/protocol/json.js';
import { show } from '../../worker/protocol/show.js';

/**
 * The source of a plugin: text, a URL to fetch, a file of the user, or the files of a package. A `bulkhead.json`, at
 * the URL or among the files, makes it a package. A zip file of a package, at the URL or as the file, is that package.
 */
export type PluginSource =
  | { readonly code: string }
  | { readonly url: string | URL }
  | { readonly file: Blob & { readonly name?: string } }
  | { readonly files: readonly { readonly path: string; readonly blob: Blob }[] };

/** The request to the broker worker to read a source. */
export interface Wanted {
  url?: string;
  files?: { path: string; bytes: Uint8Array }[];
  origin: string;
}

/**
 * Converts a source into the form that the broker worker reads, without running or fetching any of it.
 * @throws `SOURCE_TOO_LARGE`, `BAD_ARGS`.
 */
export async function toRead(source: PluginSource, maxBytes: number): Promise<Wanted> {
  if (typeof source !== 'object' || source === null) throw wrong(source);
  if ('code' in source && typeof source.code === 'string') {
    const bytes = source.code.length > maxBytes ? source.code.length : utf8Bytes(source.code);
    if (bytes > maxBytes) throw tooLarge(bytes, maxBytes);
    return { files: [{ path: 'plugin.js', bytes: new TextEncoder().encode(source.code) }], origin: 'pasted' };
  }
  if ('file' in source && source.file instanceof Blob) {
    const { name = 'file' } = source.file;
    return { files: await readFiles([{ path: 'plugin.js', blob: source.file }], maxBytes), origin: name };
  }
  if ('files' in source && Array.isArray(source.files)) {
    return { files: await readFiles(source.files, maxBytes), origin: `${source.files.length} files` };
  }
  if ('url' in source) {
    const base = globalThis.document?.baseURI;
    if (!URL.canParse(source.url, base))
      throw new BulkheadError(
        'BAD_ARGS',
        `url: ${show(String(source.url))} is no URL; give a whole one, or a path from this page`,
      );
    const { href } = new URL(source.url, base);
    return { url: href, origin: href };
  }
  throw wrong(source);
}

const wrong = (source: unknown) =>
  new BulkheadError(
    'BAD_ARGS',
    `install takes { code: text }, { url }, { file: a Blob } or { files: a list of { path, blob } }; got ${
      typeof source === 'object' && source !== null ? `{ ${Object.keys(source).slice(0, 8).join(', ')} }` : show(source)
    }`,
  );

async function readFiles(files: readonly { readonly path: string; readonly blob: Blob }[], maxBytes: number) {
  const size = files.reduce((sum, { blob }) => sum + (blob instanceof Blob ? blob.size : 0), 0);
  if (size > maxBytes) throw tooLarge(size, maxBytes);
  return Promise.all(
    files.map(async ({ path, blob }) => {
      if (!(blob instanceof Blob))
        throw new BulkheadError('BAD_ARGS', `files: ${show(path)} needs a Blob or File as its \`blob\``);
      return { path: String(path), bytes: new Uint8Array(await blob.arrayBuffer()) };
    }),
  );
}

const tooLarge = (bytes: number, maxBytes: number) =>
  new BulkheadError('SOURCE_TOO_LARGE', `the source takes ${bytes} bytes or more of ${maxBytes}`, { bytes, maxBytes });
