import type { BrokerContract, BrokerEvent } from '../protocol/broker.js';
import type { Input } from '../protocol/contract.js';
import { BulkheadError } from '../protocol/errors.js';
import { hostOf, responseTooLarge, type Send } from './send.js';

type Sent = Input<BrokerContract, 'sent'>;

/** Requests that the page sends in the broker's place: for hosts that have a `fetch` of their own. */
export function openOutbox(emit: (event: BrokerEvent) => void, maxBytes: number) {
  const waiting = new Map<number, (answer: Sent) => void>();
  let sends = 0;

  /** Asks the page. @throws `NET_FAILED` without the page's own words, which may repeat a secret; `CAPABILITY_LIMIT` for too large an answer. */
  const ask: Send = async (request, signal) => {
    signal.throwIfAborted();
    sends += 1;
    const send = sends;
    const answer = await new Promise<Sent>((resolve, reject) => {
      const stop = () => {
        waiting.delete(send);
        emit({ unsend: send });
        reject(signal.reason);
      };
      signal.addEventListener('abort', stop, { once: true });
      waiting.set(send, (sent) => {
        signal.removeEventListener('abort', stop);
        resolve(sent);
      });
      emit({ send, request });
    });
    const { status, headers, body } = answer;
    const host = hostOf(request);
    if (status === 0 || !Number.isInteger(status)) {
      throw new BulkheadError('NET_FAILED', `${host}: the page could not send it`);
    }
    const bytes = body ?? new Uint8Array();
    if (bytes.byteLength > maxBytes) throw responseTooLarge(host, maxBytes);
    const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    return { status, url: request.url, headers: Object.fromEntries(entries), body: bytes };
  };
  return {
    send: ask,
    /** The page's answer; one that nobody waits for any more is no error. */
    sent(answer: Sent): void {
      const take = waiting.get(answer.send);
      waiting.delete(answer.send);
      take?.(answer);
    },
  };
}
