import { BulkheadError } from '../../worker/protocol/errors.js';
import type { ModelAnswerHead, ModelAnswerPart } from '../../worker/protocol/models.js';
import type { Broker } from '../workers/index.js';

/** An answer takes as long as it takes: whoever waits for it has a signal. */
const NO_END_MS = 2_147_483_647;
/** Statuses of answers that have no body, for which a `Response` takes none. */
const BODILESS = [204, 205, 304];

/** Sends a GET or a POST of text by the broker. Pieces come as they are read. @throws `BAD_ARGS`, what the broker throws, the signal's reason. */
export async function brokerFetch(broker: Broker, url: string | URL, init: RequestInit = {}): Promise<Response> {
  const { body = null, signal } = init;
  signal?.throwIfAborted();
  const method = (init.method ?? 'GET').toUpperCase();
  if (method !== 'GET' && method !== 'POST') throw bad('a GET or a POST');
  if (body !== null && typeof body !== 'string') throw bad('its body is a text');
  const headers = Object.fromEntries(new Headers(init.headers));
  const { port1, port2 } = new MessageChannel();
  const stop = new AbortController();
  const aborted = () => stop.abort(signal?.reason);
  signal?.addEventListener('abort', aborted, { once: true });
  const over = () => {
    signal?.removeEventListener('abort', aborted);
    port1.close();
  };
  return new Promise((resolve, reject) => {
    let pieces: ReadableStreamDefaultController<Uint8Array> | undefined;
    let done = false;
    const end = (settle: () => void) => {
      if (done) return;
      done = true;
      over();
      settle();
    };
    const fail = (error: unknown) =>
      end(() => {
        if (pieces) pieces.error(error);
        else reject(error);
      });
    stop.signal.addEventListener('abort', () => fail(stop.signal.reason), { once: true });
    port1.onmessage = ({ data }: MessageEvent<ModelAnswerPart>) => {
      if ('head' in data) resolve(toResponse(data.head, bodyStream()));
      else if ('bytes' in data) pieces?.enqueue(data.bytes);
      else end(() => pieces?.close());
    };
    const bodyStream = () =>
      new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            pieces = controller;
          },
          pull: () => port1.postMessage('more'),
          cancel: (reason) =>
            end(() => {
              stop.abort(reason);
            }),
        },
        // Nothing is asked for ahead of its reader.
        { highWaterMark: 0 },
      );
    broker
      .call(
        'askModel',
        { url: String(url), method, headers, body, port: port2 },
        { transfer: [port2], signal: stop.signal, ms: NO_END_MS },
      )
      // Its last pieces may still be on their way: the port says when it is over.
      .catch(fail);
  });
}

const bad = (what: string) => new BulkheadError('BAD_ARGS', `a request to the model: ${what}`);

const toResponse = ({ status, headers }: ModelAnswerHead, body: ReadableStream<Uint8Array>): Response =>
  new Response(BODILESS.includes(status) ? null : body, { status, headers: { ...headers } });
