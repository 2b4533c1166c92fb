import { BulkheadError } from '../../worker/protocol/errors.js';
import { notify } from '../primitives/index.js';

export type Lifecycle = ReturnType<typeof createLifecycle>;

const gone = () => new BulkheadError('HOST_DISPOSED', 'the host has been disposed');

/** The life of one host: its changes, its stops, and its end. */
export function createLifecycle() {
  const listeners = new Set<() => void>();
  let disposed = false;
  let scheduled = false;
  let stopping = new AbortController();
  let end: (error: BulkheadError) => Promise<void> | undefined = () => undefined;
  /** @throws `HOST_DISPOSED` */
  const alive = (): void => {
    if (disposed) throw gone();
  };
  return {
    get disposed(): boolean {
      return disposed;
    },
    /** Aborts when everything that was asked for until now is stopped: what was asked for before must not start after. */
    get stopping(): AbortSignal {
      return stopping.signal;
    },
    /** Calls the listeners once for all changes of this turn. */
    changed(): void {
      if (scheduled) return;
      scheduled = true;
      queueMicrotask(() => {
        scheduled = false;
        for (const listener of [...listeners]) notify(listener);
      });
    },
    alive,
    /** Ends every tool of the page. */
    async stopAll(): Promise<void> {
      const error = new BulkheadError('STOPPED', 'all tools were stopped', { stoppedBy: 'abort' });
      const stopped = stopping;
      stopping = new AbortController();
      stopped.abort(error);
      await end(error);
    },
    /** Sets what `stopAll` ends. */
    onStop(ending: typeof end): void {
      end = ending;
    },
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The same method; it rejects once the host is disposed. */
    guarded:
      <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        alive();
        return work(...args);
      },
    /** Disposes of the host. @returns the error for open work; `undefined` if it was disposed before. */
    dispose(): BulkheadError | undefined {
      if (disposed) return undefined;
      disposed = true;
      return gone();
    },
    /** Forgets the listeners. */
    close: (): void => listeners.clear(),
  };
}
