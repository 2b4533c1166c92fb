import type { CapabilityRequest } from '../worker/protocol/capability.js';
import { parseJson } from '../worker/protocol/json.js';
import { LIMITS } from '../worker/protocol/limits.js';
import type { CapabilityGrant } from './capability.js';

type Handler = (method: string, args: unknown, signal: AbortSignal) => unknown;

/**
 * Makes a grant that answers with a function of the page: for hosts that offer something small of their own.
 * A result must be JSON; a thrown error reaches the guest as its message. A worker that asks more than
 * `LIMITS.requestsInFlight` at once has broken its own limit and is not answered again.
 */
export function grantFunction(handler: Handler): CapabilityGrant {
  const { port1, port2 } = new MessageChannel();
  const dropped = new AbortController();
  let open = 0;
  const drop = () => {
    port1.onmessage = null;
    port1.close();
    dropped.abort();
  };
  const answer = async (request: number, method: string, args: string): Promise<object> => {
    try {
      return { request, text: JSON.stringify(await handler(method, parseJson(args), dropped.signal)) ?? '' };
    } catch (thrown) {
      const { message, code } = Object(thrown) as { message?: unknown; code?: unknown };
      const reason = typeof message === 'string' ? message : String(thrown);
      return { request, error: { code: typeof code === 'string' ? code : 'CAPABILITY_DENIED', message: reason } };
    }
  };
  port1.onmessage = async ({ data }: MessageEvent<CapabilityRequest | null>) => {
    if (typeof data?.request !== 'number' || typeof data.method !== 'string' || typeof data.args !== 'string')
      return drop();
    open += 1;
    if (open > LIMITS.requestsInFlight) return drop();
    const reply = await answer(data.request, data.method, data.args);
    open -= 1;
    if (!dropped.signal.aborted) port1.postMessage(reply);
  };
  return { port: port2, drop };
}
