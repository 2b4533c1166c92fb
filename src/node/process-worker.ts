import { type ChildProcess, spawn } from 'node:child_process';
import { execPath } from 'node:process';
import type { Writable } from 'node:stream';
import { Bridge } from '../../worker/node/bridge.js';
import type { ToolWorkerInit } from '../../worker/rpc/wire.js';
import type { Spawned, SpawnedEvents } from '../isolation/index.js';

/** Flags that stand at once. */
const FLAGS = 64;

/** One tool worker as a process. */
export class ProcessWorker implements Spawned {
  readonly #child: ChildProcess;
  readonly #bridge: Bridge;
  readonly #onFlags: SpawnedEvents['onFlags'];
  #flags = 0;
  #ended = false;

  /** `args`: those of Node for the process. */
  constructor(args: readonly string[], start: ToolWorkerInit, { onFailed, onFlags }: SpawnedEvents) {
    this.#onFlags = onFlags;
    this.#child = spawn(execPath, args, { env: {}, stdio: ['pipe', 'pipe', 'ignore', 'pipe'], windowsHide: true });
    const { stdin, stdout } = this.#child;
    if (!stdin || !stdout) throw new Error('the process has no streams');
    const fail = (why: string) => {
      if (this.#ended) return;
      this.terminate();
      onFailed(why);
    };
    this.#bridge = new Bridge({ from: stdout, to: stdin }, 'first', () => {}, fail);
    this.#child.on('error', ({ message }) => fail(message));
    this.#child.on('exit', (code, signal) => fail(`its process ended (${signal ?? code})`));
    this.#pipe?.on('error', () => {});
    this.#bridge.send(start);
    onFlags(Array.from({ length: FLAGS }, () => this.#newFlag()));
  }

  interrupt(flag: string): void {
    this.#pipe?.write(`${flag}\n`);
    this.#onFlags([this.#newFlag()]);
  }

  terminate(): void {
    this.#ended = true;
    this.#bridge.close();
    this.#child.kill('SIGKILL');
  }

  get #pipe(): Writable | undefined {
    return this.#child.stdio[3] as Writable | undefined;
  }

  #newFlag(): string {
    this.#flags += 1;
    return String(this.#flags);
  }
}
