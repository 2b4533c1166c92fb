import type { Adapter, Diffs, Studio, StudioContext } from '../../studio/internal.js';
import { breathe } from '../../studio/internal.js';
import { refuseDropsWithin } from '../shared/drops.js';
import { BulkheadStudio } from './studio.js';

/** What a studio’s popup is opened with beside what the contract names. */
export interface OpenStudioOptions {
  /** Compares versions; it is closed with the studio. Default: a worker. */
  readonly diffs?: Diffs;
  /** Which of the kept sessions is shown; `null`: a new one. Default: the newest. */
  readonly session?: string | null;
  /** The popup stands there, with all that is styled there. Default: the page’s body. */
  readonly parent?: Element;
  /** Called once it is open; what it returns is called when it is closed. */
  onOpen?(popup: HTMLDialogElement, studio: Studio): (() => void) | undefined;
  /** Closes it at once, whatever is under way. */
  readonly signal?: AbortSignal;
}

/**
 * Opens a studio in a popup, and settles when the user has closed it.
 * @param root reaches the adapter as it is.
 * @throws `BAD_ARGS` for what is no adapter; what `getDefaultScope`, `getInitialProfile` and `cloneWorkingProfile` throw.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { schemaStudioAdapter, studioContext } from 'bulkhead/studio';
 * import { openStudio } from 'bulkhead/ui';
 * const host = createHost();
 * const adapter = await schemaStudioAdapter({ language: 'en', all: host.memory });
 * await openStudio(adapter, studioContext(host), {});
 */
export async function openStudio<Profile, Settings>(
  adapter: Adapter<Profile, Settings>,
  context: StudioContext,
  settings: Settings,
  root?: unknown,
  options: OpenStudioOptions = {},
): Promise<void> {
  const { createStudio } = await import('../../studio/base/create-studio.js');
  const diffs = options.diffs ?? (await import('../../studio/base/diffs.js')).workerDiffs();
  const more = options.session === undefined ? {} : { session: options.session };
  const studio = await createStudio(adapter, context, settings, { diffs, ...more }).catch((error: unknown) => {
    diffs.close();
    throw error;
  });
  await breathe();
  const popup = document.createElement('dialog');
  popup.id = studio.popupId;
  popup.className = `luker-studio luker-iteration-studio ${adapter.popupClassName}`.trim();
  popup.setAttribute('aria-label', adapter.title);
  const shell = new BulkheadStudio();
  Object.assign(shell, { studio, root });
  popup.append(shell);
  (options.parent ?? document.body).append(popup);
  const close = (): void => popup.close();
  const closed = new Promise<void>((resolve) => {
    popup.addEventListener('close', (event) => event.target === popup && resolve());
  });
  popup.addEventListener('cancel', (event) => {
    if (event.target !== popup) return;
    event.preventDefault();
    shell.requestClose();
  });
  popup.addEventListener('keydown', (event) => onKey(event, popup, shell));
  shell.addEventListener('bh-close', (event) => {
    event.stopPropagation();
    close();
  });
  refuseDropsWithin(popup);
  popup.showModal();
  await shell.updateComplete;
  // What the history took, the popup’s parts and their layout are tasks of their own.
  await breathe();
  shell.focus();
  const off = options.onOpen?.(popup, studio as Studio);
  options.signal?.addEventListener('abort', close, { once: true });
  if (options.signal?.aborted) close();
  await closed;
  options.signal?.removeEventListener('abort', close);
  try {
    await studio.close();
  } finally {
    off?.();
    popup.remove();
  }
}

/** Keys pressed in the studio are not the page’s. Esc is taken here: a browser closes a popup at the second one, whatever is said. */
function onKey(event: KeyboardEvent, popup: HTMLDialogElement, shell: BulkheadStudio): void {
  event.stopPropagation();
  if (event.key !== 'Escape' || event.isComposing) return;
  const inner = event.composedPath().find((one) => one instanceof HTMLDialogElement);
  if (event.defaultPrevented || inner !== popup) return;
  event.preventDefault();
  if (shell.leaving) shell.stay();
  else shell.requestClose();
}
