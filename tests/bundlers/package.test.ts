import { execFile } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUDGETS, SILLYTAVERN_START } from '../../scripts/budgets.mjs';
import { COMPILERS, compilerOf, RESOLUTIONS, runNode as run } from './compilers.js';
import { openWorkspace, type Workspace } from './workspace.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const execute = promisify(execFile);
const require = createRequire(import.meta.url);

/** The most that an installation may add. */
const MOST = { packages: 3, bytes: 6_000_000 };

/** Files that are no modules to import: a page serves them, or an editor reads them. */
const FILES = /^\.\/([a-z-]+-worker\.js|frame\.html|quickjs\.wasm|manifest\.schema\.json)$/;

let workspace: Workspace;
let pack: { readonly name: string; readonly exports: { readonly [entry: string]: unknown } };
/** The modules of the package, as they are imported. */
let entries: string[];
beforeAll(async () => {
  workspace = await openWorkspace();
  pack = JSON.parse(await readFile(join(workspace.unpacked, 'package.json'), 'utf8'));
  entries = Object.keys(pack.exports)
    .filter((entry) => !FILES.test(entry))
    .map((entry) => entry.replace('.', pack.name));
});
afterAll(async () => {
  await workspace?.[Symbol.asyncDispose]();
});

/** Compiles a project that imports every entry, with a `lib` that knows nothing newer than ES2022 unless `more` is in it. */
async function compile(name: string, compiler: string, resolution: keyof typeof RESOLUTIONS, main: string, more = '') {
  const every = entries.map((entry, i) => `import * as entry${i} from '${entry}';`);
  const config = {
    compilerOptions: {
      ...{ target: 'es2022', module: RESOLUTIONS[resolution], moduleResolution: resolution, types: [], noEmit: true },
      ...{ strict: true, skipLibCheck: false, lib: ['ES2022', 'DOM', ...(more ? [more] : [])] },
    },
    files: ['every.ts', 'main.ts'],
  };
  const app = await workspace.app(name, {
    files: {
      'every.ts': `${every.join('\n')}\nexport const entries = [${entries.map((_, i) => `entry${i}`).join(', ')}];\n`,
      'main.ts': main,
      'tsconfig.json': JSON.stringify(config),
    },
  });
  return run([compiler, '-p', 'tsconfig.json'], app);
}

const USES = `import { createHost, type Host } from 'bulkhead';
export async function use(): Promise<string> {
  const host: Host = createHost();
  const registration = host.tools.register({
    name: 'double', description: 'Doubles a number.', mode: 'read',
    parameters: { type: 'object', properties: { n: { type: 'number' } } },
    exec: ({ n }: { n: number }) => 2 * n,
  }, { owner: 'app' });
  const { value } = await host.tools.execute('double', { n: 2 });
  registration.unregister();
  await host.dispose();
  return String(value);
}
`;

for (const title of COMPILERS) {
  for (const resolution of Object.keys(RESOLUTIONS) as (keyof typeof RESOLUTIONS)[]) {
    test(`${title}, moduleResolution ${resolution}: every entry compiles with strict, lib ES2022 and no skipLibCheck`, async () => {
      const { said } = await compile(`${title} ${resolution}`, compilerOf(title, workspace), resolution, USES);
      expect(said).toBe('');
    });
  }
}

test('a wrong use of the package is an error of the compiler', async () => {
  const wrong = "import { createHost } from 'bulkhead';\nexport const x: number = createHost().tools.list();\n";
  const { said } = await compile('wrong', compilerOf('TypeScript 5.9', workspace), 'nodenext', wrong);
  expect(said).toMatch(/^main\.ts\(2,14\): error TS2322/);
});

test('a host and a run end with `await using`, a registration with `using`, where the lib knows them', async () => {
  const using = `import { createHost, type Registration } from 'bulkhead';
export async function use(registration: Registration): Promise<void> {
  await using host = createHost();
  await using run = await host.orchestrator.openRun();
  using registered = registration;
  console.log(run.id, registered.name);
}
`;
  const compiler = compilerOf('TypeScript 5.9', workspace);
  const known = await compile('using', compiler, 'bundler', using, 'ESNext.Disposable');
  expect(known.said).toBe('');
});

test('publint finds nothing to say about the packed package', async () => {
  const tarball = await readFile(workspace.tarball);
  const { messages } = await publint({
    pack: { tarball: new Uint8Array(tarball).buffer },
    strict: true,
  });
  expect(messages.map((message) => formatMessage(message, pack as never))).toEqual([]);
});

test('every entry resolves to its types and its module, for whoever imports ES modules', async () => {
  const cli = join(require.resolve('@arethetypeswrong/cli/package.json'), '../dist/index.js');
  const files = Object.keys(pack.exports).filter((entry) => FILES.test(entry));
  // The package has no CommonJS, and old `moduleResolution: node` knows no `exports`: neither counts, nor fails.
  const args = [cli, workspace.tarball, '--profile', 'esm-only', '--format', 'json', '--exclude-entrypoints', ...files];
  const { said, failed } = await run(args, root);
  const { analysis, problems } = JSON.parse(said);
  expect(Object.keys(analysis.entrypoints)).toHaveLength(entries.length);
  const counted = Object.values<{ readonly resolutionKind?: string }[]>(problems).flat();
  expect(counted.filter(({ resolutionKind = '' }) => !['node10', 'node16-cjs'].includes(resolutionKind))).toEqual([]);
  expect(failed).toBe(false);
});

test('`npm publish` has no warning', async () => {
  // A registry that nobody serves, and a token for it: nothing is sent anywhere in a dry run.
  const registry = '//127.0.0.1:9/';
  const folder = await workspace.app('publish');
  await writeFile(join(folder, '.npmrc'), `registry=http:${registry}\n${registry}:_authToken=none\nfetch-retries=0\n`);
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name)));
  const args = ['publish', workspace.unpacked, '--dry-run', '--ignore-scripts', '--userconfig', join(folder, '.npmrc')];
  const { stdout, stderr } = await execute('npm', args, {
    ...{ cwd: folder, env, maxBuffer: 2 ** 26, shell: process.platform === 'win32' },
  });
  expect(stderr.split('\n').filter((line) => /^npm (warn|error)/i.test(line))).toEqual([]);
  expect(stdout).toContain('+ bulkhead@');
});

/** Bytes of all files below a folder. */
async function bytesOf(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    files.filter((file) => file.isFile()).map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

test(`an installation adds at most ${MOST.packages} packages and ${MOST.bytes / 1e6} MB`, async () => {
  const folder = await workspace.app('installed', { files: { '.npmrc': 'offline=true\naudit=false\nfund=false\n' } });
  const home = join(folder, 'fresh');
  await execute('npm', ['install', '--ignore-scripts', '--prefix', home, workspace.tarball], {
    ...{ cwd: folder, shell: process.platform === 'win32' },
  });
  const lock = JSON.parse(await readFile(join(home, 'package-lock.json'), 'utf8'));
  const added = Object.keys(lock.packages).filter((path) => path !== '');
  expect(added).toContain('node_modules/bulkhead');
  expect(added.length).toBeLessThanOrEqual(MOST.packages);
  const bytes = await bytesOf(join(home, 'node_modules'));
  expect(bytes).toBeLessThanOrEqual(MOST.bytes);
});

test('the sizes in the documents are those of the package, and their limits those of the build', async () => {
  const sizeOf = async (files: readonly string[]) => {
    const contents = await Promise.all(files.map((file) => readFile(join(workspace.unpacked, 'dist', file))));
    return contents.reduce((sum, content) => sum + brotliCompressSync(content).length, 0);
  };
  const files: readonly (readonly [row: string, ...files: readonly string[]])[] = [
    ['frame, tool worker, engine with its image', 'frame.html', 'tool-worker.js', 'quickjs.wasm'],
    ['backup', 'part-backup.js'],
    ['CodeMirror', 'ui-editor.js'],
    ['broker worker', 'broker-worker.js'],
    ['reader of written calls', 'text-calls-worker.js'],
    ['memory worker', 'memory-worker.js'],
    ['`studio-worker.js`', 'studio-worker.js'],
  ];
  const limits: readonly (readonly [row: string, bytes: number])[] = [
    ['main thread: facade and Comlink', BUDGETS['main thread']],
    ['frame, tool worker, engine with its image', BUDGETS.spawned],
    ['`bulkhead/engine`', BUDGETS.engine],
    ['the extension for SillyTavern', SILLYTAVERN_START],
  ];
  const page = await readFile(new URL('../../docs/speed.md', import.meta.url), 'utf8');
  const cellOf = (row: string) =>
    page
      .split('\n')
      .find((line) => line.startsWith(`| ${row} |`))
      ?.split('|')[2] ?? '';
  for (const [row, ...parts] of files) {
    const said = Number(cellOf(row).match(/[\d.]+(?= kB)/)?.[0]) * 1_000;
    const is = await sizeOf(parts);
    expect(Math.abs(said - is), `${row}: ${is} B`).toBeLessThan(1_000);
  }
  for (const [row, bytes] of limits) expect(cellOf(row), row).toContain(` of ${bytes / 1_000}`);
});
