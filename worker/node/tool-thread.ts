import type { Worker } from 'node:worker_threads';
import { Flags } from './flags.js';
import { startThread } from './thread.js';

/** Where the files of a tool thread are: what every thread begins with, and the script of tool workers. */
export interface ThreadFiles {
  readonly entry: string | URL;
  readonly script: string;
}

/** What a tool thread is started with, beside the engine. */
export interface ToolStart {
  readonly port: MessagePort;
}

export interface ToolThreadEvents {
  readonly onFailed: (message: string) => void;
  readonly onFlags: (flags: readonly string[]) => void;
}

/** A tool worker as a thread, with the flags of its calls. */
export class ToolThread {
  readonly #thread: Worker;
  readonly #flags = new Flags();
  readonly #onFlags: ToolThreadEvents['onFlags'];

  constructor(files: ThreadFiles, engine: WebAssembly.Module, start: ToolStart, events: ToolThreadEvents) {
    this.#onFlags = events.onFlags;
    this.#thread = startThread(files.entry, { script: files.script, flags: this.#flags.memory });
    this.#thread.on('error', ({ message }) => events.onFailed(message || 'the worker did not start'));
    this.#thread.postMessage({ ...start, engine }, [start.port as never]);
    events.onFlags(this.#flags.all());
  }

  /** Takes a flag down, so that its guest stops even while it computes. */
  interrupt(flag: string): void {
    const next = this.#flags.takeDown(flag);
    if (next !== undefined) this.#onFlags([next]);
  }

  terminate(): void {
    void this.#thread.terminate();
  }
}
