import { definePairs, type Pairs } from '../../iterators.js';

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const COOKIE = 'set-cookie';

const nameOf = (given: unknown): string => {
  const name = `${given}`;
  if (!TOKEN.test(name)) throw new TypeError(`${JSON.stringify(name)} is no name of a header`);
  return name.toLowerCase();
};
/** A text of bytes. @throws a TypeError for any other. */
const byteString = (given: unknown): string => {
  const text = `${given}`;
  if (/[^\0-\xff]/.test(text))
    throw new TypeError(`${JSON.stringify(text.slice(0, 80))} has characters that no header may have`);
  return text;
};
const textOf = (given: unknown): string => {
  const value = `${given}`.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');
  if (/[\0\n\r]|[^\0-\xff]/.test(value))
    throw new TypeError(`${JSON.stringify(value.slice(0, 80))} is no value of a header`);
  return value;
};

/** Who may change headers: everybody, nobody, or everybody but those that speak for the browser or the user. */
export type Guard = 'none' | 'immutable' | 'request';

/** Names that the standard does not let a request set. */
const FORBIDDEN = new Set(
  `accept-charset accept-encoding access-control-request-headers access-control-request-method
  access-control-request-private-network connection content-length cookie cookie2 date dnt expect host keep-alive origin referer
  set-cookie te trailer transfer-encoding upgrade via`.split(/\s+/),
);
const METHOD_HEADERS = ['x-http-method', 'x-http-method-override', 'x-method-override'];
const FORBIDDEN_METHODS = /(?:^|,)\s*(?:connect|trace|track)\s*(?:,|$)/i;

const isForbidden = (name: string, value: string): boolean =>
  FORBIDDEN.has(name) ||
  /^(?:proxy|sec)-/.test(name) ||
  (METHOD_HEADERS.includes(name) && FORBIDDEN_METHODS.test(value));

/** Sets who may change headers from now on. */
export let guardHeaders: (headers: Headers, guard: Guard) => void;

/** Defined by `definePairs`. */
export interface Headers extends Pairs<string> {}
/** `Headers`, by the Fetch standard. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: definePairs defines what the interface says
export class Headers {
  /** In the order in which they came. */
  #list: (readonly [name: string, value: string])[] = [];
  #guard: Guard = 'none';

  static {
    definePairs('Headers', Headers.prototype, (headers: Headers) => headers.#sorted());
    guardHeaders = (headers, guard) => {
      headers.#guard = guard;
      if (guard === 'request') headers.#list = headers.#list.filter(([name, value]) => !isForbidden(name, value));
    };
  }

  constructor(init?: unknown) {
    if (init === undefined) return;
    if (typeof init !== 'object' || init === null) throw new TypeError('headers are an object or a list of pairs');
    const iterate = (init as Partial<Iterable<unknown>>)[Symbol.iterator];
    if (iterate === undefined || iterate === null) {
      const pairs: (readonly [string, string])[] = [];
      for (const name of Reflect.ownKeys(init)) {
        if (!Object.getOwnPropertyDescriptor(init, name)?.enumerable) continue;
        if (typeof name === 'symbol') throw new TypeError('a symbol is no name of a header');
        pairs.push([byteString(name), byteString((init as { [name: string]: unknown })[name])]);
      }
      for (const [name, value] of pairs) this.append(name, value);
      return;
    }
    for (const pair of init as Iterable<unknown>) {
      if (typeof pair !== 'object' || pair === null) throw new TypeError('a header is a name and a value');
      const both = [...(pair as Iterable<unknown>)];
      if (both.length !== 2) throw new TypeError('a header is a name and a value');
      this.append(both[0], both[1]);
    }
  }
  append(name: unknown, value: unknown): void {
    const entry = [nameOf(name), textOf(value)] as const;
    if (this.#lets(...entry)) this.#list.push(entry);
  }
  delete(name: unknown): void {
    const key = nameOf(name);
    if (!this.#lets(key, '')) return;
    this.#list = this.#list.filter((entry) => entry[0] !== key);
  }
  get(name: unknown): string | null {
    const key = nameOf(name);
    const found = this.#list.filter((entry) => entry[0] === key);
    return found.length === 0 ? null : found.map((entry) => entry[1]).join(', ');
  }
  getSetCookie(): string[] {
    return this.#list.filter(([name]) => name === COOKIE).map(([, value]) => value);
  }
  has(name: unknown): boolean {
    const key = nameOf(name);
    return this.#list.some((entry) => entry[0] === key);
  }
  set(name: unknown, value: unknown): void {
    const entry = [nameOf(name), textOf(value)] as const;
    if (!this.#lets(...entry)) return;
    const at = this.#list.findIndex(([key]) => key === entry[0]);
    if (at < 0) this.#list.push(entry);
    else {
      this.#list = this.#list.filter(([key], i) => i <= at || key !== entry[0]);
      this.#list[at] = entry;
    }
  }
  get [Symbol.toStringTag](): string {
    return 'Headers';
  }
  /** Whether a header may be changed. @throws a TypeError where none may. */
  #lets(name: string, value: string): boolean {
    if (this.#guard === 'immutable') throw new TypeError('these headers cannot be changed');
    return this.#guard === 'none' || !isForbidden(name, value);
  }
  #sorted(): [string, string][] {
    const names = [...new Set(this.#list.map(([name]) => name))].sort();
    return names.flatMap((name): [string, string][] =>
      name === COOKIE ? this.getSetCookie().map((value) => [name, value]) : [[name, this.get(name) as string]],
    );
  }
}
