import { type ChildProcess, spawn } from 'node:child_process';
import { execPath } from 'node:process';

/** What tests need beside Node: `bulkhead/node` where it is not installed, and the counts as one JSON document. */
const IN_TESTS = new URL('./test-support.js', import.meta.url);

/** How the runner is started. */
export interface Runner {
  /** The folder that the tests run in: they name their files from there. */
  readonly folder: string;
  /** Whole paths of the test files. */
  readonly files: readonly string[];
  readonly json: boolean;
  readonly env: NodeJS.ProcessEnv;
}

/** Starts Node's own test runner as a process of its own, which prints to where this one prints. */
export function startRunner({ folder, files, json, env }: Runner): ChildProcess {
  const reporter = `--test-reporter=${json ? IN_TESTS.href : 'spec'}`;
  const args = ['--test', '--enable-source-maps', '--import', IN_TESTS.href, reporter, ...files];
  // Set by a runner for what it starts: ours would take itself for one of its files.
  const { NODE_TEST_CONTEXT: _, ...own } = env;
  return spawn(execPath, args, { cwd: folder, env: own, stdio: ['ignore', 'inherit', 'inherit'] });
}

/** Waits until the runner has ended. @returns its exit code; 1 when it was ended from outside. */
export const ended = (child: ChildProcess): Promise<number> =>
  new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done(code ?? 1));
  });
