import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import type { PluginSource } from '../index.js';
import { UsageError } from './command.js';

/** Names that are no part of a package. */
const LEFT_OUT = new Set(['node_modules', '.git', '.DS_Store']);
const MANIFEST = 'bulkhead.json';

/** A plugin as it lies in a folder or a file. */
export interface PluginFiles {
  /** What was named, for messages. */
  readonly name: string;
  readonly source: PluginSource;
  /** Path and bytes of each file, by path. */
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  /** The folder of a package. */
  readonly folder?: string;
}

/**
 * Reads a plugin: a file, which may be a zip file of a package, a folder with a `bulkhead.json`, or a folder whose `package.json` names the built file as its `main`.
 * @throws `UsageError` that says what is missing.
 */
export async function readPlugin(path: string): Promise<PluginFiles> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new UsageError(`there is no ${path}`);
  if (!found.isDirectory()) return readSingle(path);
  const names = await readdir(path);
  if (names.includes(MANIFEST)) return readPackage(path);
  if (!names.includes('package.json'))
    throw new UsageError(`${path} has neither ${MANIFEST} nor package.json: name the plugin's file`);
  const { main } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as { readonly main?: unknown };
  const built = typeof main === 'string' ? join(path, main) : '';
  if (built === '') throw new UsageError(`${path}/package.json has no "main" that names the plugin's file`);
  if (!(await stat(built).catch(() => undefined)))
    throw new UsageError(`there is no ${built}: build the plugin first (npm run build)`);
  return readSingle(built);
}

async function readSingle(path: string): Promise<PluginFiles> {
  const bytes = new Uint8Array(await readFile(path));
  const name = basename(path);
  return { name, source: { file: new File([bytes], name) }, files: new Map([[name, bytes]]) };
}

async function readPackage(folder: string): Promise<PluginFiles> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const path of await pathsIn(folder)) files.set(path, new Uint8Array(await readFile(join(folder, path))));
  const listed = [...files].map(([path, bytes]) => ({ path, blob: new Blob([bytes]) }));
  return { name: basename(folder), source: { files: listed }, files, folder };
}

/** Paths of all files below a folder, in the order of their names. Links are left out: they may lead outside. */
export async function pathsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((part) => LEFT_OUT.has(part)))
    .sort();
}
