import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const PLUGINS = ['dice', 'extension', 'names', 'notebook', 'slow'];

test('each example that is a plugin is a private package, whose main file is there or is built', () => {
  for (const name of [...PLUGINS, 'starter']) {
    const { name: own, private: secret, main, scripts } = read(`examples/${name}/package.json`);
    expect({ own, secret }).toEqual({ own: name, secret: true });
    const isThere = existsSync(join(root, 'examples', name, main));
    const isBuilt = main.startsWith('dist/') ? 'build' in scripts : scripts?.build?.endsWith(`--outfile=${main}`);
    expect(isThere || isBuilt, name).toBe(true);
  }
});

test('packages of the examples ask for the versions that this project installs', () => {
  const { version, devDependencies: installed } = read('package.json');
  for (const name of PLUGINS) {
    const { dependencies, devDependencies } = read(`examples/${name}/package.json`);
    for (const [dependency, range] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect(range, `${name}: ${dependency}`).toBe(dependency === 'bulkhead' ? `^${version}` : installed[dependency]);
    }
  }
});

test('no bundle of an example is checked in: no file below examples has a line that a minifier has written', () => {
  const files = execFileSync('git', ['ls-files', 'examples'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const scripts = files.filter((file) => /\.[cm]?[jt]sx?$/.test(file) && existsSync(join(root, file)));
  expect(scripts.length).toBeGreaterThan(20);
  const longest = (file: string) =>
    Math.max(
      ...readFileSync(join(root, file), 'utf8')
        .split('\n')
        .map(({ length }) => length),
    );
  expect(scripts.filter((file) => longest(file) > 1_000)).toEqual([]);
});

test('the package of several modules is what the documents show, and its hashes are what its script writes', () => {
  const folder = join(root, 'examples/names');
  const shown = [
    ...readFileSync(join(root, 'docs/plugins.md'), 'utf8').matchAll(/```js (package-\w+)\n([\s\S]*?)```/g),
  ];
  const files = ['main.js', 'lib/pick.js', 'pin.mjs'];
  expect(shown.map(([, , text]) => text)).toEqual(files.map((file) => readFileSync(join(folder, file), 'utf8')));
  const copy = mkdtempSync(join(tmpdir(), 'names-'));
  try {
    cpSync(folder, copy, { recursive: true });
    const before = readFileSync(join(copy, 'bulkhead.json'), 'utf8');
    writeFileSync(join(copy, 'bulkhead.json'), before.replaceAll(/sha256-[^"]+/g, ''));
    execFileSync(process.execPath, ['pin.mjs'], { cwd: copy });
    expect(readFileSync(join(copy, 'bulkhead.json'), 'utf8')).toBe(before);
  } finally {
    rmSync(copy, { recursive: true });
  }
});
