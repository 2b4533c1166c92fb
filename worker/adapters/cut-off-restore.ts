import { JOURNAL } from './database-names.js';

/** Finishes a restore whose page has ended before it was complete; does nothing where there is none. @throws `STORE_FAILED`. */
export async function finishCutOff(): Promise<void> {
  if (await isRestoring()) await (await import('./restore-journal.js')).finishRestore();
}

/** True where a restore is prepared, or was cut off. A browser that cannot list its databases restores nothing. */
async function isRestoring(): Promise<boolean> {
  const { indexedDB } = globalThis as { indexedDB?: Partial<IDBFactory> };
  // Where the files of the databases are damaged, opening one reports it.
  const found = await indexedDB?.databases?.().catch(() => []);
  return found?.some(({ name }) => name === JOURNAL) === true;
}
