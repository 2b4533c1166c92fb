import { BulkheadError } from '../../worker/protocol/errors.js';
import { type BrokerStartOptions, openBroker } from '../workers/index.js';
import type { PluginSystemOptions } from './plugin-system.js';

/** A broker worker that has not erased after this many milliseconds is given up. */
const ERASE_MS = 4_700;

/** The options of the broker. */
export type BrokerOptions = Pick<
  PluginSystemOptions,
  'brokerAsset' | 'store' | 'storage' | 'limits' | 'services' | 'policy'
>;

/** The start message of a broker worker. */
export const toBroker = ({ store, limits, services, policy }: BrokerOptions): BrokerStartOptions => ({
  store,
  limits,
  hostFetch: services.fetch !== undefined,
  page: policy.page,
});

/**
 * Deletes everything that is stored, in a broker worker of its own. The page must not have another one any more.
 * @throws `STORE_UNAVAILABLE`, `STORE_FAILED`.
 */
export async function eraseStore(options: BrokerOptions): Promise<void> {
  if (options.store === null) return;
  const broker = openBroker(
    options.brokerAsset,
    toBroker(options),
    () => {},
    () => {},
    options.storage,
  );
  try {
    await broker.call('erase', {}, { ms: ERASE_MS });
  } finally {
    broker.close(new BulkheadError('STOPPED', 'it was started to erase, and has'));
  }
}
