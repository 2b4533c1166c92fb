import type { Kit, Made } from '../../platform.js';

/** The bytes of a buffer or of a view on one, copied. @throws a TypeError for anything else. */
export function bytesOf(given: unknown): Uint8Array<ArrayBuffer> {
  if (given instanceof ArrayBuffer) return new Uint8Array(given.slice(0));
  if (ArrayBuffer.isView(given)) {
    return new Uint8Array(given.buffer as ArrayBuffer, given.byteOffset, given.byteLength).slice();
  }
  throw new TypeError('an ArrayBuffer, or a view on one, is needed');
}

/** Bytes inside JSON. */
export interface Bytes {
  readonly bytes: string;
}

/** How values cross: bytes as base64. */
export function makeData(kit: Kit) {
  const { atob, btoa }: Made = kit.use('text');
  const toJson = (given: unknown): Bytes => {
    let text = '';
    for (const byte of bytesOf(given)) text += String.fromCharCode(byte);
    return { bytes: btoa(text) };
  };
  const fromJson = ({ bytes }: Bytes): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(bytes) as string, (char) => char.charCodeAt(0));
  return { toJson, fromJson };
}
