import type { MakePart } from '../platform.js';
import { NATIVE } from '../wire.js';
import { makeSubtle } from './crypto/subtle.js';

/** Random bytes that one call may ask for, by the standard. */
const QUOTA = 65_536;
const INTEGERS = /^(?:Int|Uint|BigInt|BigUint)\d+(?:Clamped)?Array$/;

/** Web Cryptography, by the browser's own. Random bytes are drawn anew in every call, also in a guest from an image. */
export const make: MakePart = (kit) => {
  const { DOMException } = kit.use('events');
  const { SubtleCrypto, CryptoKey, subtle } = makeSubtle(kit);
  let made = false;

  class Crypto {
    constructor() {
      if (made) throw new TypeError('Illegal constructor');
      made = true;
    }
    getRandomValues<T extends ArrayBufferView>(array: T): T {
      const kind = ArrayBuffer.isView(array) ? Object.prototype.toString.call(array).slice(8, -1) : '';
      if (!ArrayBuffer.isView(array)) throw new TypeError('getRandomValues takes a typed array');
      if (!INTEGERS.test(kind)) throw new DOMException('the array must hold integers', 'TypeMismatchError');
      if (array.byteLength > QUOTA) {
        throw new DOMException(`at most ${QUOTA} bytes at once`, 'QuotaExceededError');
      }
      const random = new Uint8Array(kit.ask(NATIVE.random, `${array.byteLength}`) as ArrayBuffer);
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(random);
      return array;
    }
    randomUUID(): string {
      const bytes = this.getRandomValues(new Uint8Array(16));
      bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
      bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
      const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    }
    get [Symbol.toStringTag](): string {
      return 'Crypto';
    }
  }
  const crypto = new Crypto();
  // As in a page: without https there is none.
  if (!kit.compute('has', 'subtle')) return { Crypto, crypto };
  Object.defineProperty(Crypto.prototype, 'subtle', { get: () => subtle, configurable: true, enumerable: true });
  return { Crypto, SubtleCrypto, CryptoKey, crypto };
};
