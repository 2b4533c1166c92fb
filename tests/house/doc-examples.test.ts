import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ENTRIES, NODE_ENTRIES } from '../../scripts/build/entries.mjs';
import { exportsOf } from './exports.js';
import { sources, textOf } from './imports.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const entries: { readonly [name: string]: string } = { ...ENTRIES, ...NODE_ENTRIES };

/** Elements are made by their tags, and errors are caught. */
const NOT_CALLED = /^Bulkhead[A-Z]|Error$/;

/** Classes whose public names are another product's, which may not stand where they are declared. */
const ELSEWHERE = ['StelloAgent', 'StelloEngineImpl'];

/** Methods of a host that its users call first. */
const METHODS: readonly (readonly [file: string, name: string])[] = [
  ...(['register', 'execute'] as const).map((name) => ['src/host/tools.ts', name] as const),
  ...(['install', 'enable'] as const).map((name) => ['src/plugins/types.ts', name] as const),
  ['src/contracts/questions.ts', 'onChange'],
  ['src/memory/types.ts', 'open'],
];

interface Example {
  readonly name: string;
  readonly file: string;
  readonly code: string;
}

/** The examples in doc comments, with what each comment stands before. */
const examples: readonly Example[] = sources.flatMap((file) => {
  const comments = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:export (?:async )?(?:function\*?|const|class) )?(\w+)/g;
  return [...textOf(file).matchAll(comments)].flatMap(([, comment = '', name = '']) => {
    const [, code] = comment.replaceAll(/^ *\* ?/gm, '').split('@example\n');
    return code === undefined ? [] : [{ name, file, code }];
  });
});

test('every function and class that an entry exports has an example', () => {
  const shown = new Set(examples.map(({ name, file }) => `${file}: ${name}`));
  const called = Object.values(entries)
    .flatMap(exportsOf)
    .filter(({ kind, name }) => kind !== 'value' && !NOT_CALLED.test(name) && !ELSEWHERE.includes(name));
  expect(called.length).toBeGreaterThan(100);
  const wanted = [...called.map(({ file, local }) => `${file}: ${local}`), ...METHODS.map((one) => one.join(': '))];
  expect(wanted.filter((one) => !shown.has(one))).toEqual([]);
});

test('the entries that are looked at are those of package.json', async () => {
  const { exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { readonly exports: object };
  const named = Object.entries(exports).filter(([, to]) => typeof to === 'object');
  // Its copies of the files are for the package itself.
  const programs = named.map(([name]) => name.slice(2) || 'index').filter((name) => name !== 'inline');
  expect(Object.keys(entries).toSorted()).toEqual(programs.toSorted());
});

test('no example stands where it is not read', () => {
  const tags = sources.flatMap((file) => [...textOf(file).matchAll(/^ *\* @example$/gm)].map(() => file));
  expect(examples.map(({ file }) => file).toSorted()).toEqual(tags.toSorted());
});

test('every example compiles against the entries that it imports', async () => {
  const folder = join(root, '.cache/examples');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const named = Object.entries(entries).map(([name, file]) => [
    name === 'index' ? 'bulkhead' : `bulkhead/${name}`,
    [join(root, file)],
  ]);
  const config = {
    extends: join(root, 'src/tsconfig.json'),
    compilerOptions: {
      ...{ composite: false, incremental: false, emitDeclarationOnly: false, declaration: false, noEmit: true },
      ...{ noUnusedLocals: false, rootDir: root, paths: Object.fromEntries(named), types: ['node'] },
    },
    ...{ references: [], include: ['*.ts', join(root, 'src/*.d.ts')] },
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  for (const [i, { name, code }] of examples.entries()) await writeFile(join(folder, `${i}-${name}.ts`), code);
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', folder], { cwd: folder }).catch(
    (error: { readonly stdout: string }) => error,
  );
  expect(stdout).toBe('');
});
