import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { features } from 'node:process';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../command.js';

const TYPESCRIPT = /\.[cm]?ts$/;

/** What is used of esbuild. */
interface Esbuild {
  build(options: { readonly [name: string]: unknown }): Promise<unknown>;
}

/** Files that Node can run. */
export interface Runnable extends AsyncDisposable {
  readonly files: readonly string[];
}

/** The author's own esbuild; nothing where it is not installed. */
async function esbuildOf(folder: string): Promise<Esbuild | undefined> {
  let path: string;
  try {
    path = createRequire(join(folder, 'package.json')).resolve('esbuild');
  } catch {
    return undefined;
  }
  const found = (await import(pathToFileURL(path).href)) as { readonly default?: Esbuild } & Esbuild;
  return found.default ?? found;
}

/**
 * Makes tests in TypeScript runnable: by the esbuild of the author's folder, with all that they import from files beside them; where
 * there is none, Node itself leaves the types out, if it can.
 * @throws `UsageError` that says what to install.
 */
export async function runnable(folder: string, files: readonly string[]): Promise<Runnable> {
  const typed = files.filter((file) => TYPESCRIPT.test(file));
  const nothing = { files, [Symbol.asyncDispose]: async () => {} };
  if (typed.length === 0) return nothing;
  const esbuild = await esbuildOf(folder);
  if (!esbuild) {
    if ((features as { readonly typescript?: unknown }).typescript) return nothing;
    throw new UsageError(
      `bulkhead test: ${relative(folder, typed[0] ?? '')} is TypeScript, which this Node cannot run. Install esbuild (npm install --save-dev esbuild), or take Node 22.18 or later`,
    );
  }
  // Below the author's folder, so that packages are found from there.
  const cache = join(folder, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const out = await mkdtemp(join(cache, 'bulkhead-test-'));
  const dispose = () => rm(out, { recursive: true, force: true });
  try {
    await esbuild.build({
      ...{ entryPoints: typed, outdir: out, outbase: folder, outExtension: { '.js': '.mjs' }, logLevel: 'silent' },
      ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm', target: 'node20', sourcemap: 'inline' },
    });
  } catch (error) {
    await dispose();
    throw error;
  }
  const written = (file: string) => join(out, relative(folder, file).replace(TYPESCRIPT, '.mjs'));
  return { files: files.map((file) => (TYPESCRIPT.test(file) ? written(file) : file)), [Symbol.asyncDispose]: dispose };
}
