import type { BulkheadError } from '../../worker/protocol/errors.js';
import { onDemand } from '../primitives/index.js';
import type { Peer, PeerLink } from './peer.js';
import type { ConnectOptions, PeerParts } from './peer-methods.js';

const parts = onDemand(() => import('./peer-hello.js'));

/** The extensions that are connected by a port. */
export class Peers {
  readonly #parts: Omit<PeerParts, 'onClosed'>;
  readonly #links = new Set<PeerLink>();
  readonly #ports = new WeakSet<MessagePort>();
  readonly #stop = new AbortController();

  constructor(shared: Omit<PeerParts, 'onClosed'>) {
    this.#parts = shared;
  }

  get size(): number {
    return this.#links.size;
  }

  get openCalls(): number {
    let sum = 0;
    for (const link of this.#links) sum += link.openCalls;
    return sum;
  }

  /** Connects an extension. @throws `BAD_ARGS`, what `openPeer` throws; `HOST_DISPOSED` if the host is disposed meanwhile. */
  async connect(port: MessagePort, options: ConnectOptions): Promise<Peer> {
    const { checkConnection, openPeer } = await parts();
    checkConnection(port, options, this.#ports);
    const signal = options.signal ? AbortSignal.any([options.signal, this.#stop.signal]) : this.#stop.signal;
    const link = await openPeer(
      port,
      { ...options, signal },
      {
        ...this.#parts,
        onClosed: (closed) => {
          this.#links.delete(closed);
          this.#parts.changed();
        },
      },
    );
    if (this.#stop.signal.aborted) {
      link.end(this.#stop.signal.reason as BulkheadError);
      throw this.#stop.signal.reason;
    }
    this.#links.add(link);
    this.#parts.changed();
    return link;
  }

  /** Rejects every open call. The extensions stay connected. */
  stop(error: BulkheadError): void {
    for (const link of this.#links) link.stop(error);
  }

  /** Ends every connection, also those that are being made. */
  close(error: BulkheadError): void {
    this.#stop.abort(error);
    for (const link of [...this.#links]) link.end(error);
  }
}
