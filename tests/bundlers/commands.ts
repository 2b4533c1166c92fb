import { type ChildProcess, spawn } from 'node:child_process';

/** As a person's shell has it: without what the test runner has set. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  return { ...env, NEXT_TELEMETRY_DISABLED: '1', NO_COLOR: '1' };
}

/** Ends a command and what it has started. */
function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return Promise.resolve();
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  process.kill(-child.pid);
  return ended;
}

export interface Running {
  /** Where the server says it is. */
  readonly url: string;
  close(): Promise<void>;
}

function start(folder: string, command: string, args: readonly string[]) {
  const child = spawn(command, args, { cwd: folder, env: ownEnvironment(), detached: true });
  let said = '';
  const listeners = new Set<() => void>();
  const read = (chunk: Buffer) => {
    said += chunk;
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  return { child, said: () => said, listeners };
}

const failed = (command: string, args: readonly string[], said: string) =>
  new Error(`${[command, ...args].join(' ')}: ${said}`);

/** Runs a command to its end. @throws what it said, when it fails. */
export function run(folder: string, command: string, ...args: readonly string[]): Promise<string> {
  const { child, said } = start(folder, command, args);
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => (code === 0 ? done(said()) : fail(failed(command, args, said()))));
  });
}

/** Starts a server by a command, and waits until it says where it is. @throws what it said, when it ends before. */
export function serve(folder: string, command: string, ...args: readonly string[]): Promise<Running> {
  const { child, said, listeners } = start(folder, command, args);
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', () => fail(failed(command, args, said())));
    listeners.add(() => {
      const url = said().match(/http:\/\/(?:127\.0\.0\.1|localhost):\d+/)?.[0];
      if (url) done({ url: `${url}/`, close: () => stop(child) });
    });
  });
}
