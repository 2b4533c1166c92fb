import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installSillyTavern } from '../../scripts/sillytavern/cache.mjs';

/** Installs SillyTavern where it is not yet, and builds the extension: the tests use what a user would copy. */
export async function setup(): Promise<void> {
  await installSillyTavern();
  const root = fileURLToPath(new URL('../..', import.meta.url));
  execFileSync(process.execPath, [`${root}scripts/build-sillytavern.mjs`], { stdio: 'inherit' });
}
