import { BulkheadError, toErrorData } from '../../worker/protocol/errors.js';
import { awakeTimeout } from '../primitives/index.js';
import { PeerLink } from './peer.js';
import type { ConnectOptions, PeerParts } from './peer-methods.js';

/** An extension without a hello after this many milliseconds is given up. */
const HELLO_MS = 15_000;

/**
 * Waits for an extension's hello on `port`, then serves the connection: calls, registrations and a heartbeat.
 * @throws `WORKER_LOST` if nothing answers, `PROTOCOL_VIOLATION` if the answer is no hello, or the signal's reason.
 */
export function openPeer(port: MessagePort, options: ConnectOptions, parts: PeerParts): Promise<PeerLink> {
  const { signal } = options;
  return new Promise((resolve, reject) => {
    const settle = (work: () => void) => {
      cancel();
      signal?.removeEventListener('abort', abort);
      port.onmessage = null;
      work();
    };
    const fail = (error: unknown) =>
      settle(() => {
        port.postMessage({ bulkhead: 'close', error: toErrorData(error) });
        port.close();
        reject(error);
      });
    const abort = () => fail(signal?.reason);
    const cancel = awakeTimeout(HELLO_MS, () => fail(new BulkheadError('WORKER_LOST', 'nobody answers on the port')));
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort, { once: true });
    port.onmessage = ({ data }) => {
      const { bulkhead, version, port: calls } = Object(data);
      if (bulkhead === 'hello' && version === 1 && calls instanceof MessagePort) {
        settle(() => resolve(new PeerLink(port, calls, options, parts)));
      } else fail(new BulkheadError('PROTOCOL_VIOLATION', 'the first message on a port is connectToHost’s'));
    };
  });
}
