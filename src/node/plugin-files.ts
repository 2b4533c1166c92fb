import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import type { PluginSource } from '../index.js';

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

/** There is no plugin where one was looked for. The message says what is missing, and what to do. */
export class NoPlugin extends Error {}

/**
 * Reads a plugin: a file, which may be the zip file of a package, a folder with a `bulkhead.json`, or a folder whose `package.json` names the built file as its `main`.
 * @throws `NoPlugin` that says what is missing.
 */
export async function readPlugin(path: string): Promise<PluginFiles> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new NoPlugin(`there is no ${path}${await otherNames(path)}`);
  if (!found.isDirectory()) return basename(path) === MANIFEST ? readPackage(join(path, '..')) : readSingle(path);
  const names = await readdir(path);
  if (names.includes(MANIFEST)) return readPackage(path);
  if (!names.includes('package.json'))
    throw new NoPlugin(
      `${path} has neither ${MANIFEST} nor package.json: name the plugin's file, for example ${join(path, 'plugin.js')}`,
    );
  return readSingle(await builtFile(path));
}

/** The file that the `main` of a folder's `package.json` names. */
async function builtFile(folder: string): Promise<string> {
  const place = join(folder, 'package.json');
  let main: unknown;
  try {
    ({ main } = Object(JSON.parse(await readFile(place, 'utf8'))) as { readonly main?: unknown });
  } catch (error) {
    throw new NoPlugin(`${place} is no JSON: ${(error as Error).message}`);
  }
  if (typeof main !== 'string' || main === '')
    throw new NoPlugin(`${place} has no "main" that names the plugin's file, for example "main": "plugin.js"`);
  const built = join(folder, main);
  if (!(await stat(built).catch(() => undefined)))
    throw new NoPlugin(`there is no ${built}, which "main" of ${place} names: build the plugin first (npm run build)`);
  return built;
}

/** Names the scripts that lie where a file was looked for. */
async function otherNames(path: string): Promise<string> {
  const folder = join(path, '..');
  const names = await readdir(folder).catch(() => []);
  const scripts = names.filter((name) => /\.[cm]?js$/.test(name) && !name.includes('.test.')).slice(0, 5);
  return scripts.length === 0 ? '' : `; there is ${scripts.map((name) => join(folder, name)).join(', ')}`;
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
  const found: string[] = [];
  const walk = async (below: string): Promise<void> => {
    for (const entry of await readdir(below, { withFileTypes: true })) {
      if (LEFT_OUT.has(entry.name)) continue;
      const path = join(below, entry.name);
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile()) found.push(relative(folder, path).split(sep).join('/'));
    }
  };
  await walk(folder);
  return found.sort();
}
