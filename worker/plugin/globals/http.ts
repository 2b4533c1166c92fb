import type { Bytes, Own } from './own.js';

type HeadersGiven = Headers | Iterable<readonly [string, string]> | { readonly [name: string]: string };
type BodyGiven = ReadableStream | Blob | Bytes | FormData | URLSearchParams | string;

interface HeadersShape {
  append(name: string, value: string): void;
  delete(name: string): void;
  get(name: string): string | null;
  getSetCookie(): string[];
  has(name: string): boolean;
  set(name: string, value: string): void;
  forEach(callback: (value: string, name: string, headers: Headers) => void, thisArg?: any): void;
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}
interface Message {
  readonly body: ReadableStream<Uint8Array> | null;
  readonly bodyUsed: boolean;
  arrayBuffer(): Promise<ArrayBuffer>;
  blob(): Promise<Blob>;
  bytes(): Promise<Uint8Array>;
  formData(): Promise<FormData>;
  json(): Promise<any>;
  text(): Promise<string>;
}
interface RequestInitShape {
  method?: string;
  headers?: HeadersGiven;
  body?: BodyGiven | null;
  /** Stops this request. The call's own end stops it, too. */
  signal?: AbortSignal | null;
  cache?: string;
  credentials?: string;
  integrity?: string;
  keepalive?: boolean;
  mode?: string;
  redirect?: string;
  referrer?: string;
  referrerPolicy?: string;
  duplex?: 'half';
}
interface RequestShape extends Message {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly signal: AbortSignal;
  readonly cache: string;
  readonly credentials: string;
  readonly destination: string;
  readonly duplex: 'half';
  readonly integrity: string;
  readonly keepalive: boolean;
  readonly mode: string;
  readonly redirect: string;
  readonly referrer: string;
  readonly referrerPolicy: string;
  clone(): Request;
}
interface ResponseInitShape {
  status?: number;
  statusText?: string;
  headers?: HeadersGiven;
}
interface ResponseShape extends Message {
  readonly headers: Headers;
  readonly ok: boolean;
  readonly redirected: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly type: string;
  readonly url: string;
  clone(): Response;
}
interface ResponseClass {
  prototype: Response;
  new (body?: BodyGiven | null, init?: ResponseInit): Response;
  error(): Response;
  json(data: any, init?: ResponseInit): Response;
  redirect(url: string | URL, status?: number): Response;
}

declare global {
  interface Headers extends Own<HeadersShape> {}
  interface RequestInit extends Own<RequestInitShape> {}
  interface Request extends Own<RequestShape> {}
  interface ResponseInit extends Own<ResponseInitShape> {}
  interface Response extends Own<ResponseShape> {}

  var Headers: typeof globalThis extends { onmessage: unknown; Headers: infer T }
    ? T
    : { prototype: Headers; new (init?: HeadersGiven): Headers };
  var Request: typeof globalThis extends { onmessage: unknown; Request: infer T }
    ? T
    : { prototype: Request; new (input: Request | URL | string, init?: RequestInit): Request };
  var Response: typeof globalThis extends { onmessage: unknown; Response: infer T } ? T : ResponseClass;

  /**
   * The requests of `ctx.net.fetch`, with the web's own classes: it needs the permission `net`, reaches the hosts of the manifest,
   * and rejects with a `TypeError` whose `code` says why.
   */
  function fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>;
}
