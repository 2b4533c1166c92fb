import { KeyedMutex } from '../../../worker/primitives/mutex.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import { untilAborted } from '../../primitives/index.js';

/** Longer than this nobody waits for another tab, nor for a store that does not answer. */
const WAIT_MS = 30_000;

/** What is done in this page under a name, where the browser has no locks. */
const inPage = new KeyedMutex<string>();

/**
 * Does something while nobody else does under this name: no other tab, where the browser has locks, which it has on secure pages.
 * @throws `STORE_FAILED` after half a minute.
 */
export async function exclusively<T>(name: string, work: () => Promise<T>, waitMs = WAIT_MS): Promise<T> {
  let begun = false;
  const bounded = () => {
    begun = true;
    return answered(work(), waitMs);
  };
  const locks = (globalThis as { navigator?: { readonly locks?: LockManager } }).navigator?.locks;
  if (!locks) return inPage.run(name, bounded);
  const wait = AbortSignal.timeout(waitMs);
  try {
    return (await locks.request(name, { signal: wait }, bounded)) as T;
  } catch (error) {
    if (begun) throw error;
    if (wait.aborted) throw new BulkheadError('STORE_FAILED', 'another tab does not let go of the history');
    // A page without an origin of its own has locks that nobody may use.
    return inPage.run(name, bounded);
  }
}

/** An answer, or that there was none. */
export async function answered<T>(work: Promise<T>, waitMs = WAIT_MS): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new BulkheadError('STORE_FAILED', 'the history’s store does not answer')),
    waitMs,
  );
  try {
    return await untilAborted(work, late.signal);
  } finally {
    clearTimeout(timer);
  }
}
