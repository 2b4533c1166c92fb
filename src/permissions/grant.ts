import { serveRequests } from '../../worker/rpc/requests.js';
import type { CapabilityGrant } from '../isolation/guests/index.js';

type Handler = (method: string, args: unknown, signal: AbortSignal) => unknown;

/**
 * Makes a grant that answers with a function of the page: for hosts that offer something small of their own.
 * A result must be JSON; a thrown error reaches the guest as its message, and its `code` where it has one. A worker that
 * asks more than `LIMITS.requestsInFlight` at once has broken its own limit and is not answered again.
 *
 * @example
 * import { grantFunction } from 'bulkhead/grant';
 * const clock = grantFunction((method) => (method === 'now' ? Date.now() : null));
 */
export function grantFunction(handler: Handler): CapabilityGrant {
  const { port1, port2 } = new MessageChannel();
  const served = serveRequests(port1, { answer: handler });
  // Unfinished work of a page's function is not awaited: it may never end.
  return { port: port2, drop: () => void served.close() };
}
