import type { Kit, MakePart } from '../platform.js';

interface Controller {
  enqueue(chunk: unknown): void;
}
interface Pair {
  readonly readable: object;
  readonly writable: object;
}

const FORMATS = ['deflate', 'deflate-raw', 'gzip'];

/** The bytes of a chunk. @throws a TypeError for anything else. */
function bytesOf(chunk: unknown): Uint8Array<ArrayBuffer> {
  if (chunk instanceof ArrayBuffer) return new Uint8Array(chunk.slice(0));
  if (!ArrayBuffer.isView(chunk)) throw new TypeError('a chunk is an ArrayBuffer or a view on one');
  return new Uint8Array(chunk.buffer as ArrayBuffer, chunk.byteOffset, chunk.byteLength).slice();
}

/** Streams that encode and decode. Compression is done by the browser once all has come: until then it lies in the guest's memory. */
export const make: MakePart = (kit) => ({
  TextEncoderStream: encoderStream(kit),
  TextDecoderStream: decoderStream(kit),
  CompressionStream: packing(kit, 'CompressionStream', 'compress'),
  DecompressionStream: packing(kit, 'DecompressionStream', 'decompress'),
});

function packing(kit: Kit, name: string, computation: string): unknown {
  const { TransformStream } = kit.use('streams');
  const Packing = class {
    readonly #pair: Pair;

    constructor(format: unknown) {
      if (!FORMATS.includes(`${format}`))
        throw new TypeError(`a format is one of ${FORMATS.join(', ')}; got ${format}`);
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      this.#pair = new TransformStream({
        transform: (chunk: unknown) => void pieces.push(bytesOf(chunk)),
        async flush(controller: Controller) {
          const { Blob, bytesOf: whole } = kit.use('blob');
          const bytes: Uint8Array<ArrayBuffer> = whole(new Blob(pieces.splice(0)));
          const made = new Uint8Array((await kit.start(computation, `${format}`, bytes.buffer)) as ArrayBuffer);
          if (made.length > 0) controller.enqueue(made);
        },
      });
    }
    get readable(): object {
      return this.#pair.readable;
    }
    get writable(): object {
      return this.#pair.writable;
    }
    get [Symbol.toStringTag](): string {
      return name;
    }
  };
  Object.defineProperty(Packing, 'name', { value: name, configurable: true });
  return Packing;
}

function encoderStream(kit: Kit): unknown {
  const { TransformStream } = kit.use('streams');
  const { TextEncoder } = kit.use('text');
  return class TextEncoderStream {
    readonly #pair: Pair;

    constructor() {
      const encoder = new TextEncoder();
      /** The first half of a character whose second is in the next chunk. */
      let half = '';
      this.#pair = new TransformStream({
        transform(chunk: unknown, controller: Controller) {
          const text = `${half}${chunk}`;
          half = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : '';
          const whole = half === '' ? text : text.slice(0, -1);
          if (whole !== '') controller.enqueue(encoder.encode(whole));
        },
        flush(controller: Controller) {
          if (half !== '') controller.enqueue(encoder.encode(half));
        },
      });
    }
    get encoding(): string {
      return 'utf-8';
    }
    get readable(): object {
      return this.#pair.readable;
    }
    get writable(): object {
      return this.#pair.writable;
    }
    get [Symbol.toStringTag](): string {
      return 'TextEncoderStream';
    }
  };
}

function decoderStream(kit: Kit): unknown {
  const { TransformStream } = kit.use('streams');
  const { TextDecoder } = kit.use('text');
  return class TextDecoderStream {
    readonly #pair: Pair;
    readonly #decoder: { readonly encoding: string; readonly fatal: boolean; readonly ignoreBOM: boolean };

    constructor(label?: unknown, options?: unknown) {
      const decoder = new TextDecoder(label, options);
      this.#decoder = decoder;
      this.#pair = new TransformStream({
        transform(chunk: unknown, controller: Controller) {
          const text: string = decoder.decode(bytesOf(chunk), { stream: true });
          if (text !== '') controller.enqueue(text);
        },
        flush(controller: Controller) {
          const text: string = decoder.decode();
          if (text !== '') controller.enqueue(text);
        },
      });
    }
    get encoding(): string {
      return this.#decoder.encoding;
    }
    get fatal(): boolean {
      return this.#decoder.fatal;
    }
    get ignoreBOM(): boolean {
      return this.#decoder.ignoreBOM;
    }
    get readable(): object {
      return this.#pair.readable;
    }
    get writable(): object {
      return this.#pair.writable;
    }
    get [Symbol.toStringTag](): string {
      return 'TextDecoderStream';
    }
  };
}
