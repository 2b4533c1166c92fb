import type { Kit } from '../../platform.js';
import { NATIVE } from '../../wire.js';
import { Headers } from './headers.js';

/** What `fetch` reads of a request, past everything that a plugin can override. */
export interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly signal: Signal;
  readonly redirect: unknown;
  /** The body, or `null`. @throws when it has more bytes than that. */
  readonly body: (most: number) => Promise<Uint8Array<ArrayBuffer> | null>;
}
interface Signal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', work: () => void, options?: { once: boolean }): void;
  removeEventListener(type: 'abort', work: () => void): void;
}
/** What the host answers. */
interface Answer {
  readonly status: number;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}
interface Needs {
  readonly Request: new (input: unknown, init?: unknown) => object;
  readonly sentOf: (request: object) => Sent;
  readonly respond: (answer: Received) => object;
}
/** A server's answer as `Response` takes it. */
export interface Received {
  readonly status: number;
  readonly url: string;
  readonly redirected: boolean;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Makes `fetch`: one request of the capability `net`, with the rights of the call that is open. */
export function makeFetch(kit: Kit, { Request, sentOf, respond }: Needs): unknown {
  const { TextDecoder } = kit.use('text');
  /** A body as text where it is text, so that it may name secrets. */
  const bodyOf = (bytes: Uint8Array<ArrayBuffer>): object => {
    try {
      return { body: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
    } catch {
      const body = kit.ask(NATIVE.toBase64, '', bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return { body, bodyEncoding: 'base64' };
    }
  };

  const send = async ({ url, method, headers, redirect, body }: Sent): Promise<object> => {
    if (redirect !== 'follow')
      throw new TypeError('a request of a guest follows redirects; redirect has to be "follow"');
    const bytes = await body(kit.limits.requestChars);
    const options = {
      url,
      method,
      headers: Object.fromEntries(headers),
      ...(bytes && bodyOf(bytes)),
      encoding: 'base64',
    };
    let answer: Answer;
    try {
      answer = (await kit.request('net.fetch', options)) as Answer;
    } catch (error) {
      const { code, message } = error as { code?: unknown; message?: unknown };
      if (code !== 'NET_FAILED') throw error;
      // What the standard says of a network error.
      throw Object.assign(new TypeError(`${message}`, { cause: error }), { code });
    }
    const address = url.replace(/#.*$/s, '');
    return respond({
      status: answer.status,
      url: answer.url,
      redirected: answer.url !== address,
      headers: new Headers(answer.headers),
      bytes: new Uint8Array(kit.ask(NATIVE.fromBase64, answer.body) as ArrayBuffer),
    });
  };

  return function fetch(input: unknown, ...given: unknown[]): Promise<object> {
    return new Promise((resolve, reject) => {
      const sent = sentOf(new Request(input, given[0]));
      const { signal } = sent;
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      const end = () => signal.removeEventListener('abort', stop);
      send(sent).then(resolve, reject).then(end);
    });
  };
}
