import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_FLAGS, findChromium, ONE_PROCESS } from './scripts/chromium.mjs';
import { assetsPlugin } from './scripts/vite/assets.mjs';
import { preludePlugin } from './scripts/vite/bundle.mjs';
import { mcpServers } from './tests/fixtures/mcp-servers.mjs';
import { modelServer } from './tests/fixtures/model-server.mjs';
import { netServer } from './tests/fixtures/net-server.mjs';
import { streamServer } from './tests/fixtures/stream-server.mjs';
import { probeServer } from './tests/hostile/probe-server.mjs';

const plugins = () => [
  ...[preludePlugin(), assetsPlugin(), probeServer(), netServer()],
  ...[modelServer(), streamServer(), mcpServers()],
];
const server = { host: '127.0.0.1' };

/** Suites of the browser that run in Node too, and what stands there in the place of a page's own. */
const SHARED_SUITES = [
  'tests/browser/permissions/!(called-tools).test.ts',
  'tests/browser/broker-{host-fetch,host-send,masking,net,packages,secrets,simulation,storage}.test.ts',
  'tests/browser/{plugin-update,modules}.test.ts',
];
const insteadOfPage = {
  name: 'instead-of-page',
  enforce: 'pre' as const,
  resolveId: (source: string, importer = '') => {
    const [, name] = /^\.[./\w]*\/(plain-host|start-broker|net)\.js$/.exec(source) ?? [];
    if (name === undefined || !/tests\/(browser|fixtures)\//.test(importer)) return null;
    return fileURLToPath(new URL(`tests/node/instead/${name}.ts`, import.meta.url));
  },
};

/**
 * Two files at a time, each with a browser of its own: while one waits for a page the other has work. `groupOrder`: the kinds
 * of tests come one after another where they run together.
 */
const sideBySide = (groupOrder: number) => ({ maxWorkers: 2, sequence: { groupOrder } });

/** How long a state that comes by itself is waited for: on a busy machine a second is nothing. */
const settles = { poll: { timeout: 20_000 } };

/** The workbench's server (`npm start`) and the three kinds of tests. The library itself is built by scripts/build.mjs. */
export default defineConfig({
  plugins: plugins(),
  server,
  test: {
    projects: [
      {
        root: '.',
        plugins: [preludePlugin()],
        test: {
          name: 'unit',
          include: ['tests/{unit,house}/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          // Files share a process, and leave nothing behind in it: a module is loaded once.
          isolate: false,
          // Vitest leaves one core for itself, which on a machine with two is half of it.
          maxWorkers: '100%',
        },
      },
      {
        root: '.',
        plugins: plugins(),
        server,
        // Known beforehand, so that no test page is reloaded in the middle.
        optimizeDeps: {
          include: [
            'comlink',
            'zod/mini',
            '@cfworker/json-schema',
            'lit',
            'lit/directives/repeat.js',
            'marked',
            'dompurify',
            '@codemirror/state',
            '@codemirror/view',
            '@codemirror/commands',
            '@codemirror/language',
            '@codemirror/search',
            '@codemirror/lang-javascript',
            '@codemirror/lang-json',
            '@lezer/highlight',
            'fast-check',
            'yaml',
            'jsondiffpatch',
            'jsondiffpatch/with-text-diffs',
            '@noble/hashes/sha2.js',
            '@noble/hashes/utils.js',
            '@modelcontextprotocol/client',
          ],
        },
        test: {
          name: 'browser',
          expect: settles,
          include: ['tests/{browser,hostile,soak}/**/*.test.ts'],
          testTimeout: 60_000,
          fileParallelism: false,
          // The soak of the pool: bounded here, long in `npm run soak`.
          provide: {
            pool: { calls: Number(process.env.BULKHEAD_CALLS ?? 1_500) },
            ...(process.env.BULKHEAD_SEED !== undefined && { seed: Number(process.env.BULKHEAD_SEED) }),
          },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: findChromium() ?? '', args: [...CHROMIUM_FLAGS, ...ONE_PROCESS] },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        root: '.',
        test: {
          name: 'e2e',
          expect: settles,
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/build.ts', 'tests/e2e/serve.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          ...sideBySide(1),
        },
      },
      {
        root: '.',
        test: {
          name: 'sillytavern',
          expect: settles,
          include: ['tests/sillytavern/**/*.test.ts'],
          globalSetup: ['tests/sillytavern/build.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 600_000,
          ...sideBySide(2),
        },
      },
      {
        root: '.',
        test: {
          name: 'bundlers',
          include: ['tests/bundlers/**/*.test.ts'],
          globalSetup: ['tests/bundlers/build.ts'],
          environment: 'node',
          testTimeout: 300_000,
          hookTimeout: 600_000,
          ...sideBySide(3),
        },
      },
      {
        root: '.',
        plugins: [preludePlugin()],
        test: {
          name: 'guests',
          include: ['tests/guests/**/*.test.ts'],
          globalSetup: ['tests/guests/setup.ts'],
          environment: 'node',
          // The same on both sides of each comparison: a zone with summer time.
          env: { TZ: 'Europe/Berlin' },
          testTimeout: 120_000,
          hookTimeout: 600_000,
          ...sideBySide(4),
        },
      },
      {
        root: '.',
        plugins: [preludePlugin(), insteadOfPage],
        test: {
          name: 'node',
          expect: settles,
          include: ['tests/node/**/*.test.ts', ...SHARED_SUITES],
          setupFiles: ['tests/node/instead/older-node.ts'],
          globalSetup: ['tests/e2e/build.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          ...sideBySide(5),
        },
      },
    ],
  },
});
