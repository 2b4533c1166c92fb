import type { BulkheadError } from '../../../worker/protocol/errors.js';
import { type CallOptions, overdue } from '../../isolation/guests/index.js';
import { awakeTimeout } from '../../primitives/index.js';

/** Calls of tools that cannot be ended by force. Each call settles by its deadline, even if its tool does not. */
export class OpenCalls {
  readonly #open = new Set<(error: unknown) => void>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get count(): number {
    return this.#open.size;
  }

  /** Runs `work` until it settles, its deadline passes or its caller aborts. The signal that `work` gets then aborts, too. */
  run<T>(tool: string, options: CallOptions, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal, timeoutMs, startedAt } = options;
    if (signal?.aborted) return Promise.reject(signal.reason);
    const controller = new AbortController();
    return new Promise<T>((resolve, reject) => {
      const settle = () => {
        cancel();
        signal?.removeEventListener('abort', abort);
        this.#open.delete(fail);
        this.#changed();
      };
      const fail = (error: unknown) => {
        settle();
        reject(error);
        controller.abort(error);
      };
      const abort = () => fail(signal?.reason);
      const left = timeoutMs - (performance.now() - startedAt);
      const cancel = awakeTimeout(Math.max(0, left), () => fail(overdue(`${tool} took longer than`, timeoutMs)));
      this.#open.add(fail);
      this.#changed();
      signal?.addEventListener('abort', abort, { once: true });
      work(controller.signal).then(
        (value) => {
          settle();
          resolve(value);
        },
        (error) => {
          settle();
          reject(error);
        },
      );
    });
  }

  /** Rejects every open call. */
  end(error: BulkheadError): void {
    for (const fail of [...this.#open]) fail(error);
  }
}
