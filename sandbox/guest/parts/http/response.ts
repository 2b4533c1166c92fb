import type { Kit } from '../../platform.js';
import { Body, sourceOf } from './body.js';
import type { Received } from './fetch.js';
import { type Guard, guardHeaders, Headers } from './headers.js';
import { bodyOf, Message, setBody } from './message.js';

interface Init {
  readonly status?: unknown;
  readonly statusText?: unknown;
  readonly headers?: unknown;
}
/** What only `fetch` and the static methods say of a response. */
interface About {
  readonly type?: string;
  readonly url?: string;
  readonly redirected?: boolean;
  readonly status?: number;
  readonly guard?: Guard;
}

const WITHOUT_BODY = [101, 103, 204, 205, 304];
const REDIRECTS = [301, 302, 303, 307, 308];

/** Makes `Response`. `respond` makes one of what a server has answered. */
export function makeResponse(kit: Kit): {
  readonly Response: unknown;
  readonly respond: (received: Received) => object;
} {
  let describe: (response: object, about: About) => void;

  class Response extends Message {
    readonly #headers: Headers;
    readonly #statusText: string;
    #status: number;
    #type = 'default';
    #url = '';
    #redirected = false;
    #guard: Guard = 'none';

    constructor(body: unknown = null, init: Init = {}) {
      super();
      const status = init?.status === undefined ? 200 : Math.trunc(Number(init.status)) || 0;
      if (status < 200 || status > 599)
        throw new RangeError(`a status is a number from 200 to 599; got ${init.status}`);
      const text = init?.statusText === undefined ? '' : `${init.statusText}`;
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no status text may have
      if (/[\0-\x08\x0a-\x1f\x7f]|[^\0-\xff]/.test(text)) throw new TypeError('no status text');
      this.#status = status;
      this.#statusText = text;
      this.#headers = new Headers(init?.headers);
      const source = sourceOf(kit, body);
      if (source && WITHOUT_BODY.includes(status)) throw new TypeError(`a response with status ${status} has no body`);
      if (source?.type && !this.#headers.has('content-type')) this.#headers.set('content-type', source.type);
      setBody(this, new Body(kit, source, () => this.#headers.get('content-type') ?? ''));
    }
    static {
      describe = (response, about) => {
        const one = response as Response;
        one.#type = about.type ?? one.#type;
        one.#url = about.url ?? one.#url;
        one.#redirected = about.redirected ?? one.#redirected;
        one.#status = about.status ?? one.#status;
        one.#guard = about.guard ?? 'immutable';
        guardHeaders(one.#headers, one.#guard);
      };
    }
    static error(): Response {
      const made = new Response();
      describe(made, { type: 'error', status: 0 });
      return made;
    }
    static json(data: unknown, init: Init = {}): Response {
      const text = JSON.stringify(data);
      if (text === undefined) throw new TypeError('the value is not JSON');
      const headers = new Headers(init?.headers);
      if (!headers.has('content-type')) headers.set('content-type', 'application/json');
      return new Response(text, { ...init, headers });
    }
    static redirect(url: unknown, status: unknown = 302): Response {
      const { URL } = kit.use('url');
      const { href } = new URL(`${url}`);
      if (!REDIRECTS.includes(Number(status)))
        throw new RangeError(`a redirect has the status 301, 302, 303, 307 or 308; got ${status}`);
      const made = new Response(null, { status, headers: { location: href } });
      describe(made, {});
      return made;
    }
    get headers(): Headers {
      return this.#headers;
    }
    get ok(): boolean {
      return this.#status >= 200 && this.#status <= 299;
    }
    get redirected(): boolean {
      return this.#redirected;
    }
    get status(): number {
      return this.#status;
    }
    get statusText(): string {
      return this.#statusText;
    }
    get type(): string {
      return this.#type;
    }
    get url(): string {
      return this.#url;
    }
    clone(): Response {
      const made = new Response(null, { statusText: this.#statusText, headers: this.#headers });
      describe(made, {
        type: this.#type,
        url: this.#url,
        redirected: this.#redirected,
        status: this.#status,
        guard: this.#guard,
      });
      setBody(
        made,
        bodyOf(this).copy(() => made.#headers.get('content-type') ?? ''),
      );
      return made;
    }
    get [Symbol.toStringTag](): string {
      return 'Response';
    }
  }
  const respond = ({ status, url, redirected, headers, bytes }: Received): object => {
    const made = new Response(WITHOUT_BODY.includes(status) ? null : bytes, { headers });
    describe(made, { type: 'basic', url, redirected, status });
    return made;
  };
  return { Response, respond };
}
