import { BulkheadError } from '../worker/protocol/errors.js';
import { utf8Bytes } from '../worker/protocol/json.js';

/** Where a plugin's source comes from: text, a URL to fetch, or a file the user gave. */
export type PluginSource =
  | { readonly code: string }
  | { readonly url: string | URL }
  | { readonly file: Blob & { readonly name?: string } };

export interface ReadSource {
  readonly code: string;
  /** For the user: a file name, a URL, or `pasted`. */
  readonly origin: string;
  readonly bytes: number;
}

const WHAT = 'install takes { code }, { url } or { file }';

/**
 * Reads a source as UTF-8 text, without running any of it.
 * @throws `SOURCE_TOO_LARGE`, `SOURCE_NOT_TEXT`, `SOURCE_UNREACHABLE`, `BAD_ARGS`.
 */
export async function readSource(source: PluginSource, maxBytes: number, signal?: AbortSignal): Promise<ReadSource> {
  if (typeof source !== 'object' || source === null) throw new BulkheadError('BAD_ARGS', WHAT);
  if ('code' in source && typeof source.code === 'string') {
    const bytes = source.code.length > maxBytes ? source.code.length : utf8Bytes(source.code);
    return { code: checkText(source.code, bytes, maxBytes), origin: 'pasted', bytes };
  }
  if ('file' in source && source.file instanceof Blob) {
    if (source.file.size > maxBytes) throw tooLarge(source.file.size, maxBytes);
    return decode(new Uint8Array(await source.file.arrayBuffer()), source.file.name ?? 'file', maxBytes);
  }
  if ('url' in source) {
    if (!URL.canParse(source.url, document.baseURI)) throw new BulkheadError('BAD_ARGS', `${source.url} is no URL`);
    return fetchSource(new URL(source.url, document.baseURI), maxBytes, signal);
  }
  throw new BulkheadError('BAD_ARGS', WHAT);
}

/** Fetches without credentials, and stops reading where the limit is. */
async function fetchSource(url: URL, maxBytes: number, signal?: AbortSignal): Promise<ReadSource> {
  const fail = (why: string, cause?: unknown) =>
    new BulkheadError('SOURCE_UNREACHABLE', `${url.href}: ${why}`, { url: url.href }, { cause });
  let response: Response;
  try {
    response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer', ...(signal && { signal }) });
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    throw fail('not reachable, or forbidden by its server (CORS)', cause);
  }
  if (!response.ok || !response.body) throw fail(`the server answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    chunks.push(value);
    if (size > maxBytes) {
      await reader.cancel();
      throw tooLarge(size, maxBytes);
    }
  }
  return decode(new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer()), url.href, maxBytes);
}

function decode(bytes: Uint8Array, origin: string, maxBytes: number): ReadSource {
  let code: string;
  try {
    code = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new BulkheadError('SOURCE_NOT_TEXT', `${origin} is not UTF-8 text`);
  }
  return { code: checkText(code, bytes.byteLength, maxBytes), origin, bytes: bytes.byteLength };
}

function checkText(code: string, bytes: number, maxBytes: number): string {
  if (bytes > maxBytes) throw tooLarge(bytes, maxBytes);
  if (code.includes('\0')) throw new BulkheadError('SOURCE_NOT_TEXT', 'the source holds NUL characters');
  return code;
}

const tooLarge = (bytes: number, maxBytes: number) =>
  new BulkheadError('SOURCE_TOO_LARGE', `the source takes ${bytes} bytes or more of ${maxBytes}`, { bytes, maxBytes });
