// The stages of the test commands: what `npm test` runs of each, and what it leaves to `npm run test:all`.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => `${root}node_modules/${name}`;
const vitest = (project, ...rest) => [bin('vitest/vitest.mjs'), 'run', '--project', project, ...rest];
const exclude = (files) => files.flatMap((file) => ['--exclude', file]);

/** Test files below a folder, by their paths from the root. */
const filesOf = (folder) =>
  readdirSync(`${root}${folder}`, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`.slice(root.length))
    .sort();

/** The end-to-end files of `npm test`. */
const QUICK_E2E = ['workbench', 'consent', 'chat'].map((name) => `tests/e2e/${name}.test.ts`);

/**
 * Tests in Chromium that `npm test` leaves out: soaks, files that end workers dozens of times or wait on a real clock, and those
 * that play whole stories over and over, or what the recorded vectors play as well.
 */
const LONG_BROWSER = [
  ...['copy', 'ended', 'stopped', 'writers'].map((name) => `tests/browser/memory/${name}.test.ts`),
  ...['erase', 'frame-loss', 'broker-simulation', 'pool', 'waiting', 'backup', 'modules', 'evaluated-once'].map(
    (name) => `tests/browser/${name}.test.ts`,
  ),
  ...['permissions/simulation', 'orchestrator/dispatch', 'rehearsal/rehearsal', 'studio/example', 'studio/plugin'].map(
    (name) => `tests/browser/${name}.test.ts`,
  ),
  ...[
    'permissions/memory',
    'mcp/hostile',
    'orchestrator/context',
    'orchestrator/layers',
    'storage/hung',
    'text-calls/skills',
  ].map((name) => `tests/browser/${name}.test.ts`),
  'tests/hostile/memory.test.ts',
  ...filesOf('tests/soak'),
];

/** Tests in Node that `npm test` leaves out: the conformance runner, in Chromium, dozens of times, and a fuzzer. */
const LONG_UNIT = ['tests/unit/conformance/runner.test.ts', 'tests/unit/text-calls/fuzz.test.ts'];

/** Tests of hosts in Node that `npm test` leaves out. */
const LONG_NODE = ['cli', 'cli-examples', 'cli-zip', 'folder-kills', 'hostile', 'same'].map(
  (name) => `tests/node/${name}.test.ts`,
);

/** Suites of the browser that run in Node too: `SHARED_SUITES` in vite.config.ts names them. */
const SHARED_SUITES = 'tests/browser/';

const HOSTILE = 'tests/conformance/vectors/hostile';

/**
 * The stages by name. `quick` is what `npm test` runs; `rest` is what it leaves out, so that both together are everything.
 * `leaves` names what is left out.
 */
export const STAGES = {
  types: { quick: [bin('typescript/bin/tsc'), '-b'] },
  lint: { quick: [bin('@biomejs/biome/bin/biome'), 'check', '.'] },
  // Both parts need it. Where both run, the second is skipped.
  build: { quick: ['scripts/build.mjs'], rest: ['scripts/build.mjs'] },
  unit: { quick: vitest('unit', ...exclude(LONG_UNIT)), rest: vitest('unit', ...LONG_UNIT), leaves: LONG_UNIT },
  browser: {
    quick: vitest('browser', ...exclude(LONG_BROWSER)),
    rest: vitest('browser', ...LONG_BROWSER),
    leaves: LONG_BROWSER,
  },
  conformance: {
    quick: ['scripts/conformance.mjs', '--restored'],
    rest: ['scripts/conformance.mjs', '--fresh', HOSTILE],
    leaves: ['hostile programs in fresh guests'],
  },
  // With the built package.
  node: {
    quick: vitest('node', ...exclude([...LONG_NODE, `${SHARED_SUITES}**`])),
    rest: vitest('node', ...LONG_NODE, SHARED_SUITES),
    leaves: [...LONG_NODE, `${SHARED_SUITES} in Node`],
  },
  'end to end': {
    quick: vitest('e2e', ...QUICK_E2E),
    rest: vitest('e2e', ...exclude(QUICK_E2E)),
    leaves: filesOf('tests/e2e').filter((file) => !QUICK_E2E.includes(file)),
  },
  guests: { rest: vitest('guests'), leaves: filesOf('tests/guests') },
  bundlers: { rest: vitest('bundlers'), leaves: filesOf('tests/bundlers') },
  sillytavern: { rest: vitest('sillytavern'), leaves: filesOf('tests/sillytavern') },
};

/**
 * What runs beside what: the lanes of a part run at the same time, the stages of a lane one after another.
 * Both cores have work as long as the lanes take equally long.
 */
export const LANES = {
  quick: [['browser'], ['build', 'types', 'lint', 'unit', 'node', 'conformance', 'end to end']],
  rest: [['build', 'unit', 'node', 'browser', 'guests', 'conformance', 'end to end', 'bundlers', 'sillytavern']],
};
