import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pathsIn } from '../node/internal-files.js';

/** A copy of `examples/starter`, beside this file in the package. */
const STARTER = fileURLToPath(new URL('./starter/', import.meta.url));

/** What the starter calls itself, in the order in which it is replaced. */
const NAMES = {
  id: /recipe-scaler/g,
  tool: /scale_recipe/g,
  title: /(?<=name: \{).*Recipe scaler.*(?=\})/g,
  package: /"name": "starter"/,
} as const;

/** Lines that lead to pages of the repository, which a new plugin has not beside it. */
const TO_THE_REPOSITORY = /^.*\]\(\.\.\/\.\.\/.*\n?/gm;

/** The files of a new plugin, by path. @throws what the file system throws. */
export async function starterFiles(id: string): Promise<{ readonly [path: string]: string }> {
  const named = (text: string) =>
    text
      .replace(NAMES.id, id)
      .replace(NAMES.tool, id.replaceAll('-', '_'))
      .replace(NAMES.title, ` en: '${id}' `)
      .replace(NAMES.package, `"name": "${id}"`)
      .replace(TO_THE_REPOSITORY, '');
  const files: [string, string][] = [];
  for (const path of await pathsIn(STARTER)) {
    files.push([path === 'gitignore' ? '.gitignore' : path, named(await readFile(join(STARTER, path), 'utf8'))]);
  }
  return Object.fromEntries(files);
}
