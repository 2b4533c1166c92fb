import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));
const execute = promisify(execFile);
const compiler = join(root, 'node_modules/typescript/bin/tsc');
const run = (args: readonly string[], cwd: string): Promise<string> =>
  execute(process.execPath, [compiler, ...args], { cwd, maxBuffer: 2 ** 26 }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { readonly stdout: string }) => stdout,
  );

/**
 * Compiles files strictly, as the project of a plugin's author: TypeScript, and JavaScript that is checked. Its world is
 * that of `bulkhead/plugin`. @returns what the compiler says, which is nothing where all is well.
 */
export async function typeCheck(name: string, files: { readonly [path: string]: string }): Promise<string> {
  const built = await run(['-b', 'worker/plugin'], root);
  if (built !== '') throw new Error(built);
  const folder = join(root, '.cache/type-check', name);
  await rm(folder, { recursive: true, force: true });
  const config = {
    compilerOptions: {
      ...{ target: 'es2023', module: 'esnext', moduleResolution: 'bundler', moduleDetection: 'force' },
      ...{ strict: true, noEmit: true, allowJs: true, checkJs: true, skipLibCheck: true },
      ...{ lib: ['ES2023'], types: [] },
      paths: { 'bulkhead/plugin': [join(root, '.cache/types/out/worker/plugin/index.d.ts')] },
    },
    include: ['**/*'],
  };
  const world = "import type {} from 'bulkhead/plugin';\n";
  const all = { ...files, 'world.ts': world, 'tsconfig.json': JSON.stringify(config) };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return run(['-p', folder, '--pretty', 'false'], folder);
}
