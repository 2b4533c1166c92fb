import { sha256Hex, sha256Pin } from '../adapters/hash.js';
import { isZip } from '../adapters/zip-archive.js';
import type { ReadPackage } from '../protocol/broker.js';
import { BulkheadError } from '../protocol/errors.js';
import { parseJson } from '../protocol/json.js';
import { type Manifest, readManifest } from '../protocol/manifest.js';
import { isModulePath, SINGLE_MODULE, sourceOf } from '../protocol/modules.js';
import { hashFiles } from './hashes.js';
import { fetchedFiles, type GivenFile, givenFiles, MANIFEST, type PackageFiles } from './package-files.js';
import { zippedFiles } from './package-zip.js';
import { withMapInside } from './source-maps.js';

/** What an update shows of what its author says about it. */
const CHANGELOG = 'CHANGELOG.md';
const CHANGELOG_CHARS = 4_000;
/** Files that a package may list. */
const MOST_FILES = 1_000;

/** The location of a source, and the text about it for the user. A file of it may be a zip file of all others. */
export interface PackagePlace {
  readonly url?: string | undefined;
  readonly files?: readonly GivenFile[] | undefined;
  readonly origin: string;
}

/** Reads a package, which may be a zip file, and checks each file, running none. @throws `SOURCE_*`, `MANIFEST_INVALID`, `BAD_ARGS`. */
export async function readPackage(place: PackagePlace, maxBytes: number, signal: AbortSignal): Promise<ReadPackage> {
  if ((place.url === undefined) === (place.files === undefined)) {
    throw new BulkheadError('BAD_ARGS', 'a source is a URL, or files');
  }
  const given =
    place.url === undefined
      ? givenFiles(place.files ?? [], place.origin, maxBytes)
      : await fetchedFiles(place.url, maxBytes, signal);
  const files = isZip(given.first.bytes) ? await zippedFiles(given.first, maxBytes) : given;
  const { isPackage, origin, bytes } = files.first;
  const text = decode(bytes, origin);
  if (isPackage) return readFiles(files, text);
  const filesHash = hashFiles({ [SINGLE_MODULE]: sha256Hex(bytes) });
  return { source: text, manifest: '', origin, bytes: bytes.byteLength, filesHash };
}

async function readFiles(files: PackageFiles, manifestText: string): Promise<ReadPackage> {
  const { entry = '', files: pins = {} } = readText(manifestText);
  const listed = Object.entries(pins);
  if (listed.length > MOST_FILES) {
    const message = `manifest: \`files\`: at most ${MOST_FILES} files; got ${listed.length}; bundle some of them`;
    throw new BulkheadError('MANIFEST_INVALID', message, { path: '/files' });
  }
  const { origin, bytes: manifestBytes } = files.first;
  const hashes: Record<string, string> = { [MANIFEST]: sha256Hex(manifestBytes) };
  let bytes = manifestBytes.byteLength;
  const contents = new Map<string, Uint8Array>();
  for (const [path, pin] of listed) {
    const content = await files.pick(path);
    if (!content) throw fileError(path, 'is missing');
    if (sha256Pin(content) !== pin) throw fileError(path, 'is not the file that the manifest was made for');
    hashes[path] = sha256Hex(content);
    bytes += content.byteLength;
    contents.set(path, content);
  }
  const texts = new Map<string, string>();
  for (const [path, content] of contents) {
    if (path === entry || isModulePath(path)) texts.set(path, withMapInside(decode(content, path), path, contents));
  }
  const source = sourceOf({ entry, texts });
  const said = contents.get(CHANGELOG);
  const changelog = said && { changelog: new TextDecoder().decode(said).slice(0, CHANGELOG_CHARS) };
  return { source, manifest: manifestText, origin, bytes, filesHash: hashFiles(hashes), ...changelog };
}

function readText(text: string): Manifest {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    const message = `${MANIFEST} is not JSON: ${(cause as Error).message}`;
    throw new BulkheadError('MANIFEST_INVALID', message, { path: '' }, { cause });
  }
  return readManifest(value, true);
}

function fileError(path: string, what: string): BulkheadError {
  const pointer = `/files/${path.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return new BulkheadError('MANIFEST_INVALID', `manifest: \`files\`: ${path} ${what}`, { path: pointer });
}

function decode(bytes: Uint8Array, origin: string): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new BulkheadError('SOURCE_NOT_TEXT', `${origin} is not UTF-8 text`);
  }
  if (text.includes('\0')) throw new BulkheadError('SOURCE_NOT_TEXT', `${origin} holds NUL characters`);
  return text;
}
