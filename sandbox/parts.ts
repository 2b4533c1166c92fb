import { PARTS, type Part } from './guest/globals.js';

/** Members of what a guest has without a part, and the part that makes them: methods of a language, and the signal of a call. */
const METHODS = { intl: /\btoLocale[A-Z]|\blocaleCompare\b/, events: /\bsignal\b/ } as const satisfies {
  readonly [part in Part]?: RegExp;
};

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

/** Name of the section of the engine's file that holds the sources of the parts, as JSON. They so cost a worker nothing that uses none. */
export const PARTS_SECTION = 'bulkhead.parts';

const known = new WeakMap<WebAssembly.Module, { readonly [name: string]: string }>();

/** The source of a part: evaluates to the function that makes it. @throws for a name of no part, and where the engine's file brings none. */
export function sourceOfPart(module: WebAssembly.Module, name: string): string {
  let parts = known.get(module);
  if (!parts) {
    const [section] = WebAssembly.Module.customSections(module, PARTS_SECTION);
    parts = (section ? JSON.parse(new TextDecoder().decode(section)) : {}) as { readonly [name: string]: string };
    known.set(module, parts);
  }
  if (!Object.hasOwn(parts, name)) throw new Error(`no part ${name}`);
  return parts[name] ?? '';
}
