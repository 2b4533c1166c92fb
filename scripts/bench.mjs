// `npm run bench [-- name ...] [--json] [--write] [--quick] [--runs n]`: the benches in a real Chromium, over the built library.
// `npm run bench -- recall [--held]` measures how well recalls find, beside other searches (bench-recall.mjs).
// A name that no bench has stands for all that begin with it: `npm run bench -- memory`; with `--write` their results get a file of their own.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { toJson, toTable } from './bench/print.mjs';
import { openSuite } from './bench/run.mjs';
import { writeResults } from './bench/write.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    held: { type: 'boolean', default: false },
    runs: { type: 'string', default: '1' },
  },
});
const runs = Number(values.runs);
/** Standard output is for results; with `--json` for nothing else. */
const say = values.json ? console.error : console.log;

/** What is asked for wrongly is told without a stack. */
function refuse(message) {
  console.error(`bench: ${message}`);
  process.exit(1);
}

if (!Number.isInteger(runs) || runs < 1) refuse('--runs takes a number above 0');
if (values.write && positionals.length > 1) refuse('--write takes the whole suite, or one group of it');
if (values.write && values.quick) refuse('--quick is for looking, --write for telling');

/** Builds the library, whose sizes nobody has asked for here. */
function build() {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`${root}scripts/build.mjs`, '--no-types'], {
    cwd: root,
    encoding: 'utf8',
  });
  // Over budget is a build none the less, and the business of `npm run build`.
  if (status !== 0) console.error(`${stdout}${stderr}`);
}

/** Runs each bench once, one after another; one that breaks is reported and does not end the others. */
async function runAll(suite, names) {
  const outcomes = [];
  let broken = 0;
  for (const name of names) {
    try {
      for (const outcome of await suite.run(name, values.quick)) {
        outcomes.push(outcome);
        say(toTable(outcome));
      }
    } catch (error) {
      broken += 1;
      say(`\n${name}: BROKEN: ${error.message}`);
    }
  }
  return { outcomes, broken };
}

// How well something is found is no bench of speed: it needs no browser.
if (positionals.includes('recall')) {
  const args = [`${root}scripts/bench-recall.mjs`, ...(values.held ? ['--held'] : [])];
  process.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1);
}
if (positionals.includes('by-hand')) {
  console.log('tests/bench/by-hand/README.md has the commands');
  process.exit(0);
}
build();
const suite = await openSuite();
try {
  const meant = positionals.map((name) =>
    suite.names.includes(name) ? [name] : suite.names.filter((one) => one.startsWith(`${name}-`)),
  );
  const unknown = positionals.filter((_, i) => meant[i].length === 0);
  if (unknown.length > 0) refuse(`no bench ${unknown.join(', ')}; there are ${suite.names.join(', ')}`);
  const names = positionals.length > 0 ? meant.flat() : suite.names;
  say(`Chromium ${suite.version}, Node ${process.version}${suite.isolated ? '' : ', a page that is NOT isolated'}`);
  const all = [];
  let failed = 0;
  for (let run = 1; run <= runs; run++) {
    if (runs > 1) say(`\nrun ${run} of ${runs}`);
    const { outcomes, broken } = await runAll(suite, names);
    all.push(outcomes);
    failed += broken + outcomes.filter(({ differ }) => differ !== null).length;
  }
  if (values.json) process.stdout.write(`${JSON.stringify(all.flat().map(toJson))}\n`);
  if (values.write && failed === 0) await writeResults(all, suite.version, positionals[0]);
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  await suite.close();
}
