import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { env, platform } from 'node:process';
import { pathsIn } from '../../node/internal-files.js';
import { CommandError } from '../command.js';

/** Builds a plugin, where its `package.json` has a script for that. */
export interface Build {
  /** Builds if a source has changed since the last time. @throws `CommandError` with what the script printed. */
  run(): Promise<void>;
}

/** What the build writes: the file that `main` names, and all that lies beside it in a folder of its own. */
function isMade(path: string, main: string): boolean {
  const folder = posix.dirname(posix.normalize(main));
  return folder === '.' ? [main, `${main}.map`].includes(path) : path.startsWith(`${folder}/`);
}

/** A digest of all files but those that the build writes: their times say nothing of their content. */
async function digest(folder: string, main: string): Promise<string> {
  const hash = createHash('sha256');
  for (const path of await pathsIn(folder)) {
    if (isMade(path, main)) continue;
    hash.update(`${path}\n`).update(await readFile(join(folder, path)).catch(() => ''));
  }
  return hash.digest('hex');
}

function runScript(folder: string): Promise<void> {
  const child = spawn('npm', ['run', '--silent', 'build'], {
    ...{ cwd: folder, env, shell: platform === 'win32' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const read = (chunk: Buffer) => {
    said += chunk;
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) =>
      code === 0 ? done() : fail(new CommandError('BUILD_FAILED', `npm run build ended with ${code}`, said.trim())),
    );
  });
}

/** Reads how a folder is built; nothing where it has no script for that. */
export async function buildOf(folder: string): Promise<Build | undefined> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const { main, scripts } = Object(JSON.parse(text));
  if (typeof scripts?.build !== 'string') return undefined;
  const made = posix.normalize(String(main ?? ''));
  let built: string | undefined;
  return {
    async run() {
      // What is edited while a build runs is in none, or half in it: then once more.
      for (let round = 0; round < 2; round += 1) {
        const now = await digest(folder, made);
        if (now === built) return;
        built = now;
        await runScript(folder);
      }
    },
  };
}
