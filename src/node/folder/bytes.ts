import { Deserializer, Serializer } from 'node:v8';

/** Code units from here on take three bytes; those below take one. */
const ESCAPE = 0xff;

/** The bytes of a key: their order is that of the key's UTF-16 code units, and a prefix of the key is a prefix of them. */
export function keyBytes(key: string): Buffer {
  const bytes: number[] = [];
  for (let i = 0; i < key.length; i += 1) {
    const unit = key.charCodeAt(i);
    if (unit < ESCAPE) bytes.push(unit);
    else bytes.push(ESCAPE, unit >> 8, unit & 0xff);
  }
  return Buffer.from(bytes);
}

/** The key that `keyBytes` has made these bytes of. */
export function keyOfBytes(bytes: Uint8Array): string {
  let key = '';
  for (let i = 0; i < bytes.length; i += 1) {
    const first = bytes[i] ?? 0;
    if (first < ESCAPE) key += String.fromCharCode(first);
    else {
      key += String.fromCharCode(((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0));
      i += 2;
    }
  }
  return key;
}

/** The keys from `gte` on, or above `gt`, and below `lt` or without an end. */
export interface ByteRange {
  readonly gte?: Buffer;
  readonly gt?: Buffer;
  readonly lt?: Buffer;
}

/** All keys that begin with a prefix. A prefix of nothing but U+FFFF has no end. */
export function prefixRange(prefix: string): ByteRange {
  const gte = keyBytes(prefix);
  let last = gte.length - 1;
  while (last >= 0 && gte[last] === 0xff) last -= 1;
  if (last < 0) return { gte };
  const lt = Buffer.from(gte.subarray(0, last + 1));
  lt[last] = (lt[last] ?? 0) + 1;
  return { gte, lt };
}

/**
 * A value by the structured clone algorithm, in the form of V8, which later versions of Node read.
 * @throws an error of V8's for what cannot be cloned, such as a function.
 */
export function valueBytes(value: unknown): Buffer {
  const writer = new Serializer();
  writer.writeHeader();
  writer.writeValue(value);
  return writer.releaseBuffer();
}

/** A new copy of the value in these bytes. @throws an error of V8's for bytes of something else. */
export function valueOfBytes(bytes: Uint8Array): unknown {
  const reader = new Deserializer(bytes);
  reader.readHeader();
  return reader.readValue();
}
