import { PARTS, type Part } from './guest/globals.js';
import { parts } from './guest/parts.generated.js';

/** Methods that the engine has without a language, and the part that makes them right. */
const METHODS = { intl: /\btoLocale[A-Z]|\blocaleCompare\b/ } as const satisfies { readonly [part in Part]?: RegExp };

const owner = new Map<string, Part>();
for (const part of Object.keys(PARTS) as Part[]) for (const name of PARTS[part]) owner.set(name, part);

/** Globals that are methods elsewhere, too: `ctx.net.fetch` asks for no part. */
const ALSO_METHODS = new Set(['fetch']);

const NAMES = new RegExp(
  `(?<![\\w$])(?:${[...owner.keys()].map((name) => (ALSO_METHODS.has(name) ? `(?<!\\.\\s*)${name}` : name)).join('|')})(?![\\w$])`,
  'g',
);

/** The parts that texts of modules name, comments and texts included, in the order of the table. */
export function partsNamedIn(sources: Iterable<string>): readonly Part[] {
  const named = new Set<Part>();
  for (const source of sources) {
    for (const [name] of source.matchAll(NAMES)) named.add(owner.get(name) as Part);
    for (const part of Object.keys(METHODS) as (keyof typeof METHODS)[])
      if (METHODS[part].test(source)) named.add(part);
  }
  return (Object.keys(PARTS) as Part[]).filter((part) => named.has(part));
}

/** The source of a part: evaluates to the function that makes it. @throws for a name of no part. */
export function sourceOfPart(name: string): string {
  if (!Object.hasOwn(parts, name)) throw new Error(`no part ${name}`);
  return parts[name] ?? '';
}
