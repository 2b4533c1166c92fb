import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../e2e/browser.js';
import {
  copiedAssets,
  esbuild,
  type Maker,
  nextApp,
  plainPage,
  rollup,
  viteBuild,
  viteDev,
  viteLinked,
  viteRelative,
  webpackBuild,
  webpackDev,
} from './makers.js';
import { openWorkspace, type Workspace } from './workspace.js';

const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; frame-src 'self'; connect-src 'self'";
const TRUSTED = `${STRICT}; require-trusted-types-for 'script'; trusted-types bulkhead`;

/** Applications without any configuration for Bulkhead, unless their name says so. */
const APPS: { readonly [name: string]: Maker } = {
  'a page without a bundler under a strict CSP': plainPage(STRICT),
  'a page without a bundler under Trusted Types': plainPage(TRUSTED),
  'Vite 6 dev': viteDev('vite6'),
  'Vite 6 build': viteBuild('vite6'),
  'Vite 7 dev': viteDev('vite7'),
  'Vite 7 build': viteBuild('vite7'),
  'Vite 8 dev': viteDev('vite'),
  'Vite 8 build': viteBuild('vite'),
  'webpack 5 dev': webpackDev,
  'webpack 5 build': webpackBuild,
  'Rollup build': rollup,
  'esbuild build as modules': esbuild('esm'),
  'esbuild build as one script': esbuild('iife'),
  'Next dev': nextApp('dev'),
  'Next build': nextApp('build'),
};

/** With `bulkhead/vite`, byte for byte and under a policy that allows no copies. */
const WITH_PLUGIN: { readonly [name: string]: Maker } = {
  'Vite 6 dev with the plugin': viteDev('vite6', true),
  'Vite 7 dev with the plugin': viteDev('vite7', true),
  'Vite 8 dev with the plugin': viteDev('vite', true),
  'Vite 6 build with the plugin under a strict CSP': viteBuild('vite6', true, { csp: STRICT }),
  'Vite 8 build with the plugin under Trusted Types': viteBuild('vite', true, { csp: TRUSTED }),
  'Vite 7 build to lie anywhere under a strict CSP': viteRelative('vite7', { csp: STRICT }),
  'Vite 8 build to lie anywhere under a strict CSP': viteRelative('vite', { csp: STRICT }),
  'Vite 8 dev with a linked package': viteLinked('vite'),
  'esbuild and copied assets under a strict CSP': copiedAssets(STRICT),
};

let browser: Browser;
let workspace: Workspace;
beforeAll(async () => {
  [browser, workspace] = await Promise.all([openBrowser(), openWorkspace()]);
});
afterAll(async () => {
  await browser?.close();
  await workspace?.[Symbol.asyncDispose]();
});

/** Opens the application, runs a tool in it and says what came of it. */
async function runIn(make: Maker, name: string) {
  const served = await make(workspace, name);
  const page = await browser.newPage();
  const answered: string[] = [];
  page.on('response', (response) => {
    if (!response.ok() && response.status() !== 304) answered.push(`${response.status()} ${response.url()}`);
  });
  try {
    await page.goto(served.url);
    await page.waitForFunction(() => 'run' in window);
    const outcome = await page.evaluate(() => (window as unknown as { run(): Promise<unknown> }).run());
    return { outcome, answered };
  } finally {
    await page.close();
    await served.close();
  }
}

const WORKS = { value: 3, names: ['next'], calls: 1, walls: [1, 2, 3, 4, 5] };

for (const [name, make] of Object.entries(APPS)) {
  test(`${name}: a tool runs behind five walls`, async () => {
    const { outcome } = await runIn(make, name);
    expect(outcome).toEqual(WORKS);
  });
}

for (const [name, make] of Object.entries(WITH_PLUGIN)) {
  test(`${name}: every file is served as it was built`, async () => {
    const { outcome, answered } = await runIn(make, name);
    expect(outcome).toEqual(WORKS);
    expect(answered.filter((line) => !line.includes('favicon'))).toEqual([]);
  });
}

test('the package brings no other packages, and says whose code it contains under which licence', async () => {
  const home = join(await workspace.app('notices'), 'node_modules/bulkhead');
  const { dependencies = {} } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  expect(dependencies).toEqual({});
  const notices = await readFile(join(home, 'dist/THIRD-PARTY.txt'), 'utf8');
  for (const name of ['comlink', 'dompurify', 'idb-keyval', 'jsondiffpatch', 'minisearch', 'zod']) {
    expect(notices, name).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\\nLicence: `, 'm'));
  }
  expect(notices).toContain('Copyright (c) 2017-2021 Fabrice Bellard');
  const [packages = '', ...terms] = notices.split(/\n-{80}\n\n(?=The terms of the )/);
  // The terms stand once, and whoever refers to them finds them.
  expect(terms.map((text) => text.split('\n')[0])).toEqual([
    'The terms of the Apache License, Version 2.0',
    'The terms of the MIT License',
  ]);
  expect(terms.join('').match(/Permission is hereby granted/g)).toHaveLength(1);
  const below =
    /^\[The terms of the (MIT License|Apache License, Version 2\.0) stand once at the end of this file\.\]$/m;
  // A package without a licence file: the standard text, with who holds the copyright.
  expect(packages).toContain('Copyright (c) Jeremy Danyow <jdanyow@gmail.com>\n\n[The terms of the MIT License');
  expect(packages).toContain('Copyright 2018 The diff-match-patch Authors\n\n');
  for (const notice of packages.split(/\n-{80}\n/).slice(1)) {
    const [head, ...text] = notice.trim().split('\n\n');
    expect(head).toMatch(/^(\S+ \d+\.\d+\.\d+\nLicence: .+(\n|$))+$/);
    const said = text.join('\n');
    if (!below.test(said)) expect(said, head).toMatch(/Permission is hereby granted|Permission to use|Licensed under/);
    else expect(said, head).toMatch(/copyright/i);
  }
});
