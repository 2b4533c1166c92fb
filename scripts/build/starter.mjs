import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const starter = fileURLToPath(new URL('../../examples/starter/', import.meta.url));

/** What somebody has installed or built there. */
const MADE = ['node_modules', 'plugin.js', 'package-lock.json'];

/** Copies what `bulkhead new` writes into the package. npm publishes no `.gitignore`: there it has no dot. */
export async function copyStarter(folder) {
  for (const name of await readdir(starter)) {
    if (MADE.includes(name)) continue;
    await cp(join(starter, name), join(folder, name.replace(/^\./, '')), { recursive: true });
  }
}
