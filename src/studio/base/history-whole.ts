import { KeyedMutex } from '../../../worker/primitives/mutex.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import { within } from '../../primitives/index.js';
import { copySession, type KeptLine, lineOf, markOf, newSessionId } from './history-lines.js';
import { byAge, ofMode } from './history-storage.js';
import type { StudioSession } from './types.js';

/** What a history does with what is kept. */
export interface HistoryBackend<Profile = unknown> {
  /** The oldest first. */
  lines(): Promise<readonly KeptLine[]>;
  read(id: string): Promise<StudioSession<Profile> | null>;
  /** The session is not changed afterwards. */
  save(session: StudioSession<Profile>): Promise<{ readonly id: string; readonly forked: boolean }>;
  remove(id: string): Promise<void>;
}

export interface WholeHistory<Profile> {
  /** Tells it from others: of all tabs one at a time changes it. */
  readonly name: string;
  readonly mode: string;
  load(): Promise<readonly StudioSession<Profile>[]>;
  /** Other adapters’ sessions are among them, where `load` answered some. */
  persist(sessions: readonly StudioSession<Profile>[]): Promise<void>;
}

/** Sessions of a history that is kept as a whole; each change begins with what is there at that moment. */
export function wholeHistoryBackend<Profile>({
  name,
  mode,
  load,
  persist,
}: WholeHistory<Profile>): HistoryBackend<Profile> {
  /** By id: how a session was when it was last read or kept here. */
  const seen = new Map<string, string>();
  /** It gives back what it was given; some make sessions good in their own way. */
  let faithful = false;

  const own = async (id?: string) =>
    byAge(ofMode(await answered(load()), mode)).filter((session) =>
      id === undefined ? typeof session.id === 'string' : session.id === id,
    );
  const change = <T>(work: (sessions: readonly StudioSession<Profile>[]) => Promise<T>): Promise<T> =>
    exclusively(name, async () => work(await load()));

  const learn = async (session: StudioSession<Profile>) => {
    const given = markOf(session);
    // It is kept, even if it cannot be read now.
    const there = faithful ? [] : await load().catch(() => []);
    const back = there.find((one) => one?.id === session.id);
    const mark = back ? markOf(back) : given;
    faithful ||= back !== undefined && mark === given;
    seen.set(session.id, mark);
  };

  return {
    lines: async () => (await own()).map(lineOf),
    async read(id) {
      const [found] = await own(id);
      if (!found) return null;
      seen.set(id, markOf(found));
      return copySession(found);
    },
    save: (given) =>
      change(async (sessions) => {
        const { id } = given;
        const there = sessions.find((session) => session?.id === id);
        const forked = there !== undefined && seen.get(id) !== markOf(there);
        if (forked && seen.get(id) === markOf(given)) return { id, forked: false };
        const session = forked ? { ...given, id: newSessionId() } : given;
        await persist([...sessions.filter((one) => one?.id !== session.id), session]);
        await learn(session);
        return { id: session.id, forked };
      }),
    remove: (id) =>
      change(async (sessions) => {
        seen.delete(id);
        if (sessions.some((one) => one?.id === id)) await persist(sessions.filter((one) => one?.id !== id));
      }),
  };
}

/** Longer than this nobody waits for another tab, nor for a store that does not answer. */
const WAIT_MS = 30_000;

/** What is done in this page under a name, where the browser has no locks. */
const inPage = new KeyedMutex<string>();

/** Does something while no other tab does under this name, where the browser has locks. @throws `STORE_FAILED` after half a minute. */
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

export const answered = <T>(work: Promise<T>, waitMs = WAIT_MS): Promise<T> =>
  within(waitMs, work, () => new BulkheadError('STORE_FAILED', 'the history’s store does not answer'));
