import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ASSET_FILES } from '../assets/internal-names.js';

/** The folder of the built package, which has these files beside this one. */
const dist = fileURLToPath(new URL('.', import.meta.url));

/** Names of the files that a page serves beside the bundle. */
export const FILES: readonly string[] = Object.values(ASSET_FILES);

/** Reads one of these files. */
export const readAsset = (name: string): Promise<Buffer> => readFile(join(dist, name));

/** Copies these files to a folder, which is created if it is not there. @throws what the file system throws. */
export async function copyAssets(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of FILES) await copyFile(join(dist, name), join(folder, name));
}
