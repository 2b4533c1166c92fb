import { inflated } from '../../../worker/adapters/zip.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import { FILE, type SkillFile, sorted } from './places.js';

const STORED = 0;
const DEFLATED = 8;
/** What macOS adds for itself. */
const BESIDE = '__MACOSX';

/**
 * Of a zip file, as if it were a folder: `<folder>/SKILL.md`; where no folder at its root has one and all of it is in one
 * folder, that one is the root, as it is in what code hosts hand out. Nothing but those files is unpacked, nothing is written
 * anywhere, and a path that leads elsewhere, or through a link, leads nowhere.
 * @throws `BAD_ARGS` for what is no zip file, and for one that holds more than it may.
 */
export async function filesOfZip(source: Blob | ArrayBuffer | Uint8Array): Promise<SkillFile[]> {
  const archive = archiveOf(source);
  const skills = skillsOf(await entriesOf(archive));
  const all = [...skills.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  const large = [...skills.values()].find(({ bytes }) => bytes > ZIP_LIMITS.fileBytes);
  if (large) throw badZip(`${large.path} has more than ${ZIP_LIMITS.fileBytes} bytes`);
  if (all > ZIP_LIMITS.skillsBytes) throw badZip(`its skills have more than ${ZIP_LIMITS.skillsBytes} bytes together`);
  const files: SkillFile[] = [];
  for (const [folder, entry] of skills) {
    const text = await textOf(archive, entry);
    if (text !== undefined) files.push({ folder, text });
  }
  return sorted(files);
}

function archiveOf(source: Blob | ArrayBuffer | Uint8Array): Archive {
  if (source instanceof Blob) {
    const read = async (from: number, to: number) => new Uint8Array(await source.slice(from, to).arrayBuffer());
    return { size: source.size, read };
  }
  const bytes = source instanceof Uint8Array ? source : new Uint8Array(source);
  return { size: bytes.length, read: async (from, to) => bytes.subarray(from, to) };
}

function skillsOf(entries: readonly ZipEntry[]): Map<string, ZipEntry> {
  const placed = entries.flatMap((entry) => {
    const parts = partsOf(entry.path);
    return parts && parts[0] !== BESIDE ? [{ entry, parts }] : [];
  });
  const links = new Set(placed.filter(({ entry }) => entry.isLink).map(({ parts }) => parts.join('/')));
  const found = (depth: number) =>
    new Map(
      placed.flatMap(({ entry, parts }): [string, ZipEntry][] => {
        const isSkill = parts.length === depth + 2 && parts.at(-1) === FILE;
        const isLinked = parts.some((_, at) => links.has(parts.slice(0, at + 1).join('/')));
        return isSkill && !isLinked ? [[parts[depth] ?? '', entry]] : [];
      }),
    );
  const atRoot = found(0);
  const roots = new Set(placed.map(({ parts }) => parts[0]));
  return atRoot.size === 0 && roots.size === 1 ? found(1) : atRoot;
}

/** The parts of a path that stays within the archive; nothing for another one. A folder's own ends with an empty part. */
function partsOf(path: string): string[] | undefined {
  const parts = path.replace(/^(?:\.\/)+/, '').split('/');
  const isOutside = /[\\\0]|^[A-Za-z]:/.test(path) || parts.slice(0, -1).some((part) => ['', '.', '..'].includes(part));
  return isOutside || parts.at(-1) === '..' ? undefined : parts;
}

/** The text of a file; nothing where it is not what the archive says of it. */
async function textOf(archive: Archive, entry: ZipEntry): Promise<string | undefined> {
  const packed = entry.isEncrypted ? undefined : await packedOf(archive, entry);
  if (!packed) return undefined;
  if (entry.method === STORED) return packed.length === entry.bytes ? new TextDecoder().decode(packed) : undefined;
  if (entry.method !== DEFLATED) return undefined;
  try {
    return new TextDecoder().decode(inflated(packed, entry.bytes));
  } catch {
    // Damaged, or more than the archive has said.
    return undefined;
  }
}

/** What may be in an archive. Of its files only those of skills are unpacked. */
const ZIP_LIMITS = {
  entries: 20_000,
  directoryBytes: 8 * 2 ** 20,
  fileBytes: 2 ** 20,
  skillsBytes: 16 * 2 ** 20,
};

interface Archive {
  readonly size: number;
  read(from: number, to: number): Promise<Uint8Array>;
}

interface ZipEntry {
  readonly path: string;
  readonly isLink: boolean;
  readonly isEncrypted: boolean;
  /** 0: as it is; 8: deflated. */
  readonly method: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly at: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const [END_BYTES, ENTRY_BYTES, LOCAL_BYTES] = [22, 46, 30];
/** A remark may stand at the end. */
const REMARK_BYTES = 0xffff;
const FILE_KIND = 0xf000;
const LINK = 0xa000;

const badZip = (why: string): BulkheadError => new BulkheadError('BAD_ARGS', `the skills cannot be read: ${why}`);

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** What an archive says of its files. Nothing is unpacked for that. @throws `BAD_ARGS` where it is none, or too large. */
async function entriesOf(archive: Archive): Promise<ZipEntry[]> {
  const from = Math.max(0, archive.size - END_BYTES - REMARK_BYTES);
  const tail = viewOf(await archive.read(from, archive.size));
  let end = tail.byteLength - END_BYTES;
  while (end >= 0 && tail.getUint32(end, true) !== END) end -= 1;
  if (end < 0) throw badZip('this is no zip file');
  const count = tail.getUint16(end + 10, true);
  const bytes = tail.getUint32(end + 12, true);
  // An archive of the larger kind says so by the largest numbers.
  if (count > ZIP_LIMITS.entries || bytes > ZIP_LIMITS.directoryBytes) {
    throw badZip(`the zip file has more than ${ZIP_LIMITS.entries} entries`);
  }
  const start = tail.getUint32(end + 16, true);
  if (start + bytes > archive.size) throw badZip('the zip file is damaged');
  return readDirectory(await archive.read(start, start + bytes), count);
}

function readDirectory(bytes: Uint8Array, count: number): ZipEntry[] {
  const view = viewOf(bytes);
  const entries: ZipEntry[] = [];
  const text = new TextDecoder();
  let at = 0;
  for (let number = 0; number < count; number++) {
    if (at + ENTRY_BYTES > bytes.length || view.getUint32(at, true) !== ENTRY) throw badZip('the zip file is damaged');
    const [name, extra, remark] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ];
    entries.push({
      path: text.decode(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + name)),
      isLink: ((view.getUint32(at + 38, true) >>> 16) & FILE_KIND) === LINK,
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      packedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    });
    at += ENTRY_BYTES + name + extra + remark;
  }
  return entries;
}

/** A file as it lies in the archive. Nothing where there is no file. */
async function packedOf(archive: Archive, { at, packedBytes }: ZipEntry): Promise<Uint8Array | undefined> {
  if (at + LOCAL_BYTES > archive.size) return undefined;
  const header = viewOf(await archive.read(at, at + LOCAL_BYTES));
  if (header.getUint32(0, true) !== LOCAL) return undefined;
  // Name and extra fields may be longer here than in the directory.
  const start = at + LOCAL_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
  if (start + packedBytes > archive.size) return undefined;
  return archive.read(start, start + packedBytes);
}
