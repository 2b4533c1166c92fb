import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { AdapterFields } from './adapter.js';
import { copySession } from './history-lines.js';
import {
  avatarOf,
  byAge,
  type HistoryPlace,
  type HistoryStorage,
  type Keeping,
  kept,
  ofMode,
  sessionsOf,
} from './history-storage.js';
import { type HistoryBackend, wholeHistoryBackend } from './history-whole.js';
import type { Scope, StudioContext, StudioSession } from './types.js';

/** Where a history is, and what of it stays. */
export interface HistoryStoreOptions extends Omit<HistoryPlace, 'avatar'> {
  /** Sessions in each scope: 24, at least one. With `modeFilter` those of the mode count. */
  readonly historyLimit?: number;
  /** Sees sessions of this mode only, and leaves all others as they are. */
  readonly modeFilter?: string;
  /** The browser’s IndexedDB, where there is none given. */
  readonly storage?: HistoryStorage;
}

/** Two functions of an adapter that keep its history. They need no `this`. */
export type HistoryStore<Profile = unknown> = Pick<
  AdapterFields<Profile, never>,
  'loadHistoryState' | 'persistHistoryState'
>;

type HistoryBackends = (context: StudioContext, scope: Scope, avatar: string, mode: string) => Promise<HistoryBackend>;

const LIMIT = 24;
const NEEDED = ['moduleName', 'globalSettingsKey', 'characterStateNamespace'] as const;

/** Both functions of a store, to what they belong: one session is kept without touching the others. */
const BACKENDS = Symbol.for('bulkhead.studio.backends');

/** The way to single sessions, where both functions are of one store of ours. */
export function backendsOf({
  loadHistoryState,
  persistHistoryState,
}: {
  readonly [name in keyof HistoryStore]: object;
}): HistoryBackends | undefined {
  const [backends, others] = [loadHistoryState, persistHistoryState].map(
    (one) => (one as { readonly [BACKENDS]?: HistoryBackends })[BACKENDS],
  );
  return backends === others ? backends : undefined;
}

const limitOf = (given: unknown): number =>
  typeof given === 'number' && Number.isFinite(given) ? Math.max(1, Math.floor(given)) : LIMIT;

/**
 * Makes an adapter’s two history functions: spread them into its fields.
 * @throws `BAD_ARGS` when a name is missing.
 *
 * @example
 * import { createSettingsBackedHistoryStore } from 'bulkhead/studio';
 * const history = createSettingsBackedHistoryStore<{ text: string }>({
 *   moduleName: 'inn',
 *   globalSettingsKey: 'greetings',
 *   characterStateNamespace: 'inn',
 * });
 */
export function createSettingsBackedHistoryStore<Profile = unknown>(
  options: HistoryStoreOptions,
): HistoryStore<Profile> {
  const missing = NEEDED.filter((key) => typeof options?.[key] !== 'string' || options[key] === '');
  if (missing.length > 0) {
    throw new BulkheadError('BAD_ARGS', `createSettingsBackedHistoryStore: missing options: ${missing.join(', ')}`);
  }
  const { moduleName, globalSettingsKey, characterStateNamespace, modeFilter, storage } = options;
  const keeping: Keeping = { limit: limitOf(options.historyLimit), mode: modeFilter };
  const placeOf = (scope: Scope, avatar: string): HistoryPlace => {
    return { moduleName, globalSettingsKey, characterStateNamespace, avatar: avatarOf(scope, avatar) };
  };
  const indexed = async (place: HistoryPlace) => new (await import('./history-indexed.js')).IndexedHistory(place);
  const load = async (context: StudioContext, place: HistoryPlace): Promise<readonly StudioSession[]> =>
    storage ? (sessionsOf(await storage.read(context, place)) ?? []) : (await indexed(place)).load(modeFilter);
  const persist = async (context: StudioContext, place: HistoryPlace, sessions: readonly StudioSession[]) => {
    if (!storage) return (await indexed(place)).replace(sessions, keeping);
    const stored = sessionsOf(await storage.read(context, place)) ?? [];
    return storage.write(context, place, kept(stored, sessions, keeping));
  };

  const store: HistoryStore<Profile> = {
    async loadHistoryState(context, scope, avatar) {
      const sessions = byAge(ofMode(await load(context, placeOf(scope, avatar)), modeFilter));
      return {
        version: 3,
        sessions: (storage ? sessions.map((one) => copySession(one)) : sessions) as StudioSession<Profile>[],
      };
    },
    async persistHistoryState(context, state, scope, avatar) {
      const sessions = sessionsOf(state);
      if (!sessions) throw new BulkheadError('BAD_ARGS', 'a history must be {version: 3, sessions: []}');
      await persist(context, placeOf(scope, avatar), storage ? sessions.map((one) => copySession(one)) : sessions);
    },
  };
  const backends: HistoryBackends = async (context, scope, avatar, mode) => {
    const place = placeOf(scope, avatar);
    if (!storage) return (await indexed(place)).backend(mode, keeping);
    const name = JSON.stringify(['bulkhead:studio', moduleName, globalSettingsKey, characterStateNamespace]);
    return wholeHistoryBackend({
      ...{ name, mode, load: () => load(context, place) },
      persist: (sessions) => persist(context, place, sessions),
    });
  };
  for (const one of [store.loadHistoryState, store.persistHistoryState]) Object.assign(one, { [BACKENDS]: backends });
  return store;
}
