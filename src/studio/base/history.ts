import { Mutex } from '../../../worker/primitives/mutex.js';
import type { AdapterFields } from './adapter.js';
import { breathe } from './breathe.js';
import { copySession, type KeptLine, lineOf } from './history-lines.js';
import { byAge, sessionsOf } from './history-storage.js';
import { backendsOf } from './history-store.js';
import { type HistoryBackend, wholeHistoryBackend } from './history-whole.js';
import type { Scope, StudioContext, StudioSession } from './types.js';

export { type KeptLine, newSessionId, summaryOf } from './history-lines.js';
export type { HistoryPlace, HistoryStorage } from './history-storage.js';
export { createSettingsBackedHistoryStore, type HistoryStore, type HistoryStoreOptions } from './history-store.js';

/** The history of one adapter in one scope, as a studio uses it. */
export interface History<Profile = unknown> {
  /** Returns the sessions of the adapter’s mode, the oldest first. Sessions that cannot be read are empty and reported to `onTrouble`. */
  list(): Promise<readonly KeptLine[]>;
  /**
   * One session: what adapters may change of it is the caller’s own, its messages and versions are shared and never changed.
   * `null` if there is none, or it cannot be read, which is reported to `onTrouble`.
   */
  read(id: string): Promise<StudioSession<Profile> | null>;
  /**
   * Keeps a session as it is at this moment, whose `updatedAt` says that it has changed. A profile that is the same object as one of its
   * versions is as little changed in place as these. Where another tab has gone on with it since
   * it was read or kept here, it is kept beside the other’s under a new id, which is the caller’s from then on.
   * @throws what the store throws. Then it stays readable here as long as this history is open, and is tried again with the next.
   */
  save(session: StudioSession<Profile>): Promise<{ readonly id: string; readonly forked: boolean }>;
  remove(id: string): Promise<void>;
  /** Resolves when everything is kept, or cannot be. */
  close(): Promise<void>;
}

export interface HistoryOptions {
  readonly scope: Scope;
  readonly avatar: string;
  onTrouble(error: unknown): void;
}

export type KeepsHistory<Profile> = Pick<
  AdapterFields<Profile, never>,
  'id' | 'mode' | 'loadHistoryState' | 'persistHistoryState'
>;

/** Opens the history behind an adapter’s two functions. Nothing is read yet. */
export function openHistory<Profile>(
  adapter: KeepsHistory<Profile>,
  context: StudioContext,
  { scope, avatar, onTrouble }: HistoryOptions,
): History<Profile> {
  const ours = backendsOf(adapter);
  const foreign = () =>
    wholeHistoryBackend<Profile>({
      name: JSON.stringify(['bulkhead:studio', adapter.id, scope, avatar]),
      mode: adapter.mode,
      async load() {
        const sessions = sessionsOf<Profile>(await adapter.loadHistoryState(context, scope, avatar));
        if (!sessions) onTrouble(new TypeError('the history is not {version: 3, sessions: []}'));
        return sessions ?? [];
      },
      persist: async (sessions) =>
        adapter.persistHistoryState(context, { version: 3, sessions: byAge(sessions) }, scope, avatar),
    });
  let opened: Promise<HistoryBackend<Profile>> | undefined;
  const backend = () => {
    opened ??= ours
      ? (ours(context, scope, avatar, adapter.mode) as Promise<HistoryBackend<Profile>>)
      : Promise.resolve(foreign());
    return opened;
  };
  /** Could not be kept: as they were then. */
  const unkept = new Map<string, StudioSession<Profile>>();
  const mutex = new Mutex();
  const keep = async (session: StudioSession<Profile>) => {
    try {
      return await (await backend()).save(session);
    } catch (error) {
      unkept.set(session.id, session);
      throw error;
    }
  };
  /** Tries again to store what could not be stored. A further failure is not reported again. */
  const keepRest = async () => {
    for (const [id, session] of [...unkept]) {
      unkept.delete(id);
      await keep(session).catch(() => {});
    }
  };
  const safely = async <T>(work: (backend: HistoryBackend<Profile>) => Promise<T>, empty: T): Promise<T> => {
    try {
      return await work(await backend());
    } catch (error) {
      onTrouble(error);
      return empty;
    }
  };

  return {
    list: () =>
      mutex.run(async () => {
        const lines = await safely<readonly KeptLine[]>((one) => one.lines(), []);
        const here = [...unkept.values()].map(lineOf);
        return byAge([...lines.filter(({ id }) => !unkept.has(id)), ...here]);
      }),
    read: (id) =>
      mutex.run(async () => {
        const here = unkept.get(id);
        return here ? copySession(here) : safely<StudioSession<Profile> | null>((one) => one.read(id), null);
      }),
    async save(given) {
      const session = copySession(given, true);
      return mutex.run(async () => {
        // There is something new to show, so the page may draw before the session is stored.
        await breathe();
        unkept.delete(session.id);
        const kept = await keep(session);
        await keepRest();
        return kept;
      });
    },
    remove: (id) =>
      mutex.run(async () => {
        unkept.delete(id);
        await (await backend()).remove(id);
      }),
    close: () => mutex.run(keepRest),
  };
}
