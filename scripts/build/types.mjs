import { execFileSync } from 'node:child_process';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { ENTRIES, NODE_ENTRIES } from './entries.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const declarations = `${root}.cache/types/out/`;

/** Comments up to their examples, which stand last. */
const withoutExamples = (code) =>
  code.replace(/\/\*\*[\s\S]*?\*\//g, (comment) => {
    const at = comment.search(/\n\s*\*\s*(?:\n\s*\* )?@example/);
    return at < 0 ? comment : `${comment.slice(0, at)}\n */`;
  });

/** The declarations of every entry, with what they share in files of their own. */
export async function bundleTypes(dir) {
  await rm(`${root}.cache/types`, { recursive: true, force: true });
  execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-b'], { cwd: root, stdio: 'inherit' });
  const input = Object.fromEntries(
    Object.entries({ ...ENTRIES, ...NODE_ENTRIES }).map(([name, file]) => [
      name,
      declarations + file.replace(/\.ts$/, '.d.ts'),
    ]),
  );
  const build = await rolldown({
    input,
    plugins: [dts({ dtsInput: true, tsconfig: false })],
    external: (id) => !id.startsWith('.') && !id.startsWith('/'),
  });
  const lean = {
    name: 'bulkhead-lean-declarations',
    // Where a declaration came from in the repository says nothing to who reads it; a tab is half of its indentation. Examples are in the
    // documents, and would take 35 kB of the package.
    renderChunk: (code) => ({
      code: withoutExamples(code.replace(/^\/\/ .*\.d\.ts\n/gm, '')).replace(/^(?: {2})+/gm, (spaces) =>
        '\t'.repeat(spaces.length / 2),
      ),
      map: null,
    }),
  };
  const { output } = await build.write({ dir, format: 'es', chunkFileNames: '[name].d.ts', plugins: [lean] });
  await build.close();
  // A bundle leaves out what is imported for its globals only.
  await cp(`${declarations}worker/plugin/globals`, join(dir, 'guest'), { recursive: true });
  const plugin = join(dir, 'plugin.d.ts');
  await writeFile(plugin, `/// <reference path="./guest/index.d.ts" />\n${await readFile(plugin, 'utf8')}`);
  return output;
}
