import * as Comlink from 'comlink';
import type * as z from 'zod/mini';
import type { Contract, Output, Reply } from '../protocol/contract.js';
import { BulkheadError, toErrorData } from '../protocol/errors.js';
import { isControl } from './wire.js';

/** What the worker's side implements: each method takes its parsed input and the call's signal. */
export type Service<C extends Contract> = {
  readonly [M in keyof C]: (
    input: z.output<C[M]['input']>,
    signal: AbortSignal,
  ) => Output<C, M> | Promise<Output<C, M>>;
};

/** The serving end of a port. */
export interface Server {
  /**
   * Sends an unasked event, if the other side's credit allows.
   * @returns `false` when it does not: keep the event and try again after the next acknowledgement.
   */
  emit(event: unknown): boolean;
}

/**
 * Serves `service` on `port`: parses each input by the contract, gives each call its signal, and answers failures as
 * values. Call once per port.
 */
export function serve<C extends Contract>(
  contract: C,
  service: Service<C>,
  port: MessagePort,
  options: { readonly credits?: number } = {},
): Server {
  const signals = new Map<number, AbortController>();
  // Half of what the other side bears, so that answers to its pings never tip the scale.
  const credit = options.credits === undefined ? Number.POSITIVE_INFINITY : Math.floor(options.credits / 2);
  let sent = 0;
  let acknowledged = 0;

  const handlers: Record<string, (input: unknown, signal: unknown) => Promise<Reply>> = {};
  for (const method of Object.keys(contract) as (keyof C & string)[]) {
    handlers[method] = async (input, id) => {
      const controller = new AbortController();
      if (typeof id === 'number' && id > 0) signals.set(id, controller);
      try {
        const parsed = contract[method]?.input.safeParse(input);
        if (!parsed?.success) throw new BulkheadError('BAD_ARGS', `${method}: ${parsed?.error.issues[0]?.message}`);
        return { ok: true, value: await service[method](parsed.data as never, controller.signal) };
      } catch (thrown) {
        return { ok: false, error: toErrorData(thrown) };
      } finally {
        signals.delete(id as number);
      }
    };
  }

  let listener: (event: MessageEvent) => void = () => {};
  Comlink.expose(handlers, {
    postMessage: (message, transfer) => port.postMessage(message, transfer ?? []),
    addEventListener: (_type, added) => {
      listener = added as typeof listener;
    },
    removeEventListener: () => {},
  });
  port.onmessage = (event) => {
    const data: unknown = event.data;
    if (!isControl(data)) listener(event);
    else if (data.bulkhead === 'abort') signals.get(data.signal)?.abort(new Error(data.reason));
    else if (data.bulkhead === 'acknowledge') acknowledged = data.received;
    else if (data.bulkhead === 'ping') {
      sent += 1;
      port.postMessage({ bulkhead: 'pong', beat: data.beat });
    }
  };

  return {
    emit(event) {
      if (sent - acknowledged >= credit) return false;
      sent += 1;
      port.postMessage({ bulkhead: 'event', event });
      return true;
    },
  };
}
