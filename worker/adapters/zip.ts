import { deflateSync, Inflate } from 'fflate';

/** What goes in at once: what comes out before it is looked at is a thousand times as much at the worst. */
const SLICE = 4_096;

/** Thrown where there is more in it than there may be. */
export class TooMuch extends Error {}

/**
 * Unpacks what was deflated. It stops as soon as there is more than there may be.
 * @throws `TooMuch`, and an error for bytes that are no archive.
 */
export function inflated(bytes: Uint8Array, most: number): Uint8Array {
  const whole = new Uint8Array(most);
  let length = 0;
  const reader = new Inflate((piece) => {
    if (length + piece.length > most) throw new TooMuch(`over ${most} bytes`);
    whole.set(piece, length);
    length += piece.length;
  });
  for (let at = 0; at < bytes.length || at === 0; at += SLICE) {
    reader.push(bytes.subarray(at, at + SLICE), at + SLICE >= bytes.length);
  }
  return whole.subarray(0, length);
}

/** Deflates bytes. The same bytes give the same result on every machine, which the zlib of a platform does not promise. */
export const deflated = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(deflateSync(bytes, { level: 9 }));
