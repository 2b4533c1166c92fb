import type { Bytes, Own } from './own.js';

type Part = Bytes | Blob | string;
interface BlobOptions {
  readonly type?: string;
  readonly endings?: 'transparent' | 'native';
}
interface BlobShape {
  readonly size: number;
  readonly type: string;
  arrayBuffer(): Promise<ArrayBuffer>;
  bytes(): Promise<Uint8Array>;
  slice(start?: number, end?: number, contentType?: string): Blob;
  stream(): ReadableStream<Uint8Array>;
  text(): Promise<string>;
}
interface FileShape extends Blob {
  readonly lastModified: number;
  readonly name: string;
  readonly webkitRelativePath: string;
}
type Value = File | string;
interface FormDataShape {
  append(name: string, value: string | Blob): void;
  append(name: string, blob: Blob, filename?: string): void;
  delete(name: string): void;
  get(name: string): Value | null;
  getAll(name: string): Value[];
  has(name: string): boolean;
  set(name: string, value: string | Blob): void;
  set(name: string, blob: Blob, filename?: string): void;
  forEach(callback: (value: Value, name: string, data: FormData) => void, thisArg?: any): void;
  entries(): IterableIterator<[string, Value]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<Value>;
  [Symbol.iterator](): IterableIterator<[string, Value]>;
}

declare global {
  interface Blob extends Own<BlobShape> {}
  interface File extends Own<FileShape> {}
  interface FormData extends Own<FormDataShape> {}

  /** Its bytes lie in the guest's memory. */
  var Blob: typeof globalThis extends { onmessage: unknown; Blob: infer T }
    ? T
    : { prototype: Blob; new (parts?: Iterable<Part>, options?: BlobOptions): Blob };
  var File: typeof globalThis extends { onmessage: unknown; File: infer T }
    ? T
    : {
        prototype: File;
        new (parts: Iterable<Part>, name: string, options?: BlobOptions & { readonly lastModified?: number }): File;
      };
  var FormData: typeof globalThis extends { onmessage: unknown; FormData: infer T }
    ? T
    : { prototype: FormData; new (): FormData };
}
