import type { MakePart } from '../platform.js';
import { cloner } from './clone/cloner.js';

const LINE_ENDS = /\r\n|\r|\n/g;

/** A type in lower case; a text with anything but printable ASCII is none. */
const typeOf = (given: unknown): string => {
  const text = given === undefined ? '' : `${given}`;
  return /[^\x20-\x7e]/.test(text) ? '' : text.toLowerCase();
};

/** Bytes one after another. */
function join(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** `Blob` and `File`, by the File API standard. Their bytes lie in the guest's memory. */
export const make: MakePart = (kit) => {
  const { TextEncoder, TextDecoder } = kit.use('text');
  let bytesOf: (blob: Blob) => Uint8Array<ArrayBuffer>;

  const pieceOf = (part: unknown, native: boolean): Uint8Array => {
    if (part instanceof Blob) return bytesOf(part);
    if (part instanceof ArrayBuffer) return new Uint8Array(part).slice();
    if (ArrayBuffer.isView(part)) return new Uint8Array(part.buffer, part.byteOffset, part.byteLength).slice();
    const text = `${part}`;
    return new TextEncoder().encode(native ? text.replace(LINE_ENDS, '\n') : text);
  };

  class Blob {
    #bytes: Uint8Array<ArrayBuffer>;
    #type: string;

    constructor(parts?: unknown, options?: unknown) {
      if (options !== undefined && options !== null && typeof options !== 'object' && typeof options !== 'function') {
        throw new TypeError('the options of a Blob are an object');
      }
      const { endings = 'transparent', type } = (options ?? {}) as { endings?: unknown; type?: unknown };
      if (`${endings}` !== 'transparent' && `${endings}` !== 'native')
        throw new TypeError('endings is transparent or native');
      if (parts !== undefined && (typeof parts !== 'object' || parts === null || !(Symbol.iterator in parts))) {
        throw new TypeError('a Blob is made of a list of parts');
      }
      this.#bytes = join(
        Array.from((parts ?? []) as Iterable<unknown>, (part) => pieceOf(part, `${endings}` === 'native')),
      );
      this.#type = typeOf(type);
    }
    static {
      bytesOf = (blob) => blob.#bytes;
    }
    get size(): number {
      return this.#bytes.length;
    }
    get type(): string {
      return this.#type;
    }
    slice(start?: unknown, end?: unknown, type?: unknown): Blob {
      const made = new Blob([], { type });
      made.#bytes = this.#bytes.slice(indexOf(start, 0, this.size), indexOf(end, this.size, this.size));
      return made;
    }
    async arrayBuffer(): Promise<ArrayBuffer> {
      return this.#bytes.slice().buffer;
    }
    async bytes(): Promise<Uint8Array> {
      return this.#bytes.slice();
    }
    async text(): Promise<string> {
      return new TextDecoder().decode(this.#bytes);
    }
    stream(): unknown {
      const bytes = this.#bytes.slice();
      return new (kit.use('streams').ReadableStream)({
        type: 'bytes',
        start(controller: { enqueue(bytes: Uint8Array): void; close(): void }) {
          if (bytes.length > 0) controller.enqueue(bytes);
          controller.close();
        },
      });
    }
    get [Symbol.toStringTag](): string {
      return 'Blob';
    }
    [cloner](): Blob {
      return new Blob([this], { type: this.#type });
    }
  }
  Object.defineProperty(Blob.prototype, cloner, { enumerable: false });

  class File extends Blob {
    readonly #name: string;
    readonly #lastModified: number;

    constructor(parts: unknown, name: unknown, options?: { readonly type?: unknown; readonly lastModified?: unknown }) {
      if (arguments.length < 2) throw new TypeError('a File is made of parts and a name');
      super(parts, options);
      this.#name = `${name}`.toWellFormed();
      const given = options?.lastModified;
      this.#lastModified = given === undefined ? Date.now() : Math.trunc(Number(given)) || 0;
    }
    get name(): string {
      return this.#name;
    }
    get lastModified(): number {
      return this.#lastModified;
    }
    get webkitRelativePath(): string {
      return '';
    }
    override get [Symbol.toStringTag](): string {
      return 'File';
    }
    override [cloner](): File {
      return new File([this], this.#name, { type: this.type, lastModified: this.#lastModified });
    }
  }
  return { Blob, File, bytesOf: (blob: Blob) => bytesOf(blob) };
};

/** An index into bytes, counted from the end where it is negative. */
function indexOf(given: unknown, fallback: number, size: number): number {
  if (given === undefined) return fallback;
  const at = Math.trunc(Number(given)) || 0;
  return at < 0 ? Math.max(size + at, 0) : Math.min(at, size);
}
