import { definePairs } from '../../iterators.js';
import type { Kit } from '../../platform.js';

type Pair = [name: string, value: string];

/** A text as it crosses into a URL: lone surrogates become U+FFFD. */
const text = (value: unknown): string => `${value}`.toWellFormed();

const ESCAPES: { readonly [char: string]: string } = { '!': '%21', "'": '%27', '(': '%28', ')': '%29', '~': '%7E' };
/** One name or value in the form `application/x-www-form-urlencoded`. */
const escapeForm = (value: string): string =>
  encodeURIComponent(value)
    .replace(/%20/g, '+')
    .replace(/[!'()~]/g, (char) => ESCAPES[char] as string);

const serialise = (list: readonly Pair[]): string =>
  list.map(([name, value]) => `${escapeForm(name)}=${escapeForm(value)}`).join('&');

/** `URLSearchParams`, and what `URL` needs of it. */
export interface SearchParams {
  readonly URLSearchParams: new (init?: unknown) => object;
  /** Reports each change as the new query. */
  readonly onChange: (params: object, changed: (query: string) => void) => void;
  /** Puts another query in place of the pairs. */
  readonly replace: (params: object, query: string) => void;
}

/** Makes `URLSearchParams`. */
export function makeSearchParams(kit: Kit): SearchParams {
  const parse = (query: string): Pair[] => (query === '' ? [] : (kit.compute('query', query) as Pair[]));
  const need = (given: IArguments, count: number): void => {
    if (given.length < count) throw new TypeError(`${count} arguments are needed, ${given.length} were given`);
  };
  let onChange: (params: URLSearchParams, changed: (query: string) => void) => void;
  let replace: (params: URLSearchParams, query: string) => void;

  class URLSearchParams {
    #list: Pair[];
    #changed: ((query: string) => void) | undefined;

    constructor(init: unknown = '') {
      this.#list = listOf(init, parse);
    }

    static {
      onChange = (params, changed) => {
        params.#changed = changed;
      };
      replace = (params, query) => {
        params.#list = parse(query);
      };
      definePairs('URLSearchParams', URLSearchParams.prototype, (params: URLSearchParams) => params.#list);
    }

    get size(): number {
      return this.#list.length;
    }
    append(name: unknown, value: unknown): void {
      need(arguments, 2);
      this.#list.push([text(name), text(value)]);
      this.#update();
    }
    delete(name: unknown, value?: unknown): void {
      need(arguments, 1);
      const [key, only] = [text(name), value === undefined ? undefined : text(value)];
      this.#list = this.#list.filter((pair) => pair[0] !== key || (only !== undefined && pair[1] !== only));
      this.#update();
    }
    get(name: unknown): string | null {
      need(arguments, 1);
      const key = text(name);
      return this.#list.find((pair) => pair[0] === key)?.[1] ?? null;
    }
    getAll(name: unknown): string[] {
      need(arguments, 1);
      const key = text(name);
      return this.#list.filter((pair) => pair[0] === key).map((pair) => pair[1]);
    }
    has(name: unknown, value?: unknown): boolean {
      need(arguments, 1);
      const [key, only] = [text(name), value === undefined ? undefined : text(value)];
      return this.#list.some((pair) => pair[0] === key && (only === undefined || pair[1] === only));
    }
    set(name: unknown, value: unknown): void {
      need(arguments, 2);
      const [key, now] = [text(name), text(value)];
      const at = this.#list.findIndex((pair) => pair[0] === key);
      if (at < 0) this.#list.push([key, now]);
      else {
        this.#list = this.#list.filter((pair, i) => i <= at || pair[0] !== key);
        this.#list[at] = [key, now];
      }
      this.#update();
    }
    sort(): void {
      // By UTF-16 code units, and stable: the comparison of texts does just that.
      this.#list.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      this.#update();
    }
    toString(): string {
      return serialise(this.#list);
    }
    get [Symbol.toStringTag](): string {
      return 'URLSearchParams';
    }
    #update(): void {
      this.#changed?.(serialise(this.#list));
    }
  }

  return {
    URLSearchParams,
    onChange: (params, changed) => onChange(params as URLSearchParams, changed),
    replace: (params, query) => replace(params as URLSearchParams, query),
  };
}

/** The pairs of a text, of pairs, or of a record. */
function listOf(init: unknown, parse: (query: string) => Pair[]): Pair[] {
  if (typeof init === 'symbol') throw new TypeError('a symbol is no query');
  if ((typeof init !== 'object' && typeof init !== 'function') || init === null) {
    const given = text(init);
    return parse(given[0] === '?' ? given.slice(1) : given);
  }
  const iterate = (init as Partial<Iterable<unknown>>)[Symbol.iterator];
  if (iterate === undefined || iterate === null) {
    const record = init as { readonly [name: string]: unknown };
    const pairs = new Map<string, string>();
    for (const name of Reflect.ownKeys(record)) {
      if (Object.getOwnPropertyDescriptor(record, name)?.enumerable !== true) continue;
      if (typeof name === 'symbol') throw new TypeError('a symbol is no name of a query');
      pairs.set(text(name), text(record[name]));
    }
    return [...pairs];
  }
  return [...(init as Iterable<Iterable<unknown>>)].map((pair) => {
    if (typeof pair !== 'object' || pair === null) throw new TypeError('each entry of a query is a name and a value');
    const [...both] = pair;
    if (both.length !== 2) throw new TypeError('each entry of a query is a name and a value');
    return [text(both[0]), text(both[1])];
  });
}
