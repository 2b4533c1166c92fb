import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dist, scratch } from './host.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The caches of the user who runs the commands. */
export const caches = scratch();

/** The environment of an author: without what the test runner has set. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _, VITEST: __, NODE_OPTIONS: ___, FORCE_COLOR: ____, NO_COLOR: _____, ...env } = process.env;
  return { ...env, TZ: 'UTC', XDG_CACHE_HOME: caches, LOCALAPPDATA: caches };
}

/** Starts the command line of the built package; its output comes through pipes. */
export const start = (folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawn(process.execPath, [`${dist}cli.js`, ...args], { cwd: folder, env: { ...ownEnvironment(), ...env } });

/** What a command has printed, and its exit code. */
export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** Runs a command to its end. */
export function bulkhead(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const child = start(folder, args, env);
  let [out, error] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    error += chunk;
  });
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ code, out, error }));
  });
}

/** A command and all that it printed, as one text to pin. Times and the folder differ each time. */
export async function transcript(folder: string, args: readonly string[]): Promise<string> {
  const { code, out, error } = await bulkhead(folder, args);
  const said = [out, error].filter(Boolean).join('--- errors\n');
  return `$ npx bulkhead ${args.join(' ')}\n${isAbsolute(folder) ? said.replaceAll(folder, 'HERE') : said}exit ${code}\n`;
}

/** A folder of its own for one test. */
export interface Folder extends AsyncDisposable {
  readonly path: string;
  write(files: { readonly [path: string]: string | Uint8Array }): Promise<void>;
  /** Copies an example of the repository. @returns its folder. */
  example(name: string): Promise<string>;
}

/** Makes such a folder. */
export async function openFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'bulkhead-cli-'));
  return {
    path,
    async write(files) {
      for (const [name, content] of Object.entries(files)) {
        await mkdir(dirname(join(path, name)), { recursive: true });
        await writeFile(join(path, name), content);
      }
    },
    async example(name) {
      await cp(join(root, 'examples', name), join(path, name), {
        recursive: true,
        filter: (from) => !from.includes('node_modules'),
      });
      return join(path, name);
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}
