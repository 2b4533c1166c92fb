import type { Contract, Input, Output } from '../../worker/protocol/contract.js';
import { BulkheadError, type ErrorCode } from '../../worker/protocol/errors.js';
import type { HostStorage } from '../../worker/protocol/storage.js';
import { type Connection, connect } from '../../worker/rpc/connect.js';
import { type Asset, assetChecks } from '../assets/index.js';
import { awakeTimeout, onDemand, untilAborted } from '../primitives/index.js';

const serving = onDemand(() => import('../../worker/rpc/serve-storage.js'));

/** A worker that has not answered after this many milliseconds counts as lost. */
const ANSWER_MS = 10_000;

export interface ServiceOptions {
  /** The worker's file. */
  readonly asset: Asset;
  /** Name of the service in messages, e.g. `the store`. */
  readonly what: string;
  /** Error code of failures of the worker itself. */
  readonly code: ErrorCode;
  /** Start message, sent once with the worker's port. */
  readonly start: object;
  /** The page's own storage, which the worker reaches by a port. */
  readonly storage?: HostStorage | undefined;
  readonly onEvent?: (event: unknown) => void;
  /** Called when the worker is gone, with everything it served. Not called at `close`. */
  readonly onLost?: (error: BulkheadError) => void;
}

/** Options of one call of a service. */
export interface ServiceCall {
  /** Milliseconds that the call may take before the worker counts as lost. */
  readonly ms?: number;
  /** Called if this call has not been answered in time, before the worker ends. */
  readonly late?: () => void;
  readonly transfer?: readonly Transferable[];
}

/** One of our own workers of the page's origin. */
export interface Service<C extends Contract> {
  /** `true` while there is no worker. The next call starts one without any state. */
  readonly fresh: boolean;
  call<M extends keyof C & string>(
    method: M,
    input: Input<C, M>,
    signal?: AbortSignal,
    options?: ServiceCall,
  ): Promise<Output<C, M>>;
  /** Rejects open calls and every later call with `error`. Default: `HOST_DISPOSED`. */
  close(error?: BulkheadError): void;
}

/** Starts the worker at the first call, and again after it was lost. */
export function openService<C extends Contract>({
  asset,
  what,
  code,
  start,
  storage,
  onEvent,
  onLost,
}: ServiceOptions): Service<C> {
  let worker: Worker | undefined;
  let connection: Connection<C> | undefined;
  let opening: Promise<Connection<C>> | undefined;
  let kept: MessagePort | undefined;
  let closed: BulkheadError | undefined;
  const lose = (why: string, error = new BulkheadError(code, why)) => {
    connection?.close(error);
    connection = undefined;
    opening = undefined;
    worker?.terminate();
    worker = undefined;
    kept?.close();
    if (!closed) onLost?.(error);
  };
  const open = async (): Promise<Connection<C>> => {
    const { checkAsset, surroundings, unreachable, workerUrl } = await assetChecks();
    const file = await checkAsset(asset, 'worker').catch((cause: BulkheadError) => {
      throw new BulkheadError(code, `${what} could not start: ${cause.message}`, cause.details, { cause });
    });
    if (closed) throw closed;
    const url = workerUrl(file);
    const { port1, port2 } = new MessageChannel();
    try {
      worker = surroundings.startWorker(url);
    } catch (cause) {
      throw new BulkheadError(code, `${what} could not start: ${(cause as Error).message}`, {}, { cause });
    }
    worker.onerror = (event) => {
      event.preventDefault();
      if (file.problem && !event.message) {
        const why = `${file.problem}, and worker-src does not allow blob: for the copy inside the package`;
        return lose(`${what} could not start: ${unreachable(why).message}`);
      }
      lose(`${what} failed: ${event.message || `is ${url} served, and allowed by worker-src?`}`);
    };
    if (storage) {
      const ports = new MessageChannel();
      kept = ports.port1;
      void serving().then(({ serveStorage }) => serveStorage(ports.port1, storage));
      worker.postMessage({ ...start, port: port2, storage: ports.port2 }, [port2, ports.port2]);
    } else worker.postMessage({ ...start, port: port2 }, [port2]);
    connection = connect<C>(port1, onEvent && { onEvent });
    return connection;
  };
  return {
    get fresh() {
      return opening === undefined;
    },
    async call(method, input, signal, { ms = ANSWER_MS, late, transfer } = {}) {
      if (closed) throw closed;
      opening ??= open();
      const mine = opening;
      mine.catch(() => {
        if (opening === mine) opening = undefined;
      });
      const here = await untilAborted(mine, signal);
      const cancel = awakeTimeout(ms, () => {
        late?.();
        lose(`${what} does not answer`);
      });
      try {
        return await here.call(method, input, signal, transfer);
      } finally {
        cancel();
      }
    },
    close(error = new BulkheadError('HOST_DISPOSED', 'the host has been disposed')) {
      closed = error;
      lose(error.message, error);
    },
  };
}
