// `npm run soak`: the long tests, or the one that is named, as many times as is said: `npm run soak -- pool 20000`.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const SOAKS = {
  durability: { project: 'e2e', files: ['tests/e2e/durability.test.ts'], variable: 'BULKHEAD_ROUNDS', times: 1_000 },
  // 1,120 ends of the worker, 56 of the tab of a host, 56 of its whole browser and 112 that take the database with them.
  memory: {
    project: 'e2e',
    files: ['tests/e2e/memory-log.test.ts', 'tests/e2e/memory-host.test.ts'],
    variable: 'BULKHEAD_ROUNDS',
    times: 1_120,
  },
  pool: { project: 'browser', files: ['tests/soak/pool.test.ts'], variable: 'BULKHEAD_CALLS', times: 10_000 },
};

const [name, given] = process.argv.slice(2);
const wrong = (name !== undefined && !Object.hasOwn(SOAKS, name)) || (given !== undefined && !/^[1-9]\d*$/.test(given));
if (wrong) {
  console.error('npm run soak [-- durability [ROUNDS] | memory [ROUNDS] | pool [CALLS]]');
  process.exit(1);
}
const seed = process.env.BULKHEAD_SEED ?? String(Math.floor(Math.random() * 2 ** 32));
console.log(`BULKHEAD_SEED=${seed} repeats this run`);
for (const { project, files, variable, times } of name === undefined ? Object.values(SOAKS) : [SOAKS[name]]) {
  const args = [`${root}node_modules/vitest/vitest.mjs`, 'run', '--project', project, ...files];
  const env = { ...process.env, [variable]: given ?? String(times), BULKHEAD_SEED: seed };
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  // All run in any case: the one says nothing about the other.
  if (status !== 0) process.exitCode = 1;
}
