import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FAILURES } from '../guests/failures.js';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const { esbuild, ...packages } = JSON.parse(read('tests/guests/package.json')).dependencies as {
  readonly [name: string]: string;
};
const jobs = readdirSync(fileURLToPath(new URL('../guests/jobs', import.meta.url))).map((file) => file.slice(0, -3));

/** The packages that a job imports. */
const packagesOf = (job: string): readonly string[] => [
  ...new Set(
    [...read(`tests/guests/jobs/${job}.js`).matchAll(/^(?:import|\}).*?'((?:@[\w-]+\/)?[\w.-]+)/gm)].map(
      ([, name = '']) => name,
    ),
  ),
];

test('sixty packages are pinned to a version, and each has one job that imports it alone', () => {
  expect(Object.keys(packages)).toHaveLength(60);
  for (const version of [esbuild, ...Object.values(packages)]) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(jobs.map(packagesOf).sort()).toEqual(
    Object.keys(packages)
      .sort()
      .map((name) => [name]),
  );
});

test('at least 52 of them run in a guest; the documents say how many, and list every other with what it says', () => {
  const failing = Object.keys(FAILURES);
  expect(jobs).toEqual(expect.arrayContaining(failing));
  const running = jobs.length - failing.length;
  expect(running).toBeGreaterThanOrEqual(52);
  for (const page of ['docs/plugins.md', 'docs/zh-CN/plugins.md']) {
    const section = /^## (?:Packages from npm|npm 上的包)$([\s\S]*?)^## /m.exec(read(page))?.[1] ?? '';
    expect(section).toContain(` ${running} `);
    const rows = [...section.matchAll(/^\| `([^`]+)`[^|]*\|([^|]+)\|[^|]+\|$/gm)];
    const listed = rows.map(([, name = '', said = '']) => [/^(?:@[\w-]+\/)?[\w.-]+/.exec(name)?.[0], said] as const);
    const expected = failing.map((job) => packagesOf(job)[0]);
    expect(listed.map(([name]) => name).sort()).toEqual(expected.sort());
    for (const job of failing) {
      const said = listed.find(([name]) => name === packagesOf(job)[0])?.[1].match(/`([^`]+)`/)?.[1] ?? '';
      expect(said, job).toMatch(FAILURES[job]?.message ?? /never/);
    }
  }
});
