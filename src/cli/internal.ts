import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ASSET_FILES } from '../assets/internal-names.js';

/** The folder of the built package, which has these files beside this one. */
const dist = fileURLToPath(new URL('.', import.meta.url));

/** Names of the files that a page serves beside the bundle. */
export const FILES: readonly string[] = Object.values(ASSET_FILES);

/** Reads one of these files. */
export const readAsset = (name: string): Promise<Buffer> => readFile(join(dist, name));

/** Entries of the package that run in Node. */
const IN_NODE = ['cli.js', 'vite.js'];

/** Names of the modules that a page without a bundler imports: all entries for browsers, and what they load. */
export async function moduleFiles(): Promise<readonly string[]> {
  const names = await readdir(dist);
  return names.filter((name) => name.endsWith('.js') && !IN_NODE.includes(name) && !FILES.includes(name));
}

/** Copies files of the package to a folder, which is created if it is not there. @throws what the file system throws. */
export async function copyFiles(names: readonly string[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of names) await copyFile(join(dist, name), join(folder, name));
}
