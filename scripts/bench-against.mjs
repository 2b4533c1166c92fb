// `npm run bench:against -- FOLDER [name ...] [--runs n]`: the benches of this checkout and of another one of Bulkhead (an earlier commit,
// with its packages installed), in turn. Prints for each goal the median of both, and what has become of it.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { figures, measured } from './bench/print.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' }, full: { type: 'boolean', default: false } },
});
const [folder, ...wanted] = positionals;
const runs = Number(values.runs);
if (folder === undefined || !Number.isInteger(runs) || runs < 1) {
  console.error('bench: npm run bench:against -- FOLDER [name ...] [--runs n] [--full]');
  process.exit(1);
}

async function open(home) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.mjs', '--no-types'], {
    cwd: home,
    encoding: 'utf8',
  });
  if (status !== 0) console.error(`${home}: ${stdout.slice(-500)}${stderr.slice(-500)}`);
  const { openSuite } = await import(pathToFileURL(resolve(home, 'scripts/bench/run.mjs')).href);
  return openSuite();
}

const median = (numbers) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
};

const suites = { here: await open(root), there: await open(resolve(folder)) };
let worse = 0;
try {
  const names = suites.here.names.filter(
    (name) =>
      suites.there.names.includes(name) &&
      (wanted.length === 0 || wanted.some((one) => name === one || name.startsWith(`${one}-`))),
  );
  console.log(`${'goal'.padEnd(26)}${['here', 'there', 'here/there'].map((head) => head.padStart(12)).join('')}`);
  for (const name of names) {
    const found = new Map();
    for (let run = 0; run < runs; run++) {
      // The first of a pair changes places, so that neither always follows the other.
      for (const side of run % 2 === 0 ? ['here', 'there'] : ['there', 'here']) {
        try {
          for (const outcome of await suites[side].run(name, !values.full)) {
            const sides = found.get(outcome.name) ?? { here: [], there: [], goal: outcome.goal };
            if (outcome.differ) throw new Error(`the answers differ: ${outcome.differ}`);
            sides[side].push(measured(outcome));
            found.set(outcome.name, sides);
          }
        } catch (error) {
          worse += 1;
          console.log(`${name}, ${side}: BROKEN: ${error.message}`);
        }
      }
    }
    for (const [
      goal,
      {
        here,
        there,
        goal: { bound },
      },
    ] of found) {
      if (here.length === 0 || there.length === 0) continue;
      const [now, then] = [median(here), median(there)];
      const change = then === 0 ? (now === 0 ? 1 : Number.POSITIVE_INFINITY) : now / then;
      const isWorse = bound === 'most' ? change > 1.05 : change < 0.95;
      if (isWorse) worse += 1;
      const cells = [figures(now), figures(then), figures(change)].map((cell) => cell.padStart(12)).join('');
      console.log(`${goal.padEnd(26)}${cells}  ${isWorse ? 'more than 5 % worse' : ''}`);
    }
  }
} finally {
  for (const suite of Object.values(suites)) await suite.close();
}
process.exitCode = worse > 0 ? 1 : 0;
