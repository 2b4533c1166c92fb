import type { Adapter, StudioContext } from '../../../studio/internal.js';
import { useLanguage } from '../../../ui/i18n/language.js';
import { openStudio } from '../../../ui/studio/open-studio.js';
import { followTheme } from '../base/theme.js';
import type { StudioParts } from './gate.js';

interface OpenParts extends Pick<StudioParts, 'context' | 'folder'> {
  /** Closes every studio that is open. */
  readonly signal: AbortSignal;
  /** With a new session, whatever is kept. */
  readonly session?: null;
}

/** Opens a studio over SillyTavern’s page, in its colours and language. Settles when it is closed. */
export async function openOverPage<Profile, Settings>(
  { context, folder, signal, session }: OpenParts,
  adapter: Adapter<Profile, Settings>,
  given: StudioContext,
  settings: Settings,
  root: unknown,
): Promise<void> {
  useLanguage(context().getCurrentLocale());
  const { workerDiffs } = await import('../../../studio/base/diffs.js');
  await openStudio(adapter, given, settings, root, {
    diffs: workerDiffs(new URL('studio-worker.js', folder)),
    onOpen: (popup) => followTheme(popup),
    signal,
    ...(session === null && { session }),
  });
}
