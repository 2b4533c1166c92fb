import type { Kit } from '../../platform.js';
import { Body, sourceOf } from './body.js';
import type { Sent } from './fetch.js';
import { guardHeaders, Headers } from './headers.js';
import { bodyOf, Message, setBody } from './message.js';

interface Init {
  readonly method?: unknown;
  readonly headers?: unknown;
  readonly body?: unknown;
  readonly signal?: unknown;
  readonly [name: string]: unknown;
}

/** Members that a guest's requests carry and that nothing here reads, with what they are where nobody says. */
const CARRIED = {
  ...{ referrer: 'about:client', referrerPolicy: '', mode: 'cors', credentials: 'same-origin', cache: 'default' },
  ...{ redirect: 'follow', integrity: '', keepalive: false, duplex: 'half' },
} as const;
/** What those members may say. */
const CHOICES: { readonly [name: string]: readonly string[] } = {
  referrerPolicy: [
    ...['', 'no-referrer', 'no-referrer-when-downgrade', 'same-origin', 'origin', 'strict-origin'],
    ...['origin-when-cross-origin', 'strict-origin-when-cross-origin', 'unsafe-url'],
  ],
  mode: ['same-origin', 'no-cors', 'cors'],
  credentials: ['omit', 'same-origin', 'include'],
  cache: ['default', 'no-store', 'reload', 'no-cache', 'force-cache', 'only-if-cached'],
  redirect: ['follow', 'error', 'manual'],
  duplex: ['half'],
};
const FORBIDDEN = ['CONNECT', 'TRACE', 'TRACK'];
const KNOWN = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'];
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

function methodOf(given: unknown): string {
  const method = `${given}`;
  const upper = method.toUpperCase();
  if (!TOKEN.test(method) || FORBIDDEN.includes(upper)) throw new TypeError(`${JSON.stringify(method)} is no method`);
  return KNOWN.includes(upper) ? upper : method;
}

/** @throws a TypeError for options that no request can have. */
function checkInit(kit: Kit, init: Init): void {
  for (const [name, choices] of Object.entries(CHOICES)) {
    const given = init[name];
    if (given !== undefined && !choices.includes(`${given}`)) {
      throw new TypeError(`${name} is one of ${choices.filter((choice) => choice !== '').join(', ')}; got ${given}`);
    }
  }
  if (init.window !== undefined && init.window !== null) throw new TypeError('the window of a request is null');
  if (init.cache === 'only-if-cached' && init.mode !== 'same-origin')
    throw new TypeError('only-if-cached needs the mode same-origin');
  if (init.mode === 'no-cors' && !/^(?:get|head|post)?$/i.test(`${init.method ?? ''}`))
    throw new TypeError('the mode no-cors is for GET, HEAD and POST');
  const { referrer } = init;
  const isAddress = referrer === undefined || `${referrer}` === '' || `${referrer}` === 'about:client';
  if (!isAddress && !kit.use('url').URL.canParse(`${referrer}`)) throw new TypeError('the referrer is no address');
}

/** Makes `Request`. `sentOf` is what `fetch` reads of one. */
export function makeRequest(kit: Kit): {
  readonly Request: new (input: unknown, init?: unknown) => object;
  readonly sentOf: (request: object) => Sent;
} {
  const { AbortController, AbortSignal } = kit.use('events');
  let sentOf: (request: Request) => Sent;

  class Request extends Message {
    readonly #url: string;
    readonly #method: string;
    readonly #headers: Headers;
    readonly #signal: object;
    readonly #carried: { [name: string]: unknown };

    constructor(input: unknown, init: Init = {}) {
      super();
      if (arguments.length === 0) throw new TypeError('a request needs an address');
      if (init) checkInit(kit, init);
      const from = input instanceof Request ? input : undefined;
      const url = new (kit.use('url').URL)(from ? from.#url : `${input}`);
      if (url.username !== '' || url.password !== '')
        throw new TypeError('the address of a request has no user and no password');
      this.#url = url.href;
      this.#method = init?.method === undefined ? (from ? from.#method : 'GET') : methodOf(init.method);
      this.#headers = new Headers(init?.headers ?? (from ? from.#headers : undefined));
      const signal = init?.signal === undefined ? (from ? from.#signal : undefined) : init.signal;
      if (signal !== undefined && signal !== null && !(signal instanceof AbortSignal)) {
        throw new TypeError('signal is not an AbortSignal');
      }
      this.#signal = signal ? AbortSignal.any([signal]) : new AbortController().signal;
      this.#carried = Object.fromEntries(
        Object.entries(CARRIED).map(([name, usual]) => [
          name,
          init?.[name] ?? (from ? from.#carried[name] : undefined) ?? usual,
        ]),
      );
      const own = init?.body === undefined || init.body === null ? undefined : sourceOf(kit, init.body);
      const inherits = own === undefined && from !== undefined && !bodyOf(from).isNull;
      if ((own || inherits) && ['GET', 'HEAD'].includes(this.#method)) {
        throw new TypeError(`a request with the method ${this.#method} has no body`);
      }
      if (own?.type && !this.#headers.has('content-type')) this.#headers.set('content-type', own.type);
      guardHeaders(this.#headers, 'request');
      const type = () => this.#headers.get('content-type') ?? '';
      setBody(this, inherits ? bodyOf(from).take(type) : new Body(kit, own ?? null, type));
    }
    get method(): string {
      return this.#method;
    }
    get url(): string {
      return this.#url;
    }
    get headers(): Headers {
      return this.#headers;
    }
    get signal(): object {
      return this.#signal;
    }
    get destination(): string {
      return '';
    }
    clone(): Request {
      const body = bodyOf(this).copy(() => made.#headers.get('content-type') ?? '');
      const made = new Request(this.#url, {
        ...this.#carried,
        method: this.#method,
        headers: this.#headers,
        signal: this.#signal,
      });
      setBody(made, body);
      return made;
    }
    static {
      sentOf = (request) => ({
        url: request.#url,
        method: request.#method,
        headers: request.#headers,
        signal: request.#signal as Sent['signal'],
        redirect: request.#carried.redirect,
        body: async (most) => (bodyOf(request).isNull ? null : bodyOf(request).bytes(most)),
      });
      for (const name of Object.keys(CARRIED)) {
        Object.defineProperty(Request.prototype, name, {
          configurable: true,
          get(this: Request) {
            return this.#carried[name];
          },
        });
      }
    }
    get [Symbol.toStringTag](): string {
      return 'Request';
    }
  }
  return { Request: Request as never, sentOf: (request) => sentOf(request as Request) };
}
