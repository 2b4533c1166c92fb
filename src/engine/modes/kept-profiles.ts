import { Database, promisifyRequest } from '../../../worker/adapters/database.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import { type ModeProfiles, PROFILE_MODES, type ProfileMode, readProfile } from './profiles.js';

/** Profiles that were saved: a mode without one runs as it does by default. */
export interface ProfileStore {
  read<M extends ProfileMode>(mode: M): Promise<ModeProfiles[M] | null>;
  /** Keeps one in the place of the last; `null` goes back to the default. */
  write<M extends ProfileMode>(mode: M, profile: ModeProfiles[M] | null): Promise<void>;
}

const KEY = (mode: ProfileMode) => ['profile', mode];

/**
 * Saved profiles in IndexedDB, for all tabs. @throws `STORE_UNAVAILABLE` (a read answers `null`), `STORE_FAILED`.
 *
 * @example
 * import { keptProfiles, readProfile } from 'bulkhead/modes';
 * const profiles = keptProfiles();
 * await profiles.write('loop', readProfile('loop', { prompt: 'Answer in one sentence.' }));
 */
export function keptProfiles(name = 'bulkhead-modes'): ProfileStore {
  const factory = (globalThis as { indexedDB?: IDBFactory }).indexedDB;
  const database = new Database(name, async () => factory, 'relaxed', false);
  return {
    async read(mode) {
      if (!factory) return null;
      const kept = await failing(() =>
        database.look<unknown>('readonly', undefined, (objects) => promisifyRequest(objects.get(KEY(mode)))),
      );
      return kept === undefined ? null : readProfile(mode, kept);
    },
    async write(mode, profile) {
      if (!PROFILE_MODES.includes(mode))
        throw new BulkheadError('BAD_ARGS', 'a profile is of the mode loop, spec or agenda');
      if (!factory) throw new BulkheadError('STORE_UNAVAILABLE', 'this browser keeps nothing: there is no IndexedDB');
      await failing(() =>
        database.write(async (objects) => {
          if (profile === null) objects.delete(KEY(mode));
          else objects.put(readProfile(mode, profile), KEY(mode));
          await promisifyRequest(objects.transaction);
        }),
      );
    },
  };
}

async function failing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof BulkheadError) throw cause;
    throw new BulkheadError(
      'STORE_FAILED',
      `the profile could not be kept: ${(cause as Error).message}`,
      {},
      { cause },
    );
  }
}
