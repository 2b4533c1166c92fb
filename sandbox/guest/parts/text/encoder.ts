import type { Kit } from '../../platform.js';
import { NATIVE } from '../../wire.js';

/** Makes `TextEncoder`. */
export function makeEncoder(kit: Kit): unknown {
  const encode = (input: unknown): ArrayBuffer => {
    const text = `${input}`;
    if (text.isWellFormed() && text.indexOf('\0') < 0) return kit.ask(NATIVE.encode, text) as ArrayBuffer;
    return kit.ask(NATIVE.encodeJson, JSON.stringify(text)) as ArrayBuffer;
  };

  return class TextEncoder {
    get encoding(): string {
      return 'utf-8';
    }

    encode(input: unknown = ''): Uint8Array {
      return new Uint8Array(encode(input));
    }

    encodeInto(source: unknown, destination: Uint8Array): { read: number; written: number } {
      if (!(destination instanceof Uint8Array)) throw new TypeError('encodeInto takes a Uint8Array');
      // No code unit takes less than a byte, so what is beyond the room is not encoded.
      const text = `${source}`.slice(0, destination.length);
      const bytes = new Uint8Array(encode(text));
      let written = Math.min(bytes.length, destination.length);
      // A character is written whole or not at all.
      while (written < bytes.length && written > 0 && ((bytes[written] as number) & 0xc0) === 0x80) written -= 1;
      destination.set(bytes.subarray(0, written));
      return { read: unitsOf(bytes, written), written };
    }

    get [Symbol.toStringTag](): string {
      return 'TextEncoder';
    }
  };
}

/** The UTF-16 code units that these bytes of UTF-8 stand for. */
function unitsOf(bytes: Uint8Array, end: number): number {
  let units = 0;
  for (let at = 0; at < end; at++) {
    const byte = bytes[at] as number;
    if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}
