import type { StorageOptions, StorageState } from './types.js';

/** Whether the browser was asked before, on this device. */
const ASKED = 'bulkhead-storage-asked';

/** Asks the browser to keep what is stored, if that is wanted, and says what it answers. */
export async function storageState({ ask = false }: StorageOptions): Promise<StorageState> {
  const storage = globalThis.navigator?.storage as StorageManager | undefined;
  if (!storage?.persisted) return { kept: false, asked: wasAsked(), canAsk: false };
  let kept = await storage.persisted();
  if (!kept && (ask === true || (ask === 'once' && !wasAsked()))) {
    remember();
    kept = await storage.persist();
  }
  const { usage, quota } = await storage.estimate();
  return {
    ...{ kept, asked: wasAsked(), canAsk: true },
    ...(usage !== undefined && { usageBytes: usage }),
    ...(quota !== undefined && { quotaBytes: quota }),
  };
}

function wasAsked(): boolean {
  try {
    return localStorage.getItem(ASKED) !== null;
  } catch {
    return false;
  }
}

function remember(): void {
  try {
    localStorage.setItem(ASKED, '1');
  } catch {
    // Where storage is forbidden, the browser is asked again on the next visit.
  }
}

/** Forgets that the browser was asked. */
export function forgetAsked(): void {
  try {
    localStorage.removeItem(ASKED);
  } catch {
    // Where storage is forbidden nothing was remembered.
  }
}
