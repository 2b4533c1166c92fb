import { fileURLToPath } from 'node:url';
import type { Worker as Thread } from 'node:worker_threads';
import { startThread } from '../../worker/node/thread.js';
import { THREAD_ENTRY } from './files.js';

type Transfer = NonNullable<Parameters<Thread['postMessage']>[1]>;

/** One of our own workers, as a thread with the face of a browser's worker. */
export class ThreadWorker {
  onerror: ((event: { readonly message: string; preventDefault(): void }) => void) | null = null;
  readonly #thread: Thread;

  /** `url`: of the script; what follows `#` are the private hosts that it may reach. */
  constructor(url: string) {
    const { hash } = new URL(url);
    const privateHosts = hash === '' ? [] : hash.slice(1).split(',').map(decodeURIComponent);
    this.#thread = startThread(THREAD_ENTRY, { script: fileURLToPath(url), privateHosts });
    this.#thread.on('error', (error: Error) => this.onerror?.({ message: error.message, preventDefault: () => {} }));
  }

  postMessage(message: unknown, transfer: readonly Transferable[] = []): void {
    this.#thread.postMessage(message, transfer as Transfer);
  }

  terminate(): void {
    void this.#thread.terminate();
  }
}
