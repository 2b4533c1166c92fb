// `npm run accept`: one row per line that must hold, with what shows it and what that said (accept/rows.mjs). `-- 5 6.1` runs the
// rows whose numbers begin so. Every test file and every command runs once.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FRESH_CLONE, ROWS } from './accept/rows.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'bulkhead-accept-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

function shell(command) {
  const began = Date.now();
  const { status, stdout, stderr } = spawnSync(command, {
    cwd: root,
    shell: true,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    env: { ...process.env, NO_COLOR: '1', BULKHEAD_LONG: '1', BULKHEAD_DEADLINE: '1500' },
  });
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(
    `${status === 0 ? 'ran   ' : 'FAILED'} ${command.slice(0, 100)}${command.length > 100 ? '…' : ''}  ${seconds} s`,
  );
  return { status, output: `${stdout}${stderr}` };
}

/** Starts and tests the committed state in a temporary folder. */
function freshClone() {
  const folder = join(scratch, 'clone');
  return shell(`git clone -q "${root}" "${folder}" && cd "${folder}" && node scripts/check-start.mjs && npm test`);
}

const known = new Map();
/** Runs a command the first time, and answers what that run said. */
function ran(command) {
  if (!known.has(command)) known.set(command, command === FRESH_CLONE ? freshClone() : shell(command));
  return known.get(command);
}

const isTests = (check) => typeof check !== 'string';
const only = process.argv.slice(2);
const rows = ROWS.map(([line, ...checks]) => ({ line, checks: checks.flat() })).filter(
  ({ line }) => only.length === 0 || only.some((start) => line.startsWith(start)),
);

/** By project: the test files that ran, by path, with their tests. */
const results = new Map();
for (const { project } of rows.flatMap(({ checks }) => checks.filter(isTests))) {
  if (results.has(project)) continue;
  const asked = rows.flatMap(({ checks }) => checks.filter((check) => isTests(check) && check.project === project));
  const files = asked.flatMap((check) => check.files);
  const filter = files.includes('') ? [] : [...new Set(files)];
  const report = join(scratch, `${project}.json`);
  const { output } = shell(
    `npx vitest run --project ${project} --reporter=default --reporter=json --outputFile.json=${report} ${filter.join(' ')}`,
  );
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    results.set(project, new Map(testResults.map((file) => [relative(root, file.name), file])));
  } catch {
    results.set(project, new Map());
    console.log(output.slice(-4_000));
  }
}

/** What the tests of a check came to; a path without tests has failed. */
function tested({ project, files }) {
  const all = [...results.get(project)];
  const missing = files.filter((file) => !all.some(([path]) => path.startsWith(file)));
  const mine = all.filter(([path]) => files.some((file) => path.startsWith(file))).map(([, file]) => file);
  const tests = mine.flatMap((file) => file.assertionResults);
  const broken = tests.filter(({ status }) => status === 'failed');
  const unread = mine.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  return {
    ok: missing.length + broken.length + unread.length === 0,
    said: `${project} ${passed} passed, ${broken.length + unread.length} failed`,
    why: [
      ...missing.map((file) => `no test below ${file}`),
      ...unread.map((file) => `${file.name}: ${file.message}`),
      ...broken.map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join('\n').slice(0, 1_500)}`),
    ],
  };
}

/** What a command came to. */
function commanded(command) {
  const { status, output } = ran(command);
  const lines = output.split('\n');
  const telling = /^\s*Tests\s|^\d+ passed, \d+ failed|main thread|spawned|started|MISSED|killed|^start: /;
  const said = lines.filter((text) => telling.test(text)).map((text) => text.trim().replace(/\s+/g, ' '));
  const failing = lines.flatMap((text, at) => (/^\s*(×|FAIL )/.test(text) ? lines.slice(at, at + 12) : []));
  return { ok: status === 0, said: said.join('; '), why: status === 0 ? [] : [...failing, '…', ...lines.slice(-30)] };
}

const shown = rows.map(({ line, checks }) => {
  const all = checks.map((check) => (isTests(check) ? tested(check) : commanded(check)));
  return {
    line,
    ok: all.every(({ ok }) => ok),
    said: all.map(({ said }) => said).join('; '),
    why: all.flatMap(({ why }) => why),
  };
});
console.log('');
for (const { line, ok, said, why } of shown) {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${line.padEnd(60)} ${said}`);
  if (!ok) console.log(why.join('\n'));
}
const failed = shown.filter(({ ok }) => !ok).length;
console.log(`\n${shown.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
