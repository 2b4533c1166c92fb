import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** One import or export of another module. */
export interface Import {
  readonly from: string;
  /** As it is written: a package, or a relative path. */
  readonly to: string;
  /** The file it names, by its path from the root; `undefined` for a package. */
  readonly file: string | undefined;
  readonly kind: 'types' | 'values' | 'lazy';
}

export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Every source file of the product, and of the example that the workbench bundles, as paths from the repository's root. */
export const sources: readonly string[] = ['src', 'worker', 'sandbox', 'examples/memory-sample'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
);

const fileOf = (from: string, to: string): string | undefined => {
  if (!to.startsWith('.')) return undefined;
  const path = normalize(join(dirname(from), to)).replace(/\.js$/, '.ts');
  return existsSync(join(root, path)) ? path : undefined;
};

function importsOf(from: string): Import[] {
  const text = textOf(from);
  const found: Import[] = [];
  for (const [, typed, names, to = ''] of text.matchAll(
    /^(?:import|export)\s+(type\s+)?(?:([\w*{][^;'"]*?)\s+from\s+)?'([^']+)'/gm,
  )) {
    const listed = (names?.match(/\{([\s\S]*)\}/)?.[1] ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean);
    const types = typed !== undefined || (listed.length > 0 && listed.every((name) => name.startsWith('type ')));
    found.push({ from, to, file: fileOf(from, to), kind: types ? 'types' : 'values' });
  }
  for (const [, to = ''] of text.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g))
    found.push({ from, to, file: fileOf(from, to), kind: 'lazy' });
  return found;
}

export const imports: readonly Import[] = sources.flatMap(importsOf);

/** Groups of nodes from each of which every other is reached; groups of one are left out. */
export function circles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, { index: number; low: number; open: boolean }>();
  const stack: string[] = [];
  const visit = (node: string) => {
    const mine = { index: order.size, low: order.size, open: true };
    order.set(node, mine);
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      const theirs = order.get(next) ?? visit(next);
      if (theirs.open) mine.low = Math.min(mine.low, theirs.low);
    }
    if (mine.low === mine.index) {
      const group = stack.splice(stack.indexOf(node));
      for (const one of group) (order.get(one) as { open: boolean }).open = false;
      if (group.length > 1) found.push(group.sort());
    }
    return mine;
  };
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return found;
}
