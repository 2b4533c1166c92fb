import { archiveOf, entriesOf, partsOf, unpacked, type ZipEntry, ZipFault } from '../adapters/zip-archive.js';
import { BulkheadError } from '../protocol/errors.js';
import { show } from '../protocol/show.js';
import { MANIFEST, type PackageFiles } from './package-files.js';

/** What a package may have as a zip file. All that it unpacks to has the limit of every source. */
const ZIP_LIMITS = { entries: 1_024, directoryBytes: 2 ** 20 };
/** An entry unpacks to so many times its size at most. Short files that repeat themselves are no bombs. */
const MOST_RATIO = 200;
const NO_BOMB_BYTES = 65_536;
/** What macOS adds for itself. */
const BESIDE = /^(\.\/)*__MACOSX\/|(^|\/)\.DS_Store$/;

interface Placed {
  readonly entry: ZipEntry;
  readonly parts: readonly string[];
}

/**
 * The files of a zip file: a package with its manifest at the root, or in the one folder that all of it is in; or one file alone.
 * What its directory says of paths and sizes is checked before anything is unpacked, and all is unpacked before any of it is used.
 * @throws `BAD_ARGS` for an archive that is damaged, encrypted, ambiguous, or leads elsewhere; `SOURCE_TOO_LARGE`.
 */
export async function zippedFiles({ origin, bytes }: PackageFiles['first'], maxBytes: number): Promise<PackageFiles> {
  const refuse = (why: string) => new BulkheadError('BAD_ARGS', `the zip file ${origin}: ${why}`);
  const archive = archiveOf(bytes);
  const entries = await entriesOf(archive, ZIP_LIMITS).catch((fault: Error) => {
    throw fault instanceof ZipFault ? refuse(`it ${fault.message}; pack it anew, with the files it needs only`) : fault;
  });
  const placed = placedIn(entries, refuse);
  checkSizes(placed, maxBytes, origin);
  const files = new Map<string, Uint8Array>();
  const root = placed[0]?.parts[0];
  const depth = placed.every(({ parts }) => parts.length > 1 && parts[0] === root) ? 1 : 0;
  for (const { entry, parts } of placed) {
    const content = await unpacked(archive, entry).catch((fault: Error) => {
      throw fault instanceof ZipFault ? refuse(`${show(entry.path)} ${fault.message}; pack it anew`) : fault;
    });
    if (content.length !== entry.bytes) throw refuse(`${show(entry.path)} is not as long as it says; pack it anew`);
    files.set(parts.slice(depth).join('/'), content);
  }
  const manifest = files.get(MANIFEST);
  const first = manifest ?? (files.size === 1 ? [...files.values()][0] : undefined);
  if (!first) throw refuse(`it has no ${MANIFEST} at its root, nor in one folder around everything; pack that folder`);
  return { first: { isPackage: manifest !== undefined, origin, bytes: first }, pick: async (path) => files.get(path) };
}

/** The files among the entries, each at a place of its own. */
function placedIn(entries: readonly ZipEntry[], refuse: (why: string) => BulkheadError): readonly Placed[] {
  const placed = new Map<string, Placed>();
  for (const entry of entries) {
    const parts = partsOf(entry.path);
    if (!parts) throw refuse(`the path ${show(entry.path)} leads out of it; use relative paths with / only`);
    if (entry.isLink) throw refuse(`${show(entry.path)} is a link; pack the file itself`);
    if (parts.at(-1) === '' || BESIDE.test(entry.path)) continue;
    const path = parts.join('/');
    if (placed.has(path)) throw refuse(`it has ${show(path)} twice; keep one`);
    placed.set(path, { entry, parts });
  }
  const inOrder = [...placed.values()].sort((a, b) => a.entry.at - b.entry.at);
  const overlaps = inOrder.some(
    ({ entry }, i) => entry.at + entry.packedBytes >= (inOrder[i + 1]?.entry.at ?? Infinity),
  );
  if (overlaps) throw refuse('its entries overlap; pack it anew');
  return inOrder;
}

/** @throws `SOURCE_TOO_LARGE` by what the archive says of itself. `unpacked` holds it to that. */
function checkSizes(placed: readonly Placed[], maxBytes: number, origin: string): void {
  const bytes = placed.reduce((sum, { entry }) => sum + entry.bytes, 0);
  const tooLarge = (what: string) =>
    new BulkheadError('SOURCE_TOO_LARGE', `the zip file ${origin}: ${what}`, { bytes, maxBytes });
  if (bytes > maxBytes) throw tooLarge(`it unpacks to ${bytes} bytes of ${maxBytes}; pack the files it needs only`);
  const bomb = placed.find(({ entry }) => entry.bytes > Math.max(NO_BOMB_BYTES, entry.packedBytes * MOST_RATIO));
  if (bomb)
    throw tooLarge(`${show(bomb.entry.path)} unpacks to more than ${MOST_RATIO} times its size; store it uncompressed`);
}
