import { BulkheadError } from '../../worker/protocol/errors.js';
import { tell } from '../primitives/index.js';

/** The life of one host: its changes, its stops, and its end. */
export interface Lifecycle {
  readonly disposed: boolean;
  /** Aborts when everything that was asked for until now is stopped: what was asked for before must not start after. */
  readonly stopping: AbortSignal;
  /** Calls the listeners once for all changes of this turn. */
  readonly changed: () => void;
  /** @throws `HOST_DISPOSED` */
  readonly alive: () => void;
  /** Ends every tool of the page. */
  readonly stopAll: () => Promise<void>;
  /** Sets what `stopAll` ends. */
  onStop(end: (error: BulkheadError) => Promise<void> | undefined): void;
  readonly onChange: (listener: () => void) => () => void;
  /** The same method; it rejects once the host is disposed. */
  guarded<A extends unknown[], R>(work: (...args: A) => Promise<R>): (...args: A) => Promise<R>;
  /** Disposes of the host. @returns the error for what is open; nothing where it was disposed before. */
  dispose(): BulkheadError | undefined;
  /** Forgets the listeners. */
  close(): void;
}

const gone = () => new BulkheadError('HOST_DISPOSED', 'the host has been disposed');

export function createLifecycle(): Lifecycle {
  const listeners = new Set<() => void>();
  let disposed = false;
  let scheduled = false;
  let stopping = new AbortController();
  let end: (error: BulkheadError) => Promise<void> | undefined = () => undefined;
  const alive = () => {
    if (disposed) throw gone();
  };
  return {
    get disposed() {
      return disposed;
    },
    get stopping() {
      return stopping.signal;
    },
    changed() {
      if (scheduled) return;
      scheduled = true;
      queueMicrotask(() => {
        scheduled = false;
        for (const listener of [...listeners]) tell(listener);
      });
    },
    alive,
    async stopAll() {
      const error = new BulkheadError('STOPPED', 'all tools were stopped', { stoppedBy: 'abort' });
      const stopped = stopping;
      stopping = new AbortController();
      stopped.abort(error);
      await end(error);
    },
    onStop(ending) {
      end = ending;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    guarded:
      (work) =>
      async (...args) => {
        alive();
        return work(...args);
      },
    dispose() {
      if (disposed) return undefined;
      disposed = true;
      return gone();
    },
    close: () => listeners.clear(),
  };
}
