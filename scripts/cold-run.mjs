// `node scripts/cold-run.mjs [--runs n]`: how long `npx bulkhead run` of the dice example takes, against a bare `node` that starts a
// worker thread and instantiates the same engine there. Both are whole processes, in turn; the answer of each run is checked.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** The goal: times as long as the bare process. */
const MOST = 1.5;

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { runs: { type: 'string', default: '15' } } });
const dice = `${root}examples/dice/dist/dice.plugin.js`;
for (const [file, command] of [
  [`${root}dist/cli.js`, 'npm run build'],
  [dice, 'npm run examples'],
]) {
  if (!existsSync(file)) throw new Error(`cold-run: there is no ${file}; run \`${command}\` first`);
}

const BARE = `const { Worker } = require('node:worker_threads');
const code = \`const { readFileSync } = require('node:fs'); const { parentPort, workerData } = require('node:worker_threads');
  (async () => {
    const module = await WebAssembly.compile(readFileSync(workerData));
    const imports = {};
    for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
      imports[from] ??= {};
      imports[from][name] = kind === 'memory' ? new WebAssembly.Memory({ initial: 256, maximum: 2048 }) : () => 0;
    }
    const { exports } = await WebAssembly.instantiate(module, imports);
    parentPort.postMessage(Object.keys(exports).length);
  })();\`;
const worker = new Worker(code, { eval: true, workerData: process.argv[1] });
worker.on('message', (exports) => { console.log(exports); worker.terminate(); });`;

/** Runs Node with these arguments. @returns milliseconds. @throws where it answers something else. */
function timed(args, answers) {
  const began = process.hrtime.bigint();
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const ms = Number(process.hrtime.bigint() - began) / 1e6;
  if (status !== 0 || !answers.test(stdout)) throw new Error(`cold-run: ${stderr || stdout}`);
  return ms;
}

const sides = {
  bare: () => timed(['-e', BARE, `${root}dist/quickjs.wasm`], /^\d+$/m),
  run: () => timed([`${root}dist/cli.js`, 'run', dice, 'roll_dice', '{"notation":"2d6"}'], /"notation": "2d6"/),
};
const taken = { bare: [], run: [] };
for (let i = 0; i < Number(values.runs); i += 1) {
  for (const side of i % 2 === 0 ? ['bare', 'run'] : ['run', 'bare']) taken[side].push(sides[side]());
}
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const ratio = median(taken.run) / median(taken.bare);
console.log(
  `bare ${median(taken.bare).toFixed(0)} ms, run ${median(taken.run).toFixed(0)} ms: ${ratio.toFixed(2)} of ${MOST}`,
);
process.exitCode = ratio <= MOST ? 0 : 1;
