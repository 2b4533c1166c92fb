import { BulkheadError } from '../protocol/errors.js';
import type { OutboundRequest } from '../protocol/keeper.js';
import { readBytes } from './read-bytes.js';

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

/** A server that could not be reached, as far as a page can tell. */
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

/**
 * Sends from this worker, with nothing of the user's: no cookies, no referrer, no cache.
 * @throws `NET_REDIRECT`, `NET_FAILED`, `CAPABILITY_LIMIT`.
 */
export const sendHere =
  (maxBytes: number): Send =>
  async (request, signal) => {
    const host = hostOf(request);
    const { url, method, headers, body } = request;
    try {
      const response = await fetch(url, {
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
      if (response.type === 'opaqueredirect') {
        const what = "redirects, and a plugin's request follows no redirect: grant the final host and ask it directly";
        throw new BulkheadError('NET_REDIRECT', `${host} ${what}`);
      }
      return {
        status: response.status,
        url: response.url,
        headers: Object.fromEntries(response.headers),
        body: await readBytes(response.body, maxBytes, () => responseTooLarge(host, maxBytes)),
      };
    } catch (cause) {
      if (cause instanceof BulkheadError) throw cause;
      signal.throwIfAborted();
      throw unreachable(host, cause);
    }
  };
