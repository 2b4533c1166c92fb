import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installBundlers } from '../../scripts/bundlers/cache.mjs';

/**
 * Installs the bundlers before the test files run side by side, and builds the package once, with its types: the tests use what
 * would be published. `BULKHEAD_BUILT`: it is built.
 */
export function setup(): void {
  installBundlers();
  if (process.env.BULKHEAD_BUILT) return;
  const root = fileURLToPath(new URL('../..', import.meta.url));
  execFileSync(process.execPath, [`${root}scripts/build.mjs`], { stdio: 'inherit' });
}
