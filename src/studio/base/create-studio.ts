import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Adapter } from './adapter.js';
import { Comparisons } from './comparisons.js';
import type { Diffs, Studio } from './facade.js';
import { type KeptLine, openHistory } from './history.js';
import { Keeping } from './keeping.js';
import { keptSession, newSession, sourceOf } from './open-session.js';
import { OpenStudio } from './open-studio.js';
import { type Pacer, pagePacer } from './requests.js';
import type { StudioContext, StudioSession } from './types.js';

/** What a studio is opened with beside what the contract names. */
export interface StudioOptions {
  /** Compares versions; it is closed with the studio. */
  readonly diffs: Diffs;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Default: one for all studios of the page. */
  readonly pacer?: Pacer;
  /** Which of the kept sessions is opened; `null`: a new one. Default, and where it is gone: the newest. */
  readonly session?: string | null;
}

/**
 * Opens a studio: with the newest session of the adapter’s mode, else a new one. A history that cannot be read is empty.
 * @throws `BAD_ARGS` for what is no adapter; what `getDefaultScope`, `getInitialProfile` and `cloneWorkingProfile` throw.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { createStudio, inlineDiffs, pluginStudioAdapter, studioContext } from 'bulkhead/studio';
 * const host = createHost();
 * const adapter = await pluginStudioAdapter({ host });
 * const studio = await createStudio(adapter, studioContext(host), {}, { diffs: inlineDiffs() });
 * const { outcome } = await studio.send('Write a plugin that rolls dice.');
 * if (outcome === 'pending' && confirm('Apply the proposal?')) await studio.approve();
 */
export async function createStudio<Profile, Settings>(
  adapter: Adapter<Profile, Settings>,
  context: StudioContext,
  settings: Settings,
  { diffs, now = Date.now, pacer = pagePacer, session }: StudioOptions,
): Promise<Studio<Profile, Settings>> {
  if (typeof adapter?.executeEditableToolCall !== 'function') {
    throw new BulkheadError('BAD_ARGS', 'open: the adapter must come from defineAdapter');
  }
  try {
    adapter.ensureStyles(adapter.popupClassName);
  } catch (error) {
    console.warn(`studio ${adapter.id}: its styles could not be set:`, error);
  }
  const source = sourceOf(adapter, context);
  let trouble: unknown;
  const history = openHistory<Profile>(adapter, context, {
    ...{ scope: source.scope, avatar: source.avatar },
    onTrouble: (error) => {
      trouble = error;
      console.warn(`studio ${adapter.id}: its history cannot be read:`, error);
    },
  });
  const studio: { now?: OpenStudio<Profile, Settings> } = {};
  const keeping = new Keeping(history, (status) => studio.now?.notify(status));
  const fresh = () => newSession(adapter, context, settings, source, now());
  const lines = await keeping.look();
  const kept = session === null ? undefined : await firstOf(adapter, keeping, wantedFirst(lines, session));
  // Adapters count on being asked at each opening, also where a kept session takes its place.
  const begun = freshOr(kept, fresh);
  const opened = new OpenStudio<Profile, Settings>({
    ...{ adapter, context, settings, now, pacer, keeping, fresh },
    comparisons: new Comparisons(diffs),
    session: kept ?? begun,
  });
  studio.now = opened;
  if (trouble !== undefined) opened.notify({ kind: 'error', key: 'historyUnreadable', error: trouble });
  if (!kept) await opened.keep();
  // In the place of a new one in which nothing was said: else they would push those out in which something was.
  if (session === null) await dropEmpty(lines, keeping);
  return opened;
}

/** A new session; where there is another one to go on with, it may as well not come about. */
function freshOr<Profile>(
  kept: StudioSession<Profile> | undefined,
  fresh: () => StudioSession<Profile>,
): StudioSession<Profile> {
  try {
    return fresh();
  } catch (error) {
    if (!kept) throw error;
    console.warn('studio: no new session could be begun, a kept one goes on:', error);
    return kept;
  }
}

const wantedFirst = (lines: readonly KeptLine[], wanted: string | null | undefined): readonly KeptLine[] =>
  lines.toSorted((a, b) => Number(b.id === wanted) - Number(a.id === wanted));

async function dropEmpty<Profile>(lines: readonly KeptLine[], keeping: Keeping<Profile>): Promise<void> {
  const [newest] = lines;
  if (!newest || newest.turns > 0) return;
  const session = await keeping.read(newest.id);
  // What was changed by hand is something, too.
  if (session && JSON.stringify(session.workingProfile) === JSON.stringify(session.baseWorkingProfile))
    await keeping.remove(newest.id);
}

async function firstOf<Profile, Settings>(
  adapter: Adapter<Profile, Settings>,
  keeping: Keeping<Profile>,
  lines: readonly KeptLine[],
): Promise<StudioSession<Profile> | undefined> {
  for (const { id } of lines) {
    try {
      const session = await keeping.read(id);
      if (session) return keptSession(adapter, session);
    } catch (error) {
      console.warn(`studio ${adapter.id}: a session cannot be opened:`, error);
    }
  }
  return undefined;
}
