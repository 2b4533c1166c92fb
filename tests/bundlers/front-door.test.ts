import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkspace, type Workspace } from './workspace.js';

/**
 * Types that other types are computed or put together from. Nobody has a value of them: the type that a user names is the one
 * that they are in.
 */
const PARTS = [
  ...['AUDIT_TYPES', 'Known', 'net'], // The tables that unions of names are read from.
  ...['DescriptorOf', 'Flat', 'Values'], // The fields of a `Permission`, by capability.
  ...['WithAsyncDispose', 'WithDispose'], // What `using` needs.
  ...['AuditNote', 'BridgeApi'], // The bases of `AuditEntry` and `RegistrationApi`.
  ...['Abortable', 'MemoryReadApi', 'MemoryReadSession', 'MemoryWriteSession'], // The parts of a `MemorySession`.
  'EmbeddingLike', // A list of numbers.
  'NodeParts', // What `bulkhead/node` makes its hosts with.
];

// The compiler's API: of version 5.9, in the folder of the bundlers. Nothing is known of its types here.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Foreign = any;

let workspace: Workspace;
beforeAll(async () => {
  workspace = await openWorkspace();
});
afterAll(async () => {
  await workspace?.[Symbol.asyncDispose]();
});

/** What each entry exports, and what each exported type mentions. */
async function readTypes() {
  const ts: Foreign = createRequire(join(workspace.bundlers, 'package.json'))('typescript59');
  const home = workspace.unpacked;
  const pack = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  const files = new Map<string, string>();
  for (const [entry, target] of Object.entries<string | { readonly types?: string }>(pack.exports)) {
    if (typeof target === 'object' && target.types) files.set(entry, join(home, target.types));
  }
  const program = ts.createProgram([...files.values()], {
    ...{ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, types: [] },
    ...{ target: ts.ScriptTarget.ES2022, lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'], strict: true },
  });
  const checker = program.getTypeChecker();
  const real = (symbol: Foreign) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);
  const exported = new Map<string, Foreign[]>();
  for (const [entry, file] of files) {
    const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)));
    exported.set(entry, symbols.map(real));
  }
  const ours = (symbol: Foreign) =>
    !(symbol.flags & ts.SymbolFlags.TypeParameter) &&
    symbol.declarations?.[0]?.getSourceFile().fileName.startsWith(home.replaceAll('\\', '/'));
  const mentions = (symbol: Foreign): Set<Foreign> => {
    const found = new Set<Foreign>();
    const walk = (node: Foreign): void => {
      const name = ts.isTypeReferenceNode(node)
        ? node.typeName
        : ts.isTypeQueryNode(node)
          ? node.exprName
          : ts.isExpressionWithTypeArguments(node) && node.expression;
      const named = name && checker.getSymbolAtLocation(name);
      if (named && ours(real(named))) found.add(real(named));
      ts.forEachChild(node, walk);
    };
    for (const declaration of symbol.declarations ?? []) walk(declaration);
    return found;
  };
  return { exported, mentions };
}

test('every type in a signature of the main entry is exported by an entry, under some name', async () => {
  const { exported, mentions } = await readTypes();
  const named = new Set([...exported.values()].flat());
  const missing = new Set<string>();
  for (const symbol of exported.get('.') ?? []) {
    for (const one of mentions(symbol)) if (!named.has(one)) missing.add(String(one.name));
  }
  // A name in this list that is not a part any more fails as well.
  expect([...missing].sort()).toEqual([...PARTS].sort());
});

/** What users write themselves, where a signature takes `unknown` because everything in it is checked. */
const WRITTEN = ['ImportDecision', 'SkillAction', 'SkillConfig'];
/** Exported by several entries, so that whoever imports one needs no other. */
const EVERYWHERE = ['BulkheadError', 'ErrorCode', 'Progress', 'Usage'];

test('the main entry exports what is reached from it, and nothing that belongs to another entry', async () => {
  const { exported, mentions } = await readTypes();
  const main = exported.get('.') ?? [];
  const reached = new Set<Foreign>();
  const open = main.filter(({ name }) => ['createHost', 'assetsAt', 'BulkheadError'].includes(name));
  expect(open).toHaveLength(3);
  for (const symbol of open) {
    if (reached.has(symbol)) continue;
    reached.add(symbol);
    open.push(...mentions(symbol));
  }
  const names = (symbols: readonly Foreign[]) => symbols.map(({ name }) => String(name)).sort();
  expect(names(main.filter((symbol) => !reached.has(symbol)))).toEqual(WRITTEN);
  const others = new Set([...exported].flatMap(([entry, symbols]) => (entry === '.' ? [] : symbols)));
  expect(names(main.filter((symbol) => others.has(symbol)))).toEqual(EVERYWHERE);
});
