import type { BrowserParts } from './platform.js';

type Input = string | { readonly [component: string]: string };
type Given = readonly [input: Input, base: string | null, ignoreCase: boolean];
interface Pattern {
  exec(input: Input, base?: string): { readonly [component: string]: unknown } | null;
  readonly hasRegExpGroups?: boolean;
}
type PatternClass = new (input: Input, ...rest: unknown[]) => Pattern & { readonly [component: string]: unknown };

const COMPONENTS = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash'];
/** Patterns by what they were made of: making one costs more than asking it. They hold no state. */
const KEPT = 32;

/** The pure functions about URL patterns; a browser without them has none to give. */
export function patternFunctions({ URLPattern }: BrowserParts) {
  const Pattern = URLPattern as PatternClass | undefined;
  const known = new Map<string, Pattern & { readonly [component: string]: unknown }>();
  const patternOf = (given: Given) => {
    const key = JSON.stringify(given);
    const found = known.get(key);
    if (found) return found;
    if (!Pattern) throw new TypeError('this browser has no URLPattern');
    const [input, base, ignoreCase] = given;
    const made = base === null ? new Pattern(input, { ignoreCase }) : new Pattern(input, base, { ignoreCase });
    if (known.size >= KEPT) known.clear();
    known.set(key, made);
    return made;
  };
  return {
    hasPattern: () => Pattern !== undefined,
    pattern: (...given: Given) => {
      const made = patternOf(given);
      const { hasRegExpGroups = false } = made;
      return { ...Object.fromEntries(COMPONENTS.map((name) => [name, made[name]])), hasRegExpGroups };
    },
    patternExec: (given: Given, input: Input, base: string | null) => {
      const found = base === null ? patternOf(given).exec(input) : patternOf(given).exec(input, base);
      if (!found) return null;
      const withNulls = (_key: string, value: unknown) => (value === undefined ? null : value);
      return JSON.parse(JSON.stringify(found, withNulls)) as unknown;
    },
  };
}
