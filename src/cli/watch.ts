import { type FSWatcher, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathsIn } from '../node/internal-files.js';
import { debounce } from '../primitives/index.js';

/** How long nothing more may change before a change counts: editors write a file in several steps. */
const QUIET_MS = 40;

/** What is watched. */
export interface Watched extends AsyncDisposable {
  close(): void;
}

/**
 * Watches all files of a plugin's folder, those of new folders too; `node_modules` is left out. Folder by folder: what Node offers for
 * whole trees is not there on every system.
 */
export async function watchFolder(folder: string, onChange: () => void): Promise<Watched> {
  const watchers = new Map<string, FSWatcher>();
  let closed = false;
  const follow = async (): Promise<void> => {
    const paths = await pathsIn(folder).catch(() => []);
    const folders = new Set([folder, ...paths.map((path) => join(folder, dirname(path)))]);
    for (const [path, watcher] of watchers) {
      if (folders.has(path)) continue;
      watcher.close();
      watchers.delete(path);
    }
    for (const path of closed ? [] : folders) {
      if (watchers.has(path)) continue;
      const watcher = watch(path, changed);
      watcher.on('error', () => watchers.delete(path));
      watchers.set(path, watcher);
    }
  };
  const settled = debounce(QUIET_MS, () => void follow().then(() => !closed && onChange()));
  const changed = () => settled.again();
  await follow();
  const close = () => {
    closed = true;
    settled.cancel();
    for (const watcher of watchers.values()) watcher.close();
  };
  return { close, [Symbol.asyncDispose]: async () => close() };
}
