import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './server.mjs';

const VERSION = '1.19.0';
const caches = process.env.BULKHEAD_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'bulkhead');
const folder = join(caches, `sillytavern-${VERSION}`);

/** Where SillyTavern lies once it is installed: its package, and a data folder as its first start leaves it. */
export const CACHE = { app: join(folder, 'node_modules/sillytavern'), seed: join(folder, 'seed') };

/** True when nothing has to be fetched and nothing to be compiled. */
export const isWarm = () => existsSync(CACHE.seed);

/**
 * Installs SillyTavern into the user's cache folder, outside of every dependency tree, and starts it once. It is AGPL, and nothing
 * here opens, copies or depends on it. What was interrupted is begun anew.
 */
export async function installSillyTavern(say = console.log) {
  if (isWarm()) return CACHE;
  mkdirSync(caches, { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  const half = mkdtempSync(join(caches, 'installing-'));
  try {
    say(`sillytavern: installing ${VERSION} from npm into ${folder} (about 430 MB, once)`);
    writeFileSync(join(half, 'package.json'), '{ "private": true }\n');
    const args = ['install', `sillytavern@${VERSION}`, '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact'];
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const { status } = spawnSync(npm, args, { cwd: half, stdio: ['ignore', 'inherit', 'inherit'] });
    if (status !== 0) throw new Error(`npm install sillytavern@${VERSION} failed: is the npm registry reachable?`);
    renameSync(half, folder);
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  say('sillytavern: starting it once; it fills its data folder and compiles its libraries');
  const first = await startServer({ app: CACHE.app, seed: undefined });
  await first.stop();
  cpSync(first.folder, `${CACHE.seed}-half`, { recursive: true });
  first.dispose();
  // Whole or not at all: the cache counts as warm when this folder is there.
  renameSync(`${CACHE.seed}-half`, CACHE.seed);
  return CACHE;
}
