import type { Own } from './own.js';

type Result<T> = { done: false; value: T } | { done: true; value: T | undefined };
interface PipeOptions {
  readonly preventAbort?: boolean;
  readonly preventCancel?: boolean;
  readonly preventClose?: boolean;
  readonly signal?: AbortSignal;
}
interface Strategy<T> {
  readonly highWaterMark?: number;
  readonly size?: (chunk: T) => number;
}
interface Source<R> {
  readonly type?: undefined;
  start?(controller: ReadableStreamDefaultController<R>): unknown;
  pull?(controller: ReadableStreamDefaultController<R>): void | PromiseLike<void>;
  cancel?(reason?: any): void | PromiseLike<void>;
}
interface ByteSource {
  readonly type: 'bytes';
  readonly autoAllocateChunkSize?: number;
  start?(controller: ReadableByteStreamController): unknown;
  pull?(controller: ReadableByteStreamController): void | PromiseLike<void>;
  cancel?(reason?: any): void | PromiseLike<void>;
}

interface ReadableStreamShape<R> {
  readonly locked: boolean;
  cancel(reason?: any): Promise<void>;
  getReader(options: { readonly mode: 'byob' }): ReadableStreamBYOBReader;
  getReader(options?: { readonly mode?: undefined }): ReadableStreamDefaultReader<R>;
  pipeThrough<T>(
    transform: { readonly readable: ReadableStream<T>; readonly writable: WritableStream<R> },
    options?: PipeOptions,
  ): ReadableStream<T>;
  pipeTo(destination: WritableStream<R>, options?: PipeOptions): Promise<void>;
  tee(): [ReadableStream<R>, ReadableStream<R>];
  values(options?: { readonly preventCancel?: boolean }): AsyncIterableIterator<R>;
  [Symbol.asyncIterator](options?: { readonly preventCancel?: boolean }): AsyncIterableIterator<R>;
}
interface ReadableStreamClass {
  prototype: ReadableStream;
  new (source: ByteSource, strategy?: { readonly highWaterMark?: number }): ReadableStream<Uint8Array>;
  new <R = any>(source?: Source<R>, strategy?: Strategy<R>): ReadableStream<R>;
  from<R>(given: Iterable<R> | AsyncIterable<R>): ReadableStream<R>;
}
interface Reader {
  readonly closed: Promise<void>;
  cancel(reason?: any): Promise<void>;
  releaseLock(): void;
}
interface DefaultReaderShape<R> extends Reader {
  read(): Promise<Result<R>>;
}
interface BYOBReaderShape extends Reader {
  read<T extends ArrayBufferView>(view: T, options?: { readonly min?: number }): Promise<Result<T>>;
}
interface Controller {
  readonly desiredSize: number | null;
  close(): void;
  error(reason?: any): void;
}
interface DefaultControllerShape<R> extends Controller {
  enqueue(chunk: R): void;
}
interface ByteControllerShape extends Controller {
  readonly byobRequest: ReadableStreamBYOBRequest | null;
  enqueue(chunk: ArrayBufferView): void;
}
interface BYOBRequestShape {
  readonly view: ArrayBufferView | null;
  respond(bytesWritten: number): void;
  respondWithNewView(view: ArrayBufferView): void;
}

declare global {
  interface ReadableStream<R = any> extends Own<ReadableStreamShape<R>> {}
  interface ReadableStreamDefaultReader<R = any> extends Own<DefaultReaderShape<R>> {}
  interface ReadableStreamBYOBReader extends Own<BYOBReaderShape> {}
  interface ReadableStreamDefaultController<R = any> extends Own<DefaultControllerShape<R>> {}
  interface ReadableByteStreamController extends Own<ByteControllerShape> {}
  interface ReadableStreamBYOBRequest extends Own<BYOBRequestShape> {}

  var ReadableStream: typeof globalThis extends { onmessage: unknown; ReadableStream: infer T }
    ? T
    : ReadableStreamClass;
  var ReadableStreamDefaultReader: typeof globalThis extends {
    onmessage: unknown;
    ReadableStreamDefaultReader: infer T;
  }
    ? T
    : {
        prototype: ReadableStreamDefaultReader;
        new <R = any>(stream: ReadableStream<R>): ReadableStreamDefaultReader<R>;
      };
  var ReadableStreamBYOBReader: typeof globalThis extends { onmessage: unknown; ReadableStreamBYOBReader: infer T }
    ? T
    : { prototype: ReadableStreamBYOBReader; new (stream: ReadableStream): ReadableStreamBYOBReader };
  var ReadableStreamDefaultController: typeof globalThis extends {
    onmessage: unknown;
    ReadableStreamDefaultController: infer T;
  }
    ? T
    : { prototype: ReadableStreamDefaultController };
  var ReadableByteStreamController: typeof globalThis extends {
    onmessage: unknown;
    ReadableByteStreamController: infer T;
  }
    ? T
    : { prototype: ReadableByteStreamController };
  var ReadableStreamBYOBRequest: typeof globalThis extends { onmessage: unknown; ReadableStreamBYOBRequest: infer T }
    ? T
    : { prototype: ReadableStreamBYOBRequest };
}
