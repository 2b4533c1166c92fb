import type { Kit } from '../../platform.js';
import type { SearchParams } from './search-params.js';

/** The order in which the host answers the parts of a URL. */
const PARTS = [
  ...['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'],
] as const;

/** Makes `URL`. */
export function makeURL(kit: Kit, { URLSearchParams, onChange, replace }: SearchParams): unknown {
  const parse = (url: unknown, base: unknown): string[] | null =>
    kit.compute('url', `${url}`, ...(base === undefined ? [] : [`${base}`])) as string[] | null;
  /** Passes parsed parts to the constructor, past the parser. */
  let parsed: string[] | undefined;
  let read: (url: URL, at: number) => string;
  let change: (url: URL, name: string, value: unknown) => void;

  class URL {
    #parts: string[];
    #params: object | undefined;

    constructor(url: unknown, base?: unknown) {
      if (arguments.length === 0) throw new TypeError('URL needs a text');
      const parts = parsed ?? parse(url, base);
      if (!parts) throw Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL', input: `${url}` });
      this.#parts = parts;
    }

    static {
      read = (url, at) => url.#parts[at] as string;
      change = (url, name, value) => {
        url.#set(name, `${value}`);
        if (url.#params && (name === 'href' || name === 'search')) replace(url.#params, url.search.slice(1));
      };
    }

    static canParse(url: unknown, base?: unknown): boolean {
      return parse(url, base) !== null;
    }

    static parse(url: unknown, base?: unknown): URL | null {
      const parts = parse(url, base);
      if (!parts) return null;
      parsed = parts;
      try {
        return new URL('');
      } finally {
        parsed = undefined;
      }
    }

    get searchParams(): object {
      if (!this.#params) {
        this.#params = new URLSearchParams(this.search);
        onChange(this.#params, (query) => this.#set('search', query));
      }
      return this.#params;
    }
    toString(): string {
      return this.href;
    }
    toJSON(): string {
      return this.href;
    }
    get [Symbol.toStringTag](): string {
      return 'URL';
    }
    #set(name: string, value: string): void {
      const parts = kit.compute('urlWith', this.#parts[0], name, value) as string[] | null;
      if (!parts) throw new TypeError('Invalid URL');
      this.#parts = parts;
    }
    declare readonly search: string;
    declare readonly href: string;
  }

  PARTS.forEach((name, at) => {
    Object.defineProperty(URL.prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: URL) {
        return read(this, at);
      },
      ...(name !== 'origin' && {
        set(this: URL, value: unknown) {
          change(this, name, value);
        },
      }),
    });
  });
  return URL;
}
