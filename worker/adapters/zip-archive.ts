import { crc32 } from './crc32.js';
import { inflated, TooMuch } from './zip.js';

/** A zip file, or a file in it, that is not read. Its message is the end of a sentence about it, such as `is encrypted`. */
export class ZipFault extends Error {}

/** The bytes of a zip file. Only those that are asked for are read. */
export interface Archive {
  readonly size: number;
  read(from: number, to: number): Promise<Uint8Array>;
}

/** What the directory of a zip file says of one entry. None of it is sure before `unpacked` has compared it. */
export interface ZipEntry {
  readonly path: string;
  readonly isLink: boolean;
  readonly isEncrypted: boolean;
  /** 0: as it is; 8: deflated. */
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly at: number;
}

/** How much a zip file may list. */
export interface DirectoryLimits {
  readonly entries: number;
  readonly directoryBytes: number;
}

const [STORED, DEFLATED] = [0, 8];
const [END, ENTRY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50];
const [END_BYTES, ENTRY_BYTES, LOCAL_BYTES] = [22, 46, 30];
/** A remark may stand at the end. */
const REMARK_BYTES = 0xffff;
const [FILE_KIND, LINK] = [0xf000, 0xa000];

const damaged = () => new ZipFault('is damaged');
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** True for bytes that begin as a zip file with entries does. */
export const isZip = (bytes: Uint8Array): boolean => bytes.length >= 4 && viewOf(bytes).getUint32(0, true) === LOCAL;

/** The bytes of a file, or those that are at hand. */
export function archiveOf(source: Blob | ArrayBuffer | Uint8Array): Archive {
  if (source instanceof Blob) {
    const read = async (from: number, to: number) => new Uint8Array(await source.slice(from, to).arrayBuffer());
    return { size: source.size, read };
  }
  const bytes = source instanceof Uint8Array ? source : new Uint8Array(source);
  return { size: bytes.length, read: async (from, to) => bytes.subarray(from, to) };
}

/** The parts of a path that stays within the archive; nothing for another one. A folder's own ends with an empty part. */
export function partsOf(path: string): string[] | undefined {
  const parts = path.replace(/^(?:\.\/)+/, '').split('/');
  const isOutside = /[\\\0]|^[A-Za-z]:/.test(path) || parts.slice(0, -1).some((part) => ['', '.', '..'].includes(part));
  return isOutside || ['.', '..'].includes(parts.at(-1) ?? '') ? undefined : parts;
}

/** What an archive says of its files. Nothing is unpacked for that. @throws `ZipFault` where it is none, or lists too much. */
export async function entriesOf(archive: Archive, { entries, directoryBytes }: DirectoryLimits): Promise<ZipEntry[]> {
  const from = Math.max(0, archive.size - END_BYTES - REMARK_BYTES);
  const tail = viewOf(await archive.read(from, archive.size));
  let end = tail.byteLength - END_BYTES;
  const isEnd = () =>
    tail.getUint32(end, true) === END && end + END_BYTES + tail.getUint16(end + 20, true) === tail.byteLength;
  while (end >= 0 && !isEnd()) end -= 1;
  if (end < 0) throw new ZipFault('is no zip file');
  const [count, bytes] = [tail.getUint16(end + 10, true), tail.getUint32(end + 12, true)];
  // An archive of the larger kind says so by the largest numbers.
  if (count > entries || bytes > directoryBytes) throw new ZipFault(`has more than ${entries} entries`);
  const start = tail.getUint32(end + 16, true);
  if (start + bytes > from + end) throw damaged();
  return readDirectory(await archive.read(start, start + bytes), count);
}

function readDirectory(bytes: Uint8Array, count: number): ZipEntry[] {
  const view = viewOf(bytes);
  const entries: ZipEntry[] = [];
  const text = new TextDecoder();
  let at = 0;
  for (let number = 0; number < count; number++) {
    if (at + ENTRY_BYTES > bytes.length || view.getUint32(at, true) !== ENTRY) throw damaged();
    const short = (place: number) => view.getUint16(at + place, true);
    const long = (place: number) => view.getUint32(at + place, true);
    const nameEnd = at + ENTRY_BYTES + short(28);
    entries.push({
      path: text.decode(bytes.subarray(at + ENTRY_BYTES, nameEnd)),
      isLink: ((long(38) >>> 16) & FILE_KIND) === LINK,
      isEncrypted: (short(8) & 1) === 1,
      method: short(10),
      crc: long(16),
      packedBytes: long(20),
      bytes: long(24),
      at: long(42),
    });
    at = nameEnd + short(30) + short(32);
  }
  // It has entries that it does not count, or ends within one.
  if (at !== bytes.length) throw damaged();
  return entries;
}

/**
 * Unpacks a file: never more than the archive says that it has, and perhaps less.
 * @throws `ZipFault` for one that is encrypted, packed in another way, damaged, or not what the archive says.
 */
export async function unpacked(archive: Archive, entry: ZipEntry): Promise<Uint8Array> {
  if (entry.isEncrypted) throw new ZipFault('is encrypted');
  if (entry.method !== STORED && entry.method !== DEFLATED)
    throw new ZipFault('is packed by a method that is not read');
  const packed = await packedOf(archive, entry);
  if (entry.method === STORED && packed.length !== entry.bytes) throw new ZipFault('is not as long as it says');
  const bytes = entry.method === STORED ? packed : inflate(packed, entry.bytes);
  if (crc32(bytes) !== entry.crc) throw new ZipFault('does not have its checksum');
  return bytes;
}

function inflate(packed: Uint8Array, most: number): Uint8Array {
  try {
    return inflated(packed, most);
  } catch (error) {
    throw error instanceof TooMuch ? new ZipFault('unpacks to more than it says') : damaged();
  }
}

/** A file as it lies in the archive, where it has the same name as in the directory. */
async function packedOf(archive: Archive, { path, at, packedBytes }: ZipEntry): Promise<Uint8Array> {
  if (at + LOCAL_BYTES > archive.size) throw damaged();
  const header = viewOf(await archive.read(at, at + LOCAL_BYTES));
  if (header.getUint32(0, true) !== LOCAL) throw damaged();
  const nameAt = at + LOCAL_BYTES;
  const nameEnd = nameAt + header.getUint16(26, true);
  // Extra fields may be longer here than in the directory.
  const start = nameEnd + header.getUint16(28, true);
  if (start + packedBytes > archive.size) throw damaged();
  if (new TextDecoder().decode(await archive.read(nameAt, nameEnd)) !== path) throw new ZipFault('has two names');
  return archive.read(start, start + packedBytes);
}
