import type { OutboundRequest } from '../protocol/broker.js';
import { BulkheadError } from '../protocol/errors.js';
import { piecesOf, readBytes } from './bytes.js';

/** What a server answered. */
export interface RawResponse {
  readonly status: number;
  readonly url: string;
  /** Names in small letters. */
  readonly headers: { readonly [name: string]: string };
  readonly body: Uint8Array;
}

/** Sends one request and follows no redirect. */
export type Send = (request: OutboundRequest, signal: AbortSignal) => Promise<RawResponse>;

/** For people: the host, and nothing of the address that may hold a secret. */
export const hostOf = ({ url }: OutboundRequest): string => new URL(url).host;

/** The error for a server that could not be reached; a page does not learn why. */
export const unreachable = (host: string, cause?: unknown): BulkheadError =>
  new BulkheadError(
    'NET_FAILED',
    `${host}: not reachable, offline, or forbidden by its server (CORS): a page cannot tell which`,
    {},
    { cause },
  );

/** @throws `CAPABILITY_LIMIT` */
export const responseTooLarge = (host: string, maxBytes: number): BulkheadError =>
  new BulkheadError('CAPABILITY_LIMIT', `${host} answers more than ${maxBytes} bytes`, { maxBytes });

/** An answer that has begun. */
export interface BegunResponse {
  readonly status: number;
  readonly url: string;
  /** Names in small letters. */
  readonly headers: { readonly [name: string]: string };
  /** Its body as it comes, to be read once. Whoever stops reading ends the request. */
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** Sends one request and follows no redirect; resolves when its answer begins. */
export type Begin = (request: OutboundRequest, signal: AbortSignal) => Promise<BegunResponse>;

/** Where something else sends, and answers as a whole. */
export const beginBy =
  (send: Send): Begin =>
  async (request, signal) => {
    const { body, ...head } = await send(request, signal);
    return { ...head, pieces: piecesOf(new Blob([body as BlobPart]).stream()) };
  };

/** Begins a request with nothing of the user's: no cookies, no referrer, no cache. @throws `NET_REDIRECT`, `NET_FAILED`. */
export const beginHere: Begin = async (request, signal) => {
  const { status, url, headers, body } = await fetchHere(request, signal);
  return { status, url, headers: Object.fromEntries(headers), pieces: piecesOf(body) };
};

/** Sends in the same way, and reads the answer to its end. @throws `NET_REDIRECT`, `NET_FAILED`, `CAPABILITY_LIMIT`. */
export const sendHere =
  (maxBytes: number): Send =>
  async (request, signal) => {
    const host = hostOf(request);
    const { status, url, headers, body: stream } = await fetchHere(request, signal);
    try {
      const body = await readBytes(stream, maxBytes, () => responseTooLarge(host, maxBytes));
      return { status, url, headers: Object.fromEntries(headers), body };
    } catch (cause) {
      if (cause instanceof BulkheadError) throw cause;
      signal.throwIfAborted();
      throw unreachable(host, cause);
    }
  };

async function fetchHere(request: OutboundRequest, signal: AbortSignal): Promise<Response> {
  const { url, method, headers, body } = request;
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers,
      body,
      signal,
      mode: 'cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      redirect: 'manual',
    });
  } catch (cause) {
    signal.throwIfAborted();
    const { name, message } = Object(cause) as Partial<Error>;
    // In Node, where the reason may be known.
    if (name === 'NetworkError') throw new BulkheadError('NET_FAILED', `${hostOf(request)}: ${message}`, {}, { cause });
    throw unreachable(hostOf(request), cause);
  }
  if (response.type !== 'opaqueredirect') return response;
  const what = 'redirects, and this request follows no redirect: name the final host and ask it directly';
  throw new BulkheadError('NET_REDIRECT', `${hostOf(request)} ${what}`);
}
