import { type CapabilityRequest, METHOD_CHARS } from '../protocol/capability.js';
import { BulkheadError } from '../protocol/errors.js';
import { parseJson, utf8Bytes } from '../protocol/json.js';
import { LIMITS } from '../protocol/limits.js';
import type { PortUse } from '../protocol/rights.js';

/** The outcome of one request: `ok`, or an error's code. */
export interface AnsweredRequest {
  readonly method: string;
  readonly outcome: string;
  readonly bytesOut: number;
  readonly bytesIn: number;
  readonly ms: number;
}

/** How the requests of a capability port are answered. */
export interface RequestOptions {
  /** Answers one request with JSON. Its errors reach the guest as code and message. */
  readonly answer: (method: string, args: unknown, signal: AbortSignal) => unknown;
  readonly requestsPerCall?: number;
  readonly bytesOutPerCall?: number;
  /** A request was answered: what came of it, and UTF-8 bytes of its arguments and of its answer. */
  readonly onAnswered?: (answered: AnsweredRequest) => void;
  /** Called when a message breaks the protocol; the port is closed. */
  readonly onForged?: () => void;
}

/** The serving end of a capability port: the port is the grant. */
export interface RequestPort {
  readonly use: PortUse;
  /** Ignores further messages, aborts open requests, and resolves when all of them have settled. Further calls do nothing. */
  close(): Promise<void>;
}

/**
 * Serves requests of a tool worker, which may have been taken over: each is counted. One that is no request, or is above
 * a limit at which an honest worker stops by itself, closes the port.
 */
export function serveRequests(port: MessagePort, options: RequestOptions): RequestPort {
  const {
    answer,
    onAnswered,
    onForged,
    requestsPerCall = LIMITS.requestsPerCall,
    bytesOutPerCall = LIMITS.bytesOutPerCall,
  } = options;
  const closed = new AbortController();
  const open = new Set<Promise<void>>();
  let requests = 0;
  let bytesOut = 0;

  const close = async (): Promise<void> => {
    port.onmessage = null;
    port.onmessageerror = null;
    port.close();
    closed.abort(new BulkheadError('STOPPED', 'the call is over'));
    await Promise.all(open);
  };
  const forged = () => {
    void close();
    onForged?.();
  };
  const reply = async ({ request, method, args }: CapabilityRequest): Promise<void> => {
    const began = performance.now();
    let message: object;
    let outcome = 'ok';
    let bytesIn = 0;
    try {
      const text = JSON.stringify(await answer(method, parseJson(args), closed.signal)) ?? '';
      if (onAnswered) bytesIn = utf8Bytes(text);
      message = { request, text };
    } catch (thrown) {
      const { message: said, code } = Object(thrown) as { message?: unknown; code?: unknown };
      const text = typeof said === 'string' ? said : String(thrown);
      outcome = typeof code === 'string' ? code : 'CAPABILITY_DENIED';
      message = { request, error: { code: outcome, message: text } };
    }
    onAnswered?.({ method, outcome, bytesIn, bytesOut: utf8Bytes(args), ms: Math.round(performance.now() - began) });
    if (!closed.signal.aborted) port.postMessage(message);
  };

  port.onmessage = ({ data }: MessageEvent<CapabilityRequest | null>) => {
    const isRequest =
      typeof data?.request === 'number' && typeof data.method === 'string' && typeof data.args === 'string';
    // A long name is refused before it is stored or logged.
    if (!isRequest || data.method.length > METHOD_CHARS) {
      forged();
      return;
    }
    requests += 1;
    // A character takes at least one byte, so a text that is much too long is not counted.
    const tooLong = data.args.length > bytesOutPerCall - bytesOut;
    if (!tooLong) bytesOut += utf8Bytes(data.args);
    if (tooLong || bytesOut > bytesOutPerCall || requests > requestsPerCall || open.size >= LIMITS.requestsInFlight) {
      forged();
      return;
    }
    const work = reply(data);
    open.add(work);
    void work.finally(() => open.delete(work));
  };
  port.onmessageerror = forged;

  return {
    get use() {
      return { requests, bytesOut };
    },
    close,
  };
}
