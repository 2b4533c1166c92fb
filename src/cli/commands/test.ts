import { env } from 'node:process';
import { Mutex } from '../../../worker/primitives/mutex.js';
import { type Command, CommandError, EXIT } from '../command.js';
import { ended, startRunner } from '../testing/runner.js';
import { HOW_TO, testFilesOf } from '../testing/test-files.js';
import { runnable } from '../testing/typescript.js';
import { untilStopped } from '../until-stopped.js';
import { watchFolder } from '../watch.js';

/** Runs the tests once. @returns the exit code of the runner. */
async function runOnce(path: string, json: boolean, signal?: AbortSignal): Promise<number> {
  const { folder, files } = await testFilesOf(path);
  if (files.length === 0) throw new CommandError('NO_TESTS', `there is no test below ${folder}`, HOW_TO);
  await using given = await runnable(folder, files);
  signal?.throwIfAborted();
  const child = startRunner({ folder, files: given.files, json, env });
  const stop = () => child.kill();
  signal?.addEventListener('abort', stop);
  const code = await ended(child);
  signal?.removeEventListener('abort', stop);
  return code === 0 ? EXIT.ok : EXIT.failed;
}

/** Runs the tests, and again after each change, until the user ends it. A change ends a run that is under way. */
async function runAgain(path: string, json: boolean, fault: (error: unknown) => void): Promise<number> {
  const { folder } = await testFilesOf(path);
  let current = new AbortController();
  const runs = new Mutex();
  const begin = () => {
    current.abort();
    current = new AbortController();
    const { signal } = current;
    runs.run(() => runOnce(path, json, signal), signal).catch((error) => !signal.aborted && fault(error));
  };
  await using _ = await watchFolder(folder, begin);
  begin();
  await untilStopped();
  current.abort();
  await runs.idle;
  return EXIT.ok;
}

export const test: Command = {
  summary: 'Run the tests of a plugin with the test runner of Node, against real guests in a made-up world.',
  usage: '[FOLDER|FILE]',
  options: {
    watch: { type: 'boolean', help: 'run them again after each change of a file' },
    json: { type: 'boolean', help: 'print the counts and the failures as one JSON document' },
  },
  examples: ['test', 'test my-plugin --watch', 'test src/plugin.test.ts --json'],
  async run({ words: [path = '.'], flags }, { error, fault }) {
    const json = flags.json === true;
    if (!flags.watch) return runOnce(path, json);
    error('Runs again after each change; Ctrl-C ends it.');
    return runAgain(path, json, fault);
  },
};
