import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { codeBlocks } from '../../scripts/quickstart/blocks.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const VITE = 'examples/quickstart-vite';
const EXAMPLES = readdirSync(join(root, 'examples')).filter((name) => name.startsWith('quickstart-'));

/** What stands below a heading of the second level. */
function section(text: string, heading: string): string {
  const [, after = ''] = text.split(`\n## ${heading}\n`);
  return after.split('\n## ')[0] ?? '';
}

for (const [readme, heading] of [
  ['README.md', 'Install'],
  ['README.zh-CN.md', '安装'],
] as const) {
  test(`the section “${heading}” of ${readme} is examples/quickstart-vite word for word`, () => {
    const blocks = codeBlocks(section(read(readme), heading));
    const files = blocks.filter(({ file }) => file !== undefined);
    expect(files.map(({ file }) => file)).toEqual(['index.html', 'main.js']);
    for (const { file, text } of files) expect(text, file).toBe(read(`${VITE}/${file}`));
    const commands = blocks.filter(({ language }) => language === 'sh');
    expect(commands).toEqual(codeBlocks(read(`${VITE}/README.md`)));
    expect(blocks.length).toBe(files.length + commands.length);
  });
}

const STARTED = [...EXAMPLES, 'starter'];

test('each quickstart and the starter have the same commands in both languages', () => {
  expect(EXAMPLES.length).toBe(5);
  for (const name of STARTED) {
    const [english, chinese] = ['README.md', 'README.zh-CN.md'].map((file) =>
      codeBlocks(read(`examples/${name}/${file}`)),
    );
    expect(english?.length, name).toBeGreaterThan(0);
    expect(chinese, name).toEqual(english);
  }
});

test('each quickstart and the starter ask for versions that the bundler tests install, and for this version of the package', () => {
  const installed = JSON.parse(read('tests/bundlers/package.json')).dependencies;
  const { version } = JSON.parse(read('package.json'));
  for (const name of STARTED) {
    const { dependencies, devDependencies } = JSON.parse(read(`examples/${name}/package.json`));
    for (const [dependency, range] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect(range, `${name}: ${dependency}`).toBe(`^${dependency === 'bulkhead' ? version : installed[dependency]}`);
    }
  }
});

test('every quickstart installs the same plugin', () => {
  const plugin = (path: string) =>
    read(`examples/quickstart-${path}`)
      .match(/`(registerTool[^`]+)`/)?.[1]
      ?.replace(/\n +/g, '\n');
  const places = ['webpack/src/main.js', 'plain/public/index.html', 'react/src/plugin.js', 'next/app/plugin.js'];
  const first = plugin('vite/main.js');
  expect(first).toContain("name: 'greet'");
  for (const place of places) expect(plugin(place), place).toBe(first);
});

test('every page of a quickstart says its encoding: not every server does', () => {
  const pages = EXAMPLES.flatMap((name) =>
    readdirSync(join(root, 'examples', name), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('index.html'))
      .map((file) => `examples/${name}/${file}`),
  );
  expect(pages.length).toBe(4);
  expect(pages.filter((page) => !read(page).includes('<meta charset="utf-8" />'))).toEqual([]);
});
