import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the package once before the end-to-end tests: they use what a user would install. `BULKHEAD_BUILT`: it is built. */
export function setup(): void {
  if (process.env.BULKHEAD_BUILT) return;
  const root = fileURLToPath(new URL('../..', import.meta.url));
  execFileSync(process.execPath, [`${root}scripts/build.mjs`, '--no-types'], { stdio: 'inherit' });
}
