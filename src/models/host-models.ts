import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Broker } from '../workers/index.js';
import { brokerFetch } from './broker-fetch.js';
import type { HostModels, ModelProfile } from './types.js';

/** The page's model, by the broker: the page never has its key. */
export function openModels({ broker }: { readonly broker: () => Promise<Broker> }): HostModels {
  // The server that this page has shown last: a key that is entered is entered for it.
  let endpoint: string | undefined;
  return {
    async get() {
      const { profile } = await (await broker()).call('model', {});
      endpoint = profile?.endpoint;
      return profile;
    },
    async set(given) {
      const profile = plain(given);
      await (await broker()).call('setModelProfile', { profile });
      endpoint = profile?.endpoint;
    },
    async setKey(key) {
      if (key !== null && typeof key !== 'string') throw new BulkheadError('BAD_ARGS', 'a key is a text, or null');
      await (await broker()).call('setModelKey', { key, ...(endpoint !== undefined && { endpoint }) });
    },
    hasKey: async () => (await (await broker()).call('model', {})).hasKey,
    fetch: async (url, init) => brokerFetch(await broker(), url, init),
  };
}

/** What a framework has made of a profile need not cross to a worker. */
function plain(profile: ModelProfile | null): ModelProfile | null {
  if (profile === null) return null;
  if (typeof profile !== 'object') throw new BulkheadError('BAD_ARGS', 'a profile is an object, or null');
  return { ...profile };
}
