// The test commands. `npm test` runs the quick part; `--rest` runs what that leaves out; `--all` runs both.
// Names of stages run those stages whole: `node scripts/test.mjs unit browser`.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { measureCpu } from './cpu-seconds.mjs';
import { LANES, STAGES } from './test-plan.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const given = process.argv.slice(2);
const named = given.filter((word) => !word.startsWith('--'));
const unknown = [
  ...named.filter((name) => !Object.hasOwn(STAGES, name)),
  ...given.filter((word) => word.startsWith('--') && word !== '--all' && word !== '--rest'),
];
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}. Stages: ${Object.keys(STAGES).join(', ')}; options: --all, --rest`);
  process.exit(2);
}
const parts =
  named.length > 0 || given.includes('--all') ? ['quick', 'rest'] : [given.includes('--rest') ? 'rest' : 'quick'];

/** Prints a child's output line by line, so that stages that run side by side stay readable. */
function printLines(stream, name, keep) {
  let open = '';
  const print = (line) => console.log(`${name} │ ${line}`);
  stream.setEncoding('utf8');
  stream.on('data', (chunk) => {
    keep(chunk);
    const lines = (open + chunk).split('\n');
    open = lines.pop() ?? '';
    lines.forEach(print);
  });
  stream.on('end', () => open !== '' && print(open));
}

const results = [];

/** Whether the build stage has run, and well. */
const isBuilt = () => results.some(({ name, failed }) => name === 'build' && failed === 0);

/** Runs one stage and counts what it says: the runner's own numbers, or one check for a stage without any. */
function runStage(name, part, args) {
  return new Promise((resolve) => {
    const began = Date.now();
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    // The tests of the package use what the build stage has just made.
    const env = { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...(isBuilt() && { BULKHEAD_BUILT: '1' }) };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const cpu = measureCpu(child.pid);
    printLines(child.stdout, name, keep);
    printLines(child.stderr, name, keep);
    child.on('close', (status) => {
      const tests = output.match(/^\s*Tests\s.*$/m)?.[0] ?? output.match(/^\d+ passed, \d+ failed/m)?.[0] ?? '';
      const count = (word) => Number(tests.match(new RegExp(`(\\d+) ${word}`))?.[1] ?? 0);
      let [passed, failed] = [count('passed'), count('failed')];
      if (passed + failed === 0) [passed, failed] = status === 0 ? [1, 0] : [0, 1];
      else if (status !== 0 && failed === 0) failed = 1;
      const failures = [...new Set(output.match(/^\s*FAIL .*(\n(?!\s*(FAIL|❯|⎯)).*){0,16}/gm))];
      const seconds = Math.round((Date.now() - began) / 1000);
      resolve({ name, part, passed, failed, failures, seconds, cpu: cpu.stop() });
    });
  });
}

/** Runs the stages of one lane one after another. */
async function runLane(lane, part) {
  for (const name of lane) {
    const args = STAGES[name][part];
    if (!args || (named.length > 0 && !named.includes(name))) continue;
    if (name === 'build' && isBuilt()) continue;
    results.push(await runStage(name, part, args));
  }
}

const began = Date.now();
for (const part of parts) await Promise.all(LANES[part].map((lane) => runLane(lane, part)));

console.log('\n── summary ──');
for (const { name, part, passed, failed, failures, seconds, cpu } of results) {
  const time = `${seconds} s${cpu === undefined ? '' : `, ${Math.round(cpu)} CPU-seconds`}`;
  const label = part === 'rest' ? `${name}, the rest` : name;
  console.log(`${failed > 0 ? 'FAIL' : 'ok  '} ${label.padEnd(22)} ${passed} passed, ${failed} failed, ${time}`);
  // A failed test and what it saw, for whoever reads only the end.
  for (const failure of failures) {
    const lines = failure.split('\n').filter((line) => line.trim() !== '');
    for (const line of lines) console.log(`     ${line.trimEnd().slice(0, 400)}`);
  }
}
const sum = (key) => results.reduce((total, result) => total + (result[key] ?? 0), 0);
console.log(`${Math.round((Date.now() - began) / 1000)} s, ${Math.round(sum('cpu'))} CPU-seconds`);
if (!parts.includes('rest')) {
  console.log('\nLeft out; `npm run test:all` runs it:');
  for (const [name, { leaves = [] }] of Object.entries(STAGES))
    if (leaves.length > 0) console.log(`  ${name}: ${leaves.join(', ')}`);
}
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0;
