import { fault } from '../../errors.js';
import type { Kit, Made } from '../../platform.js';
import { readMultipart, writeMultipart } from './multipart.js';

type Bytes = Uint8Array<ArrayBuffer>;
interface Reader {
  cancel(reason: unknown): Promise<void>;
  read(): Promise<{ done: boolean; value?: unknown }>;
}
interface Stream {
  readonly locked: boolean;
  /** The library's own mark: read from, or cancelled. */
  readonly _disturbed?: boolean;
  getReader(): Reader;
  pipeThrough(pair: object): Stream;
  tee(): [Stream, Stream];
}

/** A body as it is kept: its bytes, or the stream that they come from. */
export interface BodySource {
  readonly bytes?: Bytes;
  readonly stream?: Stream;
  /** What it says of itself where its headers say nothing. */
  readonly type: string | null;
}

const isStream = (value: unknown): value is Stream =>
  Object.prototype.toString.call(value) === '[object ReadableStream]' &&
  typeof (value as Stream).getReader === 'function';

/** Reads what was given as a body; `null` for none. */
export function sourceOf(kit: Kit, given: unknown): BodySource | null {
  if (given === undefined || given === null) return null;
  const tag = Object.prototype.toString.call(given).slice(8, -1);
  if (isStream(given)) {
    if (given.locked || given._disturbed) throw new TypeError('the stream is locked, or was read already');
    return { stream: given, type: null };
  }
  if (tag === 'Blob' || tag === 'File') {
    const { bytesOf }: Made = kit.use('blob');
    return { bytes: bytesOf(given), type: (given as { type: string }).type || null };
  }
  if (given instanceof ArrayBuffer) return { bytes: new Uint8Array(given.slice(0)), type: null };
  if (ArrayBuffer.isView(given)) {
    return {
      bytes: new Uint8Array(given.buffer as ArrayBuffer, given.byteOffset, given.byteLength).slice(),
      type: null,
    };
  }
  if (tag === 'FormData') {
    const [bytes, type] = writeMultipart(kit, given as Iterable<readonly [string, unknown]>);
    return { bytes, type };
  }
  const encode = (text: string): Bytes => new (kit.use('text').TextEncoder)().encode(text);
  if (tag === 'URLSearchParams') {
    return { bytes: encode(`${given}`), type: 'application/x-www-form-urlencoded;charset=UTF-8' };
  }
  return { bytes: encode(`${given}`), type: 'text/plain;charset=UTF-8' };
}

/** The body of a request or a response, which is read once. */
export class Body {
  readonly #kit: Kit;
  readonly #contentType: () => string;
  #source: BodySource | null;
  #stream: Stream | null | undefined;
  #used = false;

  constructor(kit: Kit, source: BodySource | null, contentType: () => string) {
    this.#kit = kit;
    this.#source = source;
    this.#contentType = contentType;
  }

  get isNull(): boolean {
    return this.#source === null;
  }
  get used(): boolean {
    return this.#used || this.#stream?._disturbed === true || this.#source?.stream?._disturbed === true;
  }
  /** Whether nobody can read it any more. */
  get spent(): boolean {
    return this.used || (this.#stream ?? this.#source?.stream)?.locked === true;
  }
  /** The body as a stream, made when somebody asks for it. */
  get stream(): Stream | null {
    if (this.#stream === undefined) {
      const { bytes, stream } = this.#source ?? {};
      this.#stream = stream ?? (bytes ? this.#streamOf(bytes) : null);
      // It was read as a whole: nobody finds anything in its stream.
      if (bytes && this.#used) void this.#stream?.getReader().read();
    }
    return this.#stream;
  }
  /** @throws `CAPABILITY_LIMIT` for a stream of more than `most` bytes, a TypeError for one that was read. */
  async bytes(most = Number.POSITIVE_INFINITY): Promise<Bytes> {
    if (this.spent) throw new TypeError('the body was read already');
    if (this.#source === null) return new Uint8Array(0);
    this.#used = true;
    if (this.#source.bytes && this.#stream === undefined) return this.#source.bytes;
    const reader = (this.stream as Stream).getReader();
    const pieces: unknown[] = [];
    let size = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (!(next.value instanceof Uint8Array)) throw new TypeError('a body is made of bytes');
      size += next.value.length;
      if (size > most) {
        const late = fault('CAPABILITY_LIMIT', `a body of more than ${most} bytes`);
        reader.cancel(late).catch(() => {});
        throw late;
      }
      pieces.push(next.value);
    }
    const { Blob, bytesOf }: Made = this.#kit.use('blob');
    return bytesOf(new Blob(pieces));
  }
  async text(): Promise<string> {
    return new (this.#kit.use('text').TextDecoder)().decode(await this.bytes());
  }
  async blob(): Promise<object> {
    const type = this.#contentType();
    return new (this.#kit.use('blob').Blob)([await this.bytes()], { type });
  }
  async formData(): Promise<object> {
    const type = this.#contentType();
    const bytes = await this.bytes();
    const boundary = type.match(/^multipart\/form-data\b.*;\s*boundary="?([^";]+)/i)?.[1];
    if (boundary !== undefined) return readMultipart(this.#kit, bytes, boundary);
    if (!/^application\/x-www-form-urlencoded\b/i.test(type)) throw new TypeError('the body is no form data');
    const data = new (this.#kit.use('forms').FormData)();
    const text = new (this.#kit.use('text').TextDecoder)('utf-8', { ignoreBOM: true }).decode(bytes);
    for (const [name, value] of new (this.#kit.use('url').URLSearchParams)(text)) data.append(name, value);
    return data;
  }
  /** A second body with the same content. */
  copy(contentType: () => string): Body {
    if (this.spent) throw new TypeError('the body was read already');
    const { bytes, type = null } = this.#source ?? {};
    if (bytes && this.#stream === undefined) return new Body(this.#kit, { bytes, type }, contentType);
    if (this.#source === null) return new Body(this.#kit, null, contentType);
    const [mine, other] = (this.stream as Stream).tee();
    this.#stream = mine;
    this.#source = { stream: mine, type };
    return new Body(this.#kit, { stream: other, type }, contentType);
  }
  /** Hands the content on to another body; this one is used then. */
  take(contentType: () => string): Body {
    if (this.spent) throw new TypeError('the body was read already');
    const { bytes, type = null } = this.#source ?? {};
    if (bytes && this.#stream === undefined) {
      this.#used = true;
      return new Body(this.#kit, { bytes, type }, contentType);
    }
    const stream = (this.stream as Stream).pipeThrough(new (this.#kit.use('streams').TransformStream)());
    return new Body(this.#kit, { stream, type }, contentType);
  }
  #streamOf(bytes: Bytes): Stream {
    return new (this.#kit.use('streams').ReadableStream)({
      type: 'bytes',
      pull(controller: { enqueue(bytes: Uint8Array): void; close(): void }) {
        if (bytes.length > 0) controller.enqueue(bytes.slice());
        controller.close();
      },
    });
  }
}
