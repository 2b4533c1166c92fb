// `npm run soak`: the test of durability, for as many rounds as its argument says; 1000 without one.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = [`${root}node_modules/vitest/vitest.mjs`, 'run', '--project', 'e2e', 'tests/e2e/durability.test.ts'];
const seed = process.env.BULKHEAD_SEED ?? String(Math.floor(Math.random() * 2 ** 32));
console.log(`BULKHEAD_SEED=${seed} repeats this run`);
const env = { ...process.env, BULKHEAD_ROUNDS: process.argv[2] ?? '1000', BULKHEAD_SEED: seed };
process.exitCode = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
