import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Keeper } from '../workers/index.js';
import { keeperFetch } from './broker-fetch.js';
import type { HostModels, ModelProfile } from './types.js';

/** The page's model, by the keeper: the page never has its key. */
export function openModels({ keeper }: { readonly keeper: () => Promise<Keeper> }): HostModels {
  // The server that this page has shown last: a key that is entered is entered for it.
  let endpoint: string | undefined;
  return {
    async get() {
      const { profile } = await (await keeper()).call('model', {});
      endpoint = profile?.endpoint;
      return profile;
    },
    async set(given) {
      const profile = plain(given);
      await (await keeper()).call('setModelProfile', { profile });
      endpoint = profile?.endpoint;
    },
    async setKey(key) {
      if (key !== null && typeof key !== 'string') throw new BulkheadError('BAD_ARGS', 'a key is a text, or null');
      await (await keeper()).call('setModelKey', { key, ...(endpoint !== undefined && { endpoint }) });
    },
    hasKey: async () => (await (await keeper()).call('model', {})).hasKey,
    fetch: async (url, init) => keeperFetch(await keeper(), url, init),
  };
}

/** What a framework has made of a profile need not cross to a worker. */
function plain(profile: ModelProfile | null): ModelProfile | null {
  if (profile === null) return null;
  if (typeof profile !== 'object') throw new BulkheadError('BAD_ARGS', 'a profile is an object, or null');
  return { ...profile };
}
