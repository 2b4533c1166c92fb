import type { OutboundRequest } from '../../worker/protocol/broker.js';
import type { Services } from '../contracts/index.js';
import type { Broker } from '../workers/index.js';

/** Sends a request with the page's own `fetch`, and gives the broker the answer. */
export async function fetchFor(
  { send, request }: { readonly send: number; readonly request: OutboundRequest },
  { broker, services }: { readonly broker: Broker; readonly services: Services },
  open: Map<number, AbortController>,
): Promise<void> {
  const stop = new AbortController();
  open.set(send, stop);
  let answer: Parameters<typeof broker.call<'sent'>>[1];
  try {
    if (!services.fetch) throw new Error('this page sends nothing itself');
    const { status, headers, body } = await services.fetch(request, { signal: stop.signal });
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    answer = { send, status: Number(status), headers: { ...headers }, body: bytes };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    answer = { send, status: 0, headers: {}, body: null, error: message.slice(0, 500) };
  } finally {
    open.delete(send);
  }
  await broker.call('sent', answer).catch(() => {});
}
