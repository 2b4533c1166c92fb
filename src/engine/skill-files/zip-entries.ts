import { BulkheadError } from '../../../worker/protocol/errors.js';

/** What may be in an archive. Of its files only those of skills are unpacked. */
export const ZIP_LIMITS = {
  entries: 20_000,
  directoryBytes: 8 * 2 ** 20,
  fileBytes: 2 ** 20,
  skillsBytes: 16 * 2 ** 20,
};

/** An archive, of which parts are read. */
export interface Archive {
  readonly size: number;
  read(from: number, to: number): Promise<Uint8Array>;
}

/** A file of an archive, by what the archive says of it. */
export interface ZipEntry {
  readonly path: string;
  readonly isLink: boolean;
  readonly isEncrypted: boolean;
  /** 0: as it is; 8: deflated. */
  readonly method: number;
  readonly packedBytes: number;
  readonly bytes: number;
  /** Where its own header is. */
  readonly at: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const FILE = 0x04034b50;
const [END_BYTES, ENTRY_BYTES, FILE_BYTES] = [22, 46, 30];
/** A remark may stand at the end. */
const REMARK_BYTES = 0xffff;
const FILE_KIND = 0xf000;
const LINK = 0xa000;

export const badZip = (why: string): BulkheadError =>
  new BulkheadError('BAD_ARGS', `the skills cannot be read: ${why}`);

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** What an archive says of its files. Nothing is unpacked for that. @throws `BAD_ARGS` where it is none, or too large. */
export async function entriesOf(archive: Archive): Promise<ZipEntry[]> {
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
export async function packedOf(archive: Archive, { at, packedBytes }: ZipEntry): Promise<Uint8Array | undefined> {
  if (at + FILE_BYTES > archive.size) return undefined;
  const header = viewOf(await archive.read(at, at + FILE_BYTES));
  if (header.getUint32(0, true) !== FILE) return undefined;
  // Name and extra fields may be longer here than in the directory.
  const start = at + FILE_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
  if (start + packedBytes > archive.size) return undefined;
  return archive.read(start, start + packedBytes);
}
