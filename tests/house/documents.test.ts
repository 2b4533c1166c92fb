import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ERROR_FAULTS } from '../../worker/protocol/errors.js';
import { LIMITS } from '../../worker/protocol/limits.js';
import { FLOORS, OTHER_ROOMS } from './rooms.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');

/** Rows of the table whose first cell is code: `` | `NAME` | … | ``. */
const rows = (text: string) =>
  new Map([...text.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].map(([, name, cell]) => [name, cell?.trim()]));

test('every error code has a row in docs/errors.md with its fault, and no row is of the past', () => {
  const table = rows(read('docs/errors.md'));
  expect(Object.fromEntries(table)).toEqual(ERROR_FAULTS);
});

test('every limit has a row in docs/limits.md with its value', () => {
  const table = rows(read('docs/limits.md'));
  const numbers = Object.fromEntries([...table].map(([name, cell]) => [name, Number(cell?.replaceAll(',', ''))]));
  expect(numbers).toEqual(LIMITS);
});

test('every entry of the package has its row in docs/stability.md, and experimental ones say so in their source', () => {
  const { exports } = JSON.parse(read('package.json')) as { exports: Record<string, unknown> };
  const table = [...read('docs/stability.md').matchAll(/^\| (`bulkhead[^|]*`) \| (\w+) \|/gm)];
  const levels = table.flatMap(([, names = '', level = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => [name, level] as const),
  );
  const entries = Object.keys(exports).map((entry) => entry.replace(/^\./, 'bulkhead'));
  expect(levels.map(([name]) => name).sort()).toEqual(entries.sort());
  expect([...new Set(levels.map(([, level]) => level))]).toEqual(['settled', 'experimental', 'internal']);
  const places: { readonly [name: string]: string } = { modes: 'src/engine/modes', memory: 'worker/memory' };
  for (const [entry, level] of levels.filter(([, one]) => one === 'experimental')) {
    const name = entry.replace('bulkhead/', '');
    expect(read(`${places[name] ?? `src/${name}`}/index.ts`), `${entry}: ${level}`).toContain('Experimental: names');
  }
});

test('the package has the front page, and no other page of the documentation', () => {
  const { files } = JSON.parse(read('package.json')) as { files: string[] };
  expect(files).toContain('README.md');
  expect(files.filter((name) => /^docs|zh-CN|CHANGELOG|SECURITY/.test(name))).toEqual([]);
});

test('every dependency has its reason in docs/decisions/dependencies.md, and no reason is of the past', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  const reasons = [...read('docs/decisions/dependencies.md').matchAll(/^\| (`[^|]+`) \| [^|]+ \|$/gm)];
  const named = reasons.flatMap(([, names]) => [...(names ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  expect(named.sort()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).sort());
});

test('ARCHITECTURE.md is a map: at most 150 lines, and a line for each room, in the order of their floors', () => {
  const map = read('ARCHITECTURE.md');
  expect(map.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  const lines = [...map.matchAll(/^\| `((?:src|worker|sandbox|examples)[\w/-]*)` \| [^|]+ \|$/gm)].map(
    ([, room]) => room ?? '',
  );
  expect(lines.filter((room) => room.startsWith('src/'))).toEqual(FLOORS.map(({ room }) => `src/${room}`));
  const others = lines.filter((room) => !room.startsWith('src/'));
  expect(others.sort()).toEqual(OTHER_ROOMS.map(({ room }) => room).sort());
});

test('every folder below src, worker and sandbox is on the map, and every path on the map is there', () => {
  const map = read('ARCHITECTURE.md');
  const folders = ['src', 'worker'].flatMap((top) =>
    readdirSync(join(root, top), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${top}/${name}`),
  );
  expect(folders.length).toBeGreaterThan(25);
  expect([...folders, 'sandbox/guest'].filter((folder) => !new RegExp(`\\| \`${folder}[/\`]`).test(map))).toEqual([]);
  const paths = [...map.matchAll(/`((?:src|worker|sandbox|scripts|tests|docs|examples)(?:\/[\w.-]+)*)`/g)];
  expect(paths.length).toBeGreaterThan(50);
  const there = (path: string) => existsSync(join(root, path)) || existsSync(join(root, `${path}.ts`));
  expect(paths.map(([, path]) => path ?? '').filter((path) => !there(path))).toEqual([]);
});

test('every link between documents leads to a file', () => {
  const folder = (name: string) => readdirSync(join(root, name)).map((file) => join(name, file));
  const pages = ['.', 'docs', 'docs/zh-CN', 'docs/decisions'].flatMap(folder).filter((name) => name.endsWith('.md'));
  expect(pages.length).toBeGreaterThan(20);
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, to]) => to ?? '')
      .filter((to) => !/^[a-z]+:/.test(to) && !existsSync(join(root, dirname(page), to)))
      .map((to) => `${page}: ${to}`),
  );
  expect(broken).toEqual([]);
});

test('every decision is dated, has its four parts, and is in the index', () => {
  const index = read('docs/decisions/README.md');
  const pages = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md');
  expect(pages.filter((name) => !index.includes(`](${name})`))).toEqual([]);
  const parts = ['Decided', 'Why', 'Measured', 'Turned down'];
  const wrong = pages.filter((name) => {
    const page = read(`docs/decisions/${name}`);
    return !/^Decided \d{4}-\d\d-\d\d/m.test(page) || parts.some((part) => !page.includes(`\n## ${part}\n`));
  });
  expect(wrong).toEqual([]);
});

test('importing the package in Node has no side effect', async () => {
  const before = Object.getOwnPropertyNames(globalThis).sort();
  const bulkhead = await import('../../src/index.js');
  expect(Object.getOwnPropertyNames(globalThis).sort()).toEqual(before);
  expect(() => bulkhead.createHost()).toThrow(expect.objectContaining({ code: 'BAD_ARGS' }));
});

test('the scripts that the documents name exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)];
  const text = pages
    .filter((name) => name.endsWith('.md'))
    .map(read)
    .join('\n');
  const named = [...text.matchAll(/(?:`|^)npm (?:run )?([a-z0-9:]+)/gm)].map(([, name]) => name ?? '');
  expect(named.length).toBeGreaterThan(3);
  const ofNpm = ['ci', 'i', 'init', 'install', 'pack'];
  expect(named.filter((name) => !(name in scripts) && !ofNpm.includes(name))).toEqual([]);
});
