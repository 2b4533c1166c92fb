import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const caches = process.env.BULKHEAD_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'bulkhead');

/**
 * Installs what the package.json of a folder asks for into the user's cache folder, once; by its lock file where it has one.
 * What was interrupted is begun anew. `name` begins the cache folder's name, `what` says in words what is installed.
 * @returns the folder; programs below it find the packages.
 */
export function installPackages({ source, name, what, say = console.log }) {
  const files = ['package.json', 'package-lock.json'].filter((file) => existsSync(join(source, file)));
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(join(source, file)));
  const folder = join(caches, `${name}-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(caches, { recursive: true });
  const half = mkdtempSync(join(caches, 'installing-'));
  try {
    say(`${name}: installing ${what} into ${folder} (once)`);
    for (const file of files) cpSync(join(source, file), join(half, file));
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const args = [files.length === 2 ? 'ci' : 'install', '--no-audit', '--no-fund', '--ignore-scripts'];
    const { status } = spawnSync(npm, args, { cwd: half, stdio: ['ignore', 'inherit', 'inherit'] });
    if (status !== 0) throw new Error(`npm ${args[0]} of ${what} failed: is the npm registry reachable?`);
    try {
      renameSync(half, folder);
    } catch (error) {
      // Another process has installed them meanwhile.
      if (!existsSync(folder)) throw error;
    }
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  return folder;
}
