import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ASSET_FILES } from '../assets/internal-names.js';

/** The folder of the built package, which has these files beside this one. */
const dist = fileURLToPath(new URL('.', import.meta.url));

/** The same folder as Vite names it. */
export const PACKAGE = dist.replaceAll('\\', '/');

/** Names of the files that a page serves beside the bundle. */
export const FILES: readonly string[] = Object.values(ASSET_FILES);

/** Reads one of these files. */
export const readAsset = (name: string): Promise<Buffer> => readFile(join(dist, name));

/** Entries of the package that run in Node. */
const IN_NODE = [
  ...['cli.js', 'node-fetch.js', 'node-process.js', 'node-worker.js', 'node.js', 'test-support.js', 'vite.js'],
];

/** Names of the modules that a page without a bundler imports: all entries for browsers, and what they load. */
export async function moduleFiles(): Promise<readonly string[]> {
  const names = await readdir(dist);
  return names.filter((name) => name.endsWith('.js') && !IN_NODE.includes(name) && !FILES.includes(name));
}

/** Says which files of a folder this command has written: their SHA-256, in hexadecimal, by name. */
const MARKER = '.bulkhead.json';

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const readIfThere = (path: string): Promise<Buffer | undefined> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** What an earlier run of this command has written into a folder. */
async function written(folder: string): Promise<{ readonly [name: string]: string }> {
  const text = await readIfThere(join(folder, MARKER));
  try {
    const found: unknown = JSON.parse(`${text ?? '{}'}`);
    return typeof found === 'object' && found !== null ? (found as { [name: string]: string }) : {};
  } catch {
    return {};
  }
}

/**
 * Copies files of the package to a folder, which is created if it is not there. A file of the same name that this command has not
 * written is replaced with `force` only.
 * @throws an error that names such files, and then nothing was copied; otherwise what the file system throws.
 */
export async function copyFiles(names: readonly string[], folder: string, force: boolean): Promise<void> {
  await mkdir(folder, { recursive: true });
  const before = await written(folder);
  const contents = await Promise.all(names.map(async (name) => [name, await readAsset(name)] as const));
  const foreign: string[] = [];
  for (const [name, content] of force ? [] : contents) {
    const there = await readIfThere(join(folder, name));
    if (there && !there.equals(content) && hashOf(there) !== before[name]) foreign.push(name);
  }
  if (foreign.length > 0) {
    const files = foreign.length === 1 ? 'a file' : 'files';
    throw new Error(
      `${folder} has ${files} that this command did not write: ${foreign.join(', ')}. Name another folder, or replace them with --force`,
    );
  }
  for (const [name, content] of contents) await writeFile(join(folder, name), content);
  const now = Object.fromEntries(contents.map(([name, content]) => [name, hashOf(content)]));
  await writeFile(join(folder, MARKER), `${JSON.stringify({ ...before, ...now }, null, 2)}\n`);
}
