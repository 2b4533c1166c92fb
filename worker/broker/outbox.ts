import type { BrokerContract, BrokerEvent } from '../protocol/broker.js';
import type { Input } from '../protocol/contract.js';
import { BulkheadError } from '../protocol/errors.js';
import { hostOf, type RawResponse, responseTooLarge, type Send } from './send.js';

type Sent = Input<BrokerContract, 'sent'>;

/** Requests that the page sends in the broker's place: for hosts that have a `fetch` of their own. */
export class Outbox {
  readonly #emit: (event: BrokerEvent) => void;
  readonly #maxBytes: number;
  readonly #waiting = new Map<number, (answer: Sent) => void>();
  #sends = 0;

  constructor(emit: (event: BrokerEvent) => void, maxBytes: number) {
    this.#emit = emit;
    this.#maxBytes = maxBytes;
  }

  /** Asks the page. @throws `NET_FAILED` without the page's own words, which may repeat a secret; `CAPABILITY_LIMIT` for too large an answer. */
  readonly send: Send = async (request, signal) => {
    signal.throwIfAborted();
    this.#sends += 1;
    const send = this.#sends;
    const answer = await new Promise<Sent>((resolve, reject) => {
      const stop = () => {
        this.#waiting.delete(send);
        this.#emit({ unsend: send });
        reject(signal.reason);
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#waiting.set(send, (sent) => {
        signal.removeEventListener('abort', stop);
        resolve(sent);
      });
      this.#emit({ send, request });
    });
    return this.#read(answer, request.url, hostOf(request));
  };

  /** The page's answer; one that nobody waits for any more is no error. */
  sent(answer: Sent): void {
    const take = this.#waiting.get(answer.send);
    this.#waiting.delete(answer.send);
    take?.(answer);
  }

  #read({ status, headers, body }: Sent, url: string, host: string): RawResponse {
    if (status === 0 || !Number.isInteger(status)) {
      throw new BulkheadError('NET_FAILED', `${host}: the page could not send it`);
    }
    const bytes = body ?? new Uint8Array();
    if (bytes.byteLength > this.#maxBytes) throw responseTooLarge(host, this.#maxBytes);
    const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    return { status, url, headers: Object.fromEntries(entries), body: bytes };
  }
}
