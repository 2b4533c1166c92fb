import { damaged, noBackup } from './faults.js';

/** A file inside a zip file. */
export interface ZipFile {
  readonly name: string;
  /** Deflated, unless `stored`. */
  readonly packed: Blob;
  readonly stored: boolean;
  readonly crc: number;
  /** Bytes when unpacked. */
  readonly size: number;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
/** 4 GB: beyond it a zip file needs another form. */
const MOST_BYTES = 0xffff_ffff;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const VERSION = 20;
const DEFLATED = 8;
/** 1 January 1980: the hour of saving stands in the header of the backup. */
const DATE = 0x21;

function record(
  signature: number,
  bytes: number,
  fields: readonly (readonly [at: number, size: 2 | 4, value: number])[],
) {
  const view = new DataView(new ArrayBuffer(bytes));
  view.setUint32(0, signature, true);
  for (const [at, size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
  }
  return view.buffer;
}

/** Puts files into one zip file. @throws RangeError above 4 GB. */
export function zipOf(files: readonly ZipFile[]): Blob {
  const parts: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let [at, directoryBytes] = [0, 0];
  for (const { name, packed, stored, crc, size } of files) {
    const spelt = new TextEncoder().encode(name);
    const of = [FLAGS, stored ? 0 : DEFLATED, 0, DATE] as const;
    const common = (from: number) => [
      ...[VERSION, ...of].map((value, i) => [from + 2 * i, 2, value] as const),
      ...[crc, packed.size, size].map((value, i) => [from + 10 + 4 * i, 4, value] as const),
      [from + 22, 2, spelt.length] as const,
    ];
    parts.push(record(LOCAL, LOCAL_BYTES, common(4)), spelt, packed);
    directory.push(record(CENTRAL, CENTRAL_BYTES, [[4, 2, VERSION], ...common(6), [42, 4, at]]), spelt);
    at += LOCAL_BYTES + spelt.length + packed.size;
    directoryBytes += CENTRAL_BYTES + spelt.length;
    if (at + directoryBytes > MOST_BYTES || size > MOST_BYTES) throw new RangeError('a backup has at most 4 GB');
  }
  const end = record(END, END_BYTES, [
    [8, 2, files.length],
    [10, 2, files.length],
    [12, 4, directoryBytes],
    [16, 4, at],
  ]);
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}

const viewOf = async (file: Blob, from: number, to: number) => new DataView(await file.slice(from, to).arrayBuffer());

/** Reads the directory of a zip file that `zipOf` has made. @throws `BAD_ARGS` for another file, `STORE_BROKEN` for a part of one. */
export async function readZip(file: Blob): Promise<ReadonlyMap<string, ZipFile>> {
  const first = await viewOf(file, 0, 4);
  if (first.byteLength < 4 || first.getUint32(0, true) !== LOCAL) throw noBackup();
  const end = await viewOf(file, Math.max(0, file.size - END_BYTES), file.size);
  if (end.byteLength < END_BYTES || end.getUint32(0, true) !== END) throw damaged('its end is missing');
  const [count, bytes, from] = [end.getUint16(10, true), end.getUint32(12, true), end.getUint32(16, true)];
  if (from + bytes + END_BYTES !== file.size) throw damaged('its size is not the one that it names');
  const view = await viewOf(file, from, from + bytes);
  const files = new Map<string, ZipFile>();
  for (let at = 0, i = 0; i < count; i += 1) {
    if (at + CENTRAL_BYTES > bytes || view.getUint32(at, true) !== CENTRAL)
      throw damaged('its list of files is broken');
    const method = view.getUint16(at + 10, true);
    const [crc, packed, size] = [16, 20, 24].map((offset) => view.getUint32(at + offset, true)) as [
      number,
      number,
      number,
    ];
    const length = view.getUint16(at + 28, true);
    const more = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const local = view.getUint32(at + 42, true);
    const nameAt = view.byteOffset + at + CENTRAL_BYTES;
    if (at + CENTRAL_BYTES + length + more > bytes) throw damaged('its list of files is broken');
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, nameAt, length));
    const head = await viewOf(file, local, local + LOCAL_BYTES);
    if (head.byteLength < LOCAL_BYTES || head.getUint32(0, true) !== LOCAL) throw damaged(`${name} is missing`);
    const start = local + LOCAL_BYTES + head.getUint16(26, true) + head.getUint16(28, true);
    if (start + packed > from) throw damaged(`${name} is cut off`);
    files.set(name, { name, packed: file.slice(start, start + packed), stored: method === 0, crc, size });
    at += CENTRAL_BYTES + length + more;
  }
  return files;
}
