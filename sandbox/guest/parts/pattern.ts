import type { MakePart } from '../platform.js';

const COMPONENTS = [...['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash']] as const;

type Input = string | { readonly [component: string]: string };
type Result = { readonly inputs: readonly Input[]; readonly [component: string]: unknown };

/** A pattern's input: a text, or the components that the standard knows. */
function inputOf(given: unknown): Input {
  if (typeof given !== 'object' || given === null) return `${given}`;
  const made: { [component: string]: string } = {};
  for (const name of [...COMPONENTS, 'baseURL']) {
    const value = (given as Record<string, unknown>)[name];
    if (value !== undefined) made[name] = `${value}`;
  }
  return made;
}

/** `URLPattern`, by the browser's own. Every question brings the whole pattern: the host keeps no state. */
export const make: MakePart = (kit) => {
  class URLPattern {
    readonly #given: unknown[];
    readonly #components: { readonly [component: string]: string };

    constructor(input: unknown = {}, second?: unknown, third?: unknown) {
      const [base, options] = typeof second === 'object' && second !== null ? [undefined, second] : [second, third];
      const ignoreCase = Boolean((options as { ignoreCase?: unknown } | undefined)?.ignoreCase);
      this.#given = [inputOf(input), base === undefined ? null : `${base}`, ignoreCase];
      this.#components = kit.compute('pattern', ...this.#given) as { readonly [component: string]: string };
    }
    test(input: unknown = {}, base?: unknown): boolean {
      return this.exec(input, base) !== null;
    }
    exec(input: unknown = {}, base?: unknown): Result | null {
      const asked = [inputOf(input), base === undefined ? null : `${base}`];
      const found = kit.compute('patternExec', this.#given, ...asked) as Result | null;
      if (!found) return null;
      // JSON has no `undefined`, which is what a group without a match is.
      for (const name of COMPONENTS) {
        const { groups } = found[name] as { groups: Record<string, unknown> };
        for (const key of Object.keys(groups)) if (groups[key] === null) groups[key] = undefined;
      }
      return found;
    }
    get hasRegExpGroups(): boolean {
      return Boolean(this.#components.hasRegExpGroups);
    }
    get [Symbol.toStringTag](): string {
      return 'URLPattern';
    }
    static {
      for (const name of COMPONENTS) {
        Object.defineProperty(URLPattern.prototype, name, {
          get(this: URLPattern) {
            return this.#components[name];
          },
          configurable: true,
          enumerable: true,
        });
      }
    }
  }
  return kit.compute('hasPattern') ? { URLPattern } : {};
};
