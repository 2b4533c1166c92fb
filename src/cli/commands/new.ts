import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Command, EXIT, UsageError } from '../command.js';
import { starterFiles } from '../starter.js';

/** Ids of plugins: small letters, digits and hyphens. */
const ID = /^[a-z][a-z0-9-]{1,62}$/;

export const create: Command = {
  summary: 'Make a folder with a plugin to start from: TypeScript, one tool, its tests.',
  usage: 'NAME',
  options: {},
  examples: ['new my-plugin'],
  async run({ words: [folder = ''] }, { out }) {
    const id = basename(folder);
    if (!ID.test(id))
      throw new UsageError(
        `bulkhead new: a name has small letters, digits and hyphens, for example my-plugin; got ${id}`,
      );
    const there = await readdir(folder).catch(() => []);
    if (there.length > 0) throw new UsageError(`bulkhead new: ${folder} is not empty`);
    const files = await starterFiles(id);
    for (const [path, text] of Object.entries(files)) {
      const target = join(folder, path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, text);
    }
    out(`Made ${folder} with ${Object.keys(files).length} files. Next:`);
    out(`  cd ${folder}\n  npm install\n  npm test\n  npx bulkhead check .`);
    return EXIT.ok;
  },
};
