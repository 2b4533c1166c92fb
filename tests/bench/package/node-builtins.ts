/**
 * What `@sebastianwessel/quickjs` and its file system import of Node, as far as they use it without files: the package is
 * made for Node, and a page has to bring these. The bundle of the package's worker finds them here by any `node:` name.
 */

/** Bytes that know text: as much of Node's class as an empty file system touches. */
export class Buffer extends Uint8Array<ArrayBuffer> {
  static override from(value: unknown): Buffer {
    if (typeof value === 'string') return Buffer.#view(new TextEncoder().encode(value));
    if (value instanceof ArrayBuffer) return new Buffer(value);
    return Buffer.#view(Uint8Array.from(value as Iterable<number>));
  }
  static #view({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Buffer {
    return new Buffer(buffer, byteOffset, byteLength);
  }
  static alloc(bytes: number): Buffer {
    return new Buffer(new ArrayBuffer(bytes));
  }
  static allocUnsafe(bytes: number): Buffer {
    return new Buffer(new ArrayBuffer(bytes));
  }
  static isBuffer(value: unknown): boolean {
    return value instanceof Buffer;
  }
  static isEncoding(name: unknown): boolean {
    return name === 'utf8' || name === 'utf-8';
  }
  static concat(parts: readonly Uint8Array[]): Buffer {
    const whole = Buffer.alloc(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.byteLength;
    }
    return whole;
  }
  copy(target: Uint8Array, at = 0, from = 0, to = this.byteLength): number {
    target.set(this.subarray(from, to), at);
    return to - from;
  }
  override toString(): string {
    return new TextDecoder().decode(this);
  }
}

export class EventEmitter {
  on(): this {
    return this;
  }
  once(): this {
    return this;
  }
  off(): this {
    return this;
  }
  removeListener(): this {
    return this;
  }
  removeAllListeners(): this {
    return this;
  }
  setMaxListeners(): this {
    return this;
  }
  emit(): boolean {
    return false;
  }
}

export class Readable extends EventEmitter {}
export class Writable extends EventEmitter {}

export const sep = '/';
export const isAbsolute = (path: string): boolean => path.startsWith('/');

export function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `${isAbsolute(path) ? '/' : ''}${parts.join('/')}` || '.';
}

export const join = (...parts: readonly string[]): string => normalize(parts.filter(Boolean).join('/'));
export const resolve = (...parts: readonly string[]): string =>
  normalize(parts.reduce((path, part) => (isAbsolute(part) ? part : `${path}/${part}`), '/'));
export const dirname = (path: string): string => resolve(path, '..');
export const basename = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
export const relative = (from: string, to: string): string => resolve(to).slice(resolve(from).length);
export const posix = { sep, isAbsolute, normalize, join, resolve, dirname, basename, relative };

const { URL } = globalThis;

export { URL };
export const fileURLToPath = (url: string | URL): string => new globalThis.URL(url).pathname;
export const readFileSync = (): never => {
  throw new Error('there are no files');
};

const process = { cwd: () => '/', env: {}, platform: 'linux', emitWarning: () => {}, nextTick: queueMicrotask };
export default process;
