// `npm test`: every part, checked, one after another, with one count at the end.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isWarm } from './sillytavern/cache.mjs';

const only = process.argv.slice(2);
const root = fileURLToPath(new URL('..', import.meta.url));
const node = process.execPath;
const bin = (name) => `${root}node_modules/${name}`;

const vitest = (project) => [bin('vitest/vitest.mjs'), 'run', '--project', project];
const without = (words) => ['--testNamePattern', `^(?!.*${words})`];
/** What of SillyTavern's tests goes with all others; `npm run test:e2e` runs every one, and every one of the elements. */
const CORE = ['start', 'native', 'text-calls.test', 'attacks', 'modes.test', 'memory.test', 'studio.test'];
/** A measurement, of dozens of loads: a row of `npm run accept` has it as well. */
const MEASURED = 'the application starts as early';
const sillyTavern = [
  ...vitest('sillytavern'),
  ...(only.includes('sillytavern') ? [] : [...without(MEASURED), ...CORE.map((file) => `tests/sillytavern/${file}`)]),
];
/** Of single elements, in each theme, width and language: they have a command of their own, and rows of `npm run accept`. */
const WIDE = [
  ...['chat-pieces', 'chat-view', 'code-editor', 'consent-ui', 'drawer-looks', 'inspector', 'mcp-ui', 'memory-review'],
  ...['palette', 'run-panel', 'skills-panel', 'studio-line-diffs', 'studio-place', 'studio-review', 'text-stream'],
];
/** Tests by this name go through themes, widths and languages as well, wherever they stand. */
const LOOKS = 'axe finds nothing';
const isCore = (file) => file.endsWith('.test.ts') && !WIDE.includes(file.slice(0, -'.test.ts'.length));
const endToEnd = [
  ...vitest('e2e'),
  ...(only.includes('end to end')
    ? []
    : [
        ...without(LOOKS),
        ...readdirSync(`${root}tests/e2e`)
          .filter(isCore)
          .map((file) => `tests/e2e/${file}`),
      ]),
];
const STAGES = [
  { name: 'types', args: [bin('typescript/bin/tsc'), '-b'] },
  { name: 'lint', args: [bin('@biomejs/biome/bin/biome'), 'check', '.'] },
  { name: 'build', args: ['scripts/build.mjs'] },
  { name: 'unit', args: vitest('unit') },
  { name: 'browser', args: vitest('browser') },
  { name: 'conformance', args: ['scripts/conformance.mjs'] },
  { name: 'end to end', args: endToEnd },
  { name: 'sillytavern', args: sillyTavern, leftOut: withoutSillyTavern },
];

/** Why the tests in a real SillyTavern are left out: nobody has asked for its 430 MB. */
function withoutSillyTavern() {
  if (isWarm() || process.env.BULKHEAD_E2E === '1' || only.includes('sillytavern')) return undefined;
  return 'SillyTavern is not installed; `npm run test:e2e` installs it (430 MB, once), and so does BULKHEAD_E2E=1';
}

/** Runs one stage and counts what it says: the runner's own numbers, or one check for a stage without any. */
function runStage({ name, args }) {
  return new Promise((resolve) => {
    const began = Date.now();
    let output = '';
    const child = spawn(node, args, { cwd: root, env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' } });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        process.stdout.write(chunk);
      });
    }
    child.on('close', (status) => {
      const tests = output.match(/^\s*Tests\s.*$/m)?.[0] ?? output.match(/^\d+ passed, \d+ failed/m)?.[0] ?? '';
      const count = (word) => Number(tests.match(new RegExp(`(\\d+) ${word}`))?.[1] ?? 0);
      let [passed, failed] = [count('passed'), count('failed')];
      if (passed + failed === 0) [passed, failed] = status === 0 ? [1, 0] : [0, 1];
      else if (status !== 0 && failed === 0) failed = 1;
      const failures = [...new Set(output.match(/^\s*FAIL .*$/gm))];
      resolve({ name, passed, failed, failures, seconds: Math.round((Date.now() - began) / 1000) });
    });
  });
}

const results = [];
const left = [];
for (const stage of STAGES.filter(({ name }) => only.length === 0 || only.includes(name))) {
  console.log(`\n── ${stage.name} ──`);
  const why = stage.leftOut?.();
  if (why === undefined) results.push(await runStage(stage));
  else left.push(`LEFT OUT ${stage.name}: ${why}`);
}
console.log('\n── summary ──');
for (const { name, passed, failed, failures, seconds } of results) {
  console.log(`${failed > 0 ? 'FAIL' : 'ok  '} ${name.padEnd(12)} ${passed} passed, ${failed} failed, ${seconds} s`);
  for (const line of failures) console.log(`     ${line.trim()}`);
}
for (const line of left) console.log(line);
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0;
