import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const encoder = new TextEncoder();
const digest = (data: string | Uint8Array) => sha256(typeof data === 'string' ? encoder.encode(data) : data);

/** SHA-256, hexadecimal. A library does it, because pages on plain http have no `crypto.subtle`. */
export const sha256Hex = (data: string | Uint8Array): string => bytesToHex(digest(data));

/** SHA-256, base64. */
export const sha256Base64 = (data: string | Uint8Array): string => btoa(String.fromCharCode(...digest(data)));

/** SHA-256 as a manifest says it: `sha256-` and base64. */
export const sha256Pin = (data: string | Uint8Array): string => `sha256-${sha256Base64(data)}`;

/** SHA-256 of bytes that come in parts; `hex` is called once, after the last. */
export function sha256Parts(): { add(bytes: Uint8Array): void; hex(): string } {
  const hash = sha256.create();
  return { add: (bytes) => void hash.update(bytes), hex: () => bytesToHex(hash.digest()) };
}
