import type { Own } from './own.js';

interface URLShape {
  hash: string;
  host: string;
  hostname: string;
  href: string;
  readonly origin: string;
  password: string;
  pathname: string;
  port: string;
  protocol: string;
  search: string;
  readonly searchParams: URLSearchParams;
  username: string;
  toJSON(): string;
  toString(): string;
}
interface URLClass {
  prototype: URL;
  new (url: string | URL, base?: string | URL): URL;
  canParse(url: string | URL, base?: string | URL): boolean;
  /** Null in place of an error. */
  parse(url: string | URL, base?: string | URL): URL | null;
}
interface URLSearchParamsShape {
  readonly size: number;
  append(name: string, value: string): void;
  delete(name: string, value?: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string, value?: string): boolean;
  set(name: string, value: string): void;
  sort(): void;
  toString(): string;
  forEach(callback: (value: string, name: string, params: URLSearchParams) => void, thisArg?: any): void;
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}
interface URLSearchParamsClass {
  prototype: URLSearchParams;
  new (
    init?: string | URLSearchParams | Iterable<readonly [string, string]> | { readonly [name: string]: string },
  ): URLSearchParams;
}

interface Component {
  readonly input: string;
  readonly groups: { [group: string]: string | undefined };
}
type Components = 'protocol' | 'username' | 'password' | 'hostname' | 'port' | 'pathname' | 'search' | 'hash';
type URLPatternGiven = string | { readonly [C in Components | 'baseURL']?: string };
interface URLPatternShape extends Readonly<Record<Components, string>> {
  readonly hasRegExpGroups: boolean;
  test(input?: URLPatternGiven, baseURL?: string): boolean;
  exec(
    input?: URLPatternGiven,
    baseURL?: string,
  ): (Readonly<Record<Components, Component>> & { readonly inputs: readonly URLPatternGiven[] }) | null;
}
interface URLPatternClass {
  prototype: URLPattern;
  new (
    input: URLPatternGiven,
    baseURL: string,
    options?: { readonly ignoreCase?: boolean },
  ): URLPattern & URLPatternShape;
  new (input?: URLPatternGiven, options?: { readonly ignoreCase?: boolean }): URLPattern & URLPatternShape;
}

declare global {
  interface URL extends Own<URLShape> {}
  interface URLSearchParams extends Own<URLSearchParamsShape> {}
  interface URLPattern extends Own<URLPatternShape> {}

  var URL: typeof globalThis extends { onmessage: unknown; URL: infer T } ? T : URLClass;
  var URLSearchParams: typeof globalThis extends { onmessage: unknown; URLSearchParams: infer T }
    ? T
    : URLSearchParamsClass;
  // Older types of pages lack it: then the interface is empty, and what is made has the members all the same.
  /** Where the browser has it; elsewhere there is no such name. */
  var URLPattern: 'test' extends keyof URLPattern
    ? typeof globalThis extends { onmessage: unknown; URLPattern: infer T }
      ? T
      : URLPatternClass
    : URLPatternClass;
}
