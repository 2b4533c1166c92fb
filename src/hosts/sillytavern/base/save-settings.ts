import { BulkheadError } from '../../../../worker/protocol/errors.js';
import { untilAborted } from '../../../primitives/index.js';
import { type Context, listenTo } from './context.js';

/** The host waits a second before it saves, and once more where it is not ready yet. */
const SAVED_MS = 8_000;

/** The host’s own module: of it only this function is known, and where it is missing there is another way. */
const HOST_MODULE = '/script.js';

/** Saves the host’s settings. Resolves once its server has them. @throws `STORE_FAILED`. */
export async function saveSettings(context: Context): Promise<void> {
  let off = (): void => {};
  const saved = new Promise<void>((resolve) => {
    off = listenTo(context, { SETTINGS_UPDATED: () => resolve() });
  });
  try {
    const now = await savesAtOnce();
    if (now) await now();
    else context.saveSettingsDebounced();
    // The host shows a failure to its user only; it does not throw.
    await untilAborted(saved, AbortSignal.timeout(SAVED_MS));
  } catch (cause) {
    throw new BulkheadError('STORE_FAILED', 'the settings could not be saved', {}, { cause });
  } finally {
    off();
  }
}

async function savesAtOnce(): Promise<(() => Promise<unknown>) | undefined> {
  const { saveSettings } = (await import(/* @vite-ignore */ HOST_MODULE).catch(() => ({}))) as {
    saveSettings?: unknown;
  };
  return typeof saveSettings === 'function' ? (saveSettings as () => Promise<unknown>) : undefined;
}
