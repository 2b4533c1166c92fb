import type { Kit, Made } from '../../platform.js';

type File = { readonly name: string; readonly type: string };

const escapeName = (name: string): string =>
  name
    .replace(/\r?\n|\r/g, '\r\n')
    .replace(/["\r\n]/g, (char) => (char === '"' ? '%22' : char === '\r' ? '%0D' : '%0A'));

/** Writes `FormData` as multipart/form-data. @returns its bytes and its type, which names the boundary. */
export function writeMultipart(
  kit: Kit,
  data: Iterable<readonly [string, unknown]>,
): readonly [Uint8Array<ArrayBuffer>, string] {
  const { Blob, bytesOf }: Made = kit.use('blob');
  const boundary = `----formdata-bulkhead-${kit.use('crypto').crypto.randomUUID()}`;
  const parts: unknown[] = [];
  for (const [name, value] of data) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"`;
    if (typeof value === 'string') parts.push(`${head}\r\n\r\n${value.replace(/\r?\n|\r/g, '\r\n')}\r\n`);
    else {
      const { name: filename, type } = value as File;
      parts.push(
        `${head}; filename="${escapeName(filename)}"\r\nContent-Type: ${type || 'application/octet-stream'}\r\n\r\n`,
        value,
        '\r\n',
      );
    }
  }
  parts.push(`--${boundary}--\r\n`);
  return [bytesOf(new Blob(parts)), `multipart/form-data; boundary=${boundary}`];
}

/** Where bytes stand in bytes, from a place on; -1 where they do not. */
function find(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const [first] = wanted;
  for (let at = bytes.indexOf(first as number, from); at >= 0; at = bytes.indexOf(first as number, at + 1)) {
    if (wanted.every((byte, i) => bytes[at + i] === byte)) return at;
  }
  return -1;
}

const unescapeName = (text: string): string => text.replace(/%22/g, '"').replace(/%0D/g, '\r').replace(/%0A/g, '\n');

/** Reads multipart/form-data. @throws a TypeError for bytes that are none. */
export function readMultipart(kit: Kit, bytes: Uint8Array<ArrayBuffer>, boundary: string): object {
  const { FormData } = kit.use('forms');
  const { File }: Made = kit.use('blob');
  const { TextEncoder, TextDecoder } = kit.use('text');
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const decode = (piece: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(piece);
  const wrong = () => new TypeError('the body is no form data');
  const [start, between, blank] = [encode(`--${boundary}`), encode(`\r\n--${boundary}`), encode('\r\n\r\n')];
  const data = new FormData();
  let at = find(bytes, start, 0);
  if (at < 0) throw wrong();
  at += start.length;
  while (decode(bytes.subarray(at, at + 2)) !== '--') {
    const head = find(bytes, blank, at);
    const end = head < 0 ? -1 : find(bytes, between, head + blank.length - 2);
    if (head < 0 || end < 0) throw wrong();
    const lines = decode(bytes.subarray(at, head));
    const [, name] = lines.match(/content-disposition:\s*form-data;.*?\bname="([^"]*)"/i) ?? [];
    if (name === undefined) throw wrong();
    const [, filename] = lines.match(/\bfilename="([^"]*)"/i) ?? [];
    const body = bytes.slice(head + blank.length, Math.max(end, head + blank.length));
    const type = lines.match(/content-type:\s*([^\r\n]+)/i)?.[1] ?? 'text/plain';
    const value = filename === undefined ? decode(body) : new File([body], unescapeName(filename), { type });
    data.append(unescapeName(name), value);
    at = end + between.length;
  }
  return data;
}
