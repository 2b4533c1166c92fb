import type { Bytes, Own } from './own.js';

interface TextEncoderShape {
  readonly encoding: string;
  encode(input?: string): Uint8Array;
  encodeInto(source: string, destination: Uint8Array): { read: number; written: number };
}
interface TextDecoderOptions {
  readonly fatal?: boolean;
  readonly ignoreBOM?: boolean;
}
interface TextDecoderShape {
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  decode(input?: Bytes, options?: { readonly stream?: boolean }): string;
}
interface Codec {
  readonly readable: ReadableStream;
  readonly writable: WritableStream;
}
interface TextEncoderStreamShape {
  readonly encoding: string;
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<string>;
}
interface TextDecoderStreamShape {
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  readonly readable: ReadableStream<string>;
  readonly writable: WritableStream<Bytes>;
}
interface PackingShape extends Codec {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Bytes>;
}
/** Older types of pages lack both: then the interfaces are empty, and what is made has the members all the same. */
interface PackingClass<Stream> {
  prototype: Stream;
  new (format: Format): Stream & PackingShape;
}
type Format = 'deflate' | 'deflate-raw' | 'gzip';

declare global {
  interface TextEncoder extends Own<TextEncoderShape> {}
  interface TextDecoder extends Own<TextDecoderShape> {}
  interface TextEncoderStream extends Own<TextEncoderStreamShape> {}
  interface TextDecoderStream extends Own<TextDecoderStreamShape> {}
  interface CompressionStream extends Own<PackingShape> {}
  interface DecompressionStream extends Own<PackingShape> {}

  var TextEncoder: typeof globalThis extends { onmessage: unknown; TextEncoder: infer T }
    ? T
    : { prototype: TextEncoder; new (): TextEncoder };
  var TextDecoder: typeof globalThis extends { onmessage: unknown; TextDecoder: infer T }
    ? T
    : { prototype: TextDecoder; new (label?: string, options?: TextDecoderOptions): TextDecoder };
  var TextEncoderStream: typeof globalThis extends { onmessage: unknown; TextEncoderStream: infer T }
    ? T
    : { prototype: TextEncoderStream; new (): TextEncoderStream };
  var TextDecoderStream: typeof globalThis extends { onmessage: unknown; TextDecoderStream: infer T }
    ? T
    : { prototype: TextDecoderStream; new (label?: string, options?: TextDecoderOptions): TextDecoderStream };
  /** Holds its input until its end. */
  var CompressionStream: 'readable' extends keyof CompressionStream
    ? typeof globalThis extends { onmessage: unknown; CompressionStream: infer T }
      ? T
      : PackingClass<CompressionStream>
    : PackingClass<CompressionStream>;
  /** Holds its input until its end, and unpacks at most 32 MiB. */
  var DecompressionStream: 'readable' extends keyof DecompressionStream
    ? typeof globalThis extends { onmessage: unknown; DecompressionStream: infer T }
      ? T
      : PackingClass<DecompressionStream>
    : PackingClass<DecompressionStream>;

  /** Bytes, one character each, of a text in base64. */
  function atob(data: string): string;
  /** A text of bytes, one character each, in base64. */
  function btoa(data: string): string;
}
