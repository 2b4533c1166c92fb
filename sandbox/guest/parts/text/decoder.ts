import type { Kit } from '../../platform.js';
import { NATIVE } from '../../wire.js';

interface Options {
  readonly fatal?: boolean;
  readonly ignoreBOM?: boolean;
}

const empty = new Uint8Array(0);

/** The bytes of a buffer or of a view on one. */
function bytesOf(input: unknown): Uint8Array {
  if (input === undefined) return empty;
  if (input instanceof ArrayBuffer) return new Uint8Array(input);
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  throw new TypeError('decode takes an ArrayBuffer or a view on one');
}

/** Bytes at the end that may be the beginning of a character. */
function unfinished(bytes: Uint8Array, encoding: string): number {
  const { length } = bytes;
  if (encoding === 'utf-8') {
    for (let back = 1; back <= Math.min(3, length); back++) {
      const byte = bytes[length - back] as number;
      if ((byte & 0xc0) === 0x80) continue;
      const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1;
      return needs > back ? back : 0;
    }
    return 0;
  }
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be') return 0;
  const odd = length % 2;
  const high = bytes[length - odd - (encoding === 'utf-16le' ? 1 : 2)] ?? 0;
  return odd + ((high & 0xfc) === 0xd8 && length - odd >= 2 ? 2 : 0);
}

/** Makes `TextDecoder`: the host decodes whole characters, and the guest keeps the bytes of one that is cut. */
export function makeDecoder(kit: Kit): unknown {
  return class TextDecoder {
    readonly #encoding: string;
    readonly #fatal: boolean;
    readonly #ignoreBOM: boolean;
    /** Bytes of a character whose end has not come. */
    #rest: Uint8Array = empty;
    #begun = false;

    constructor(label: unknown = 'utf-8', options: Options = {}) {
      this.#fatal = Boolean(options?.fatal);
      this.#ignoreBOM = Boolean(options?.ignoreBOM);
      this.#encoding = kit.compute('encodingOf', `${label}`) as string;
    }

    get encoding(): string {
      return this.#encoding;
    }
    get fatal(): boolean {
      return this.#fatal;
    }
    get ignoreBOM(): boolean {
      return this.#ignoreBOM;
    }

    decode(input?: unknown, options?: { readonly stream?: boolean }): string {
      const given = bytesOf(input);
      let bytes = given;
      if (this.#rest.length > 0) {
        bytes = new Uint8Array(this.#rest.length + given.length);
        bytes.set(this.#rest);
        bytes.set(given, this.#rest.length);
      }
      const isLast = !options?.stream;
      const keep = isLast ? 0 : unfinished(bytes, this.#encoding);
      const whole = bytes.length - keep;
      // The mark of the byte order is looked for at the beginning of a text only.
      const ignoreBOM = this.#ignoreBOM || this.#begun;
      const how = JSON.stringify([this.#encoding, this.#fatal, ignoreBOM]);
      this.#rest = empty;
      const begun = this.#begun;
      this.#begun = false;
      const text = kit.ask(NATIVE.decode, how, bytes.buffer as ArrayBuffer, bytes.byteOffset, whole) as string;
      if (!isLast) {
        this.#rest = bytes.slice(whole);
        this.#begun = begun || whole > 0;
      }
      return text;
    }

    get [Symbol.toStringTag](): string {
      return 'TextDecoder';
    }
  };
}
