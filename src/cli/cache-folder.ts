import { homedir } from 'node:os';
import { join } from 'node:path';
import { env, platform } from 'node:process';

/** The folder of this user's caches, as each system has it. */
function caches(): string {
  if (platform === 'win32') return env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return env.XDG_CACHE_HOME || join(homedir(), '.cache');
}

/** Where `run` keeps memory images of plugins, so that the next run need not evaluate them again. */
export const cacheFolder = (): string => join(caches(), 'bulkhead', 'images');
