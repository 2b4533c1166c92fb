import { fileURLToPath } from 'node:url';
import { Worker as Thread } from 'node:worker_threads';
import type { ThreadStart } from '../../worker/node/flags.js';

const ENTRY = new URL('./node-worker.js', import.meta.url);

/** Bounds of a thread's own JavaScript. What guests use is WebAssembly memory, which their own limits bound. */
const RESOURCES = { maxOldGenerationSizeMb: 512, stackSizeMb: 4 };

type Transfer = NonNullable<Parameters<Thread['postMessage']>[1]>;

/** A thread with the face of a browser's worker. It gets no environment, no arguments and no standard streams. */
export class ThreadWorker {
  onerror: ((event: { readonly message: string; preventDefault(): void }) => void) | null = null;
  readonly #thread: Thread;

  /** `url`: of the script; what follows `#` are the private hosts that it may reach. */
  constructor(url: string, start: Pick<ThreadStart, 'flags'> = {}) {
    const { hash } = new URL(url);
    const privateHosts = hash === '' ? [] : hash.slice(1).split(',').map(decodeURIComponent);
    this.#thread = new Thread(ENTRY, {
      workerData: { script: fileURLToPath(url), privateHosts, ...start } satisfies ThreadStart,
      ...{ env: {}, argv: [], execArgv: [], stdin: false, stdout: true, stderr: true },
      resourceLimits: RESOURCES,
    });
    this.#thread.on('error', (error) => this.onerror?.({ message: error.message, preventDefault: () => {} }));
  }

  postMessage(message: unknown, transfer: readonly Transferable[] = []): void {
    this.#thread.postMessage(message, transfer as Transfer);
  }

  terminate(): void {
    void this.#thread.terminate();
  }
}
