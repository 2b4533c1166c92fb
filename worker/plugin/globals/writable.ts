import type { Own } from './own.js';

interface Strategy<T> {
  readonly highWaterMark?: number;
  readonly size?: (chunk: T) => number;
}
interface Sink<W> {
  start?(controller: WritableStreamDefaultController): unknown;
  write?(chunk: W, controller: WritableStreamDefaultController): void | PromiseLike<void>;
  close?(): void | PromiseLike<void>;
  abort?(reason?: any): void | PromiseLike<void>;
}
interface Transformer<I, O> {
  start?(controller: TransformStreamDefaultController<O>): unknown;
  transform?(chunk: I, controller: TransformStreamDefaultController<O>): void | PromiseLike<void>;
  flush?(controller: TransformStreamDefaultController<O>): void | PromiseLike<void>;
  cancel?(reason?: any): void | PromiseLike<void>;
}
interface WritableStreamShape<W> {
  readonly locked: boolean;
  abort(reason?: any): Promise<void>;
  close(): Promise<void>;
  getWriter(): WritableStreamDefaultWriter<W>;
}
interface WriterShape<W> {
  readonly closed: Promise<void>;
  readonly desiredSize: number | null;
  readonly ready: Promise<void>;
  abort(reason?: any): Promise<void>;
  close(): Promise<void>;
  releaseLock(): void;
  write(chunk?: W): Promise<void>;
}
interface WritableControllerShape {
  readonly signal: AbortSignal;
  readonly abortReason: any;
  error(reason?: any): void;
}
interface TransformStreamShape<I, O> {
  readonly readable: ReadableStream<O>;
  readonly writable: WritableStream<I>;
}
interface TransformControllerShape<O> {
  readonly desiredSize: number | null;
  enqueue(chunk?: O): void;
  error(reason?: any): void;
  terminate(): void;
}
interface SizeStrategy<T> {
  readonly highWaterMark: number;
  readonly size: (chunk?: T) => number;
}
interface SizeStrategyInit {
  readonly highWaterMark: number;
}

declare global {
  interface WritableStream<W = any> extends Own<WritableStreamShape<W>> {}
  interface WritableStreamDefaultWriter<W = any> extends Own<WriterShape<W>> {}
  interface WritableStreamDefaultController extends Own<WritableControllerShape> {}
  interface TransformStream<I = any, O = any> extends Own<TransformStreamShape<I, O>> {}
  interface TransformStreamDefaultController<O = any> extends Own<TransformControllerShape<O>> {}
  interface ByteLengthQueuingStrategy extends Own<SizeStrategy<ArrayBufferView>> {}
  interface CountQueuingStrategy extends Own<SizeStrategy<any>> {}

  var WritableStream: typeof globalThis extends { onmessage: unknown; WritableStream: infer T }
    ? T
    : { prototype: WritableStream; new <W = any>(sink?: Sink<W>, strategy?: Strategy<W>): WritableStream<W> };
  var WritableStreamDefaultWriter: typeof globalThis extends {
    onmessage: unknown;
    WritableStreamDefaultWriter: infer T;
  }
    ? T
    : {
        prototype: WritableStreamDefaultWriter;
        new <W = any>(stream: WritableStream<W>): WritableStreamDefaultWriter<W>;
      };
  var WritableStreamDefaultController: typeof globalThis extends {
    onmessage: unknown;
    WritableStreamDefaultController: infer T;
  }
    ? T
    : { prototype: WritableStreamDefaultController };
  var TransformStream: typeof globalThis extends { onmessage: unknown; TransformStream: infer T }
    ? T
    : {
        prototype: TransformStream;
        new <I = any, O = any>(
          transformer?: Transformer<I, O>,
          writableStrategy?: Strategy<I>,
          readableStrategy?: Strategy<O>,
        ): TransformStream<I, O>;
      };
  var TransformStreamDefaultController: typeof globalThis extends {
    onmessage: unknown;
    TransformStreamDefaultController: infer T;
  }
    ? T
    : { prototype: TransformStreamDefaultController };
  var ByteLengthQueuingStrategy: typeof globalThis extends { onmessage: unknown; ByteLengthQueuingStrategy: infer T }
    ? T
    : { prototype: ByteLengthQueuingStrategy; new (init: SizeStrategyInit): ByteLengthQueuingStrategy };
  var CountQueuingStrategy: typeof globalThis extends { onmessage: unknown; CountQueuingStrategy: infer T }
    ? T
    : { prototype: CountQueuingStrategy; new (init: SizeStrategyInit): CountQueuingStrategy };
}
