import { assetsAt, createHost, type Host, type HostOptions } from '../../src/index.js';

/** The tests run in a page, and not in Node. */
export const inPage = true;

let stores = 0;

/** A host with a store of its own, disposed by `using`; it keeps no spare worker, which most tests would only start and end. */
export function plainHost(options: HostOptions = {}): Host & AsyncDisposable {
  stores += 1;
  const own = { assets: assetsAt('/bulkhead/'), store: `test-${Date.now()}-${stores}`, spareWorkers: 0 } as const;
  const host = createHost({ ...own, ...options });
  return { ...host, [Symbol.asyncDispose]: () => host.dispose() };
}
