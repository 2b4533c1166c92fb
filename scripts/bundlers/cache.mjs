import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../../tests/bundlers/', import.meta.url));
const caches = process.env.BULKHEAD_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'bulkhead');
const wanted = readFileSync(join(source, 'package.json'));
const folder = join(caches, `bundlers-${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}`);

/**
 * Installs the bundlers of `tests/bundlers/package.json` into the user's cache folder, once. What was interrupted is begun anew.
 * @returns the folder; applications below it find the bundlers.
 */
export function installBundlers(say = console.log) {
  if (existsSync(folder)) return folder;
  mkdirSync(caches, { recursive: true });
  const half = mkdtempSync(join(caches, 'installing-'));
  try {
    say(
      `bundlers: installing Vite 6 to 8, webpack, Rollup, esbuild, Next and older TypeScript into ${folder} (about 510 MB, once)`,
    );
    cpSync(join(source, 'package.json'), join(half, 'package.json'));
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts'];
    const { status } = spawnSync(npm, args, { cwd: half, stdio: ['ignore', 'inherit', 'inherit'] });
    if (status !== 0) throw new Error('npm install of the bundlers failed: is the npm registry reachable?');
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
