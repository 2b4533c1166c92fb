import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Workspace } from './workspace.js';

const execute = promisify(execFile);

/** The versions of TypeScript that the package's types are for. */
export const COMPILERS = ['TypeScript 5.0', 'TypeScript 5.9', 'the TypeScript of this project'] as const;

/** The file of a compiler. */
export function compilerOf(title: (typeof COMPILERS)[number], { bundlers }: Workspace): string {
  if (title === 'TypeScript 5.0') return join(bundlers, 'node_modules/typescript50/bin/tsc');
  if (title === 'TypeScript 5.9') return join(bundlers, 'node_modules/typescript59/bin/tsc');
  return fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
}

/** How a project finds modules, each with the form of its own. */
export const RESOLUTIONS = { bundler: 'esnext', nodenext: 'nodenext' };

/** Runs a command of Node. @returns what it has said, whether it failed or not. */
export async function runNode(
  args: readonly string[],
  cwd: string,
): Promise<{ readonly failed: boolean; readonly said: string }> {
  try {
    const { stdout, stderr } = await execute(process.execPath, args, { cwd, maxBuffer: 2 ** 26 });
    return { failed: false, said: stdout + stderr };
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return { failed: true, said: stdout + stderr };
  }
}
