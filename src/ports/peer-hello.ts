import { BulkheadError, toErrorData } from '../../worker/protocol/errors.js';
import { checkOptions, type KnownOptions } from '../../worker/protocol/known-options.js';
import { show } from '../../worker/protocol/show.js';
import { awakeTimeout, checkSignal } from '../primitives/index.js';
import { PeerLink } from './peer.js';
import type { ConnectOptions, PeerParts } from './peer-methods.js';

/** An extension without a hello after this many milliseconds is given up. */
const HELLO_MS = 15_000;

const CONNECT_OPTIONS = {
  owner: true,
  bridge: true,
  mayExecute: true,
  signal: true,
} as const satisfies KnownOptions<ConnectOptions>;

/** Checks what `connect` was given, and adds the port to those that are in use. @throws `BAD_ARGS`. */
export function checkConnection(port: MessagePort, options: ConnectOptions, inUse: WeakSet<MessagePort>): void {
  const bad = (what: string) => new BulkheadError('BAD_ARGS', what);
  if (!(port instanceof MessagePort)) {
    throw bad(`connect takes a MessagePort, such as \`port1\` of a new MessageChannel; got ${show(port)}`);
  }
  checkOptions('connect', options, CONNECT_OPTIONS);
  if (typeof options?.owner !== 'string' || options.owner === '') {
    throw bad(`connect: pass { owner: 'a-name' }; got ${show(options?.owner)}`);
  }
  checkSignal(options.signal);
  if (inUse.has(port)) throw bad('this port is in use; every connection takes a new one');
  inUse.add(port);
}

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
