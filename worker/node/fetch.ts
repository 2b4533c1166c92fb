import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isPublic } from './addresses.js';

interface Address {
  readonly address: string;
  readonly family: number;
}

/** Finds the addresses of a name. */
export type Resolve = (name: string) => Promise<readonly Address[]>;

/** What our own workers ask of `fetch`. */
export interface FetchOptions {
  /** Default: `GET`. */
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string | Uint8Array | null;
  readonly signal?: AbortSignal;
  /** `manual`: a redirect is answered as it is. Default: followed, each hop as checked as the first. */
  readonly redirect?: 'manual' | 'follow';
}

const DECODERS: ReadonlyMap<string, () => NodeJS.ReadWriteStream> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
] as [string, () => NodeJS.ReadWriteStream][]);
/** Statuses of answers that have no body. */
const NO_BODY = new Set([101, 204, 205, 304]);
/** Headers that no page is shown, or that are wrong once the body is decoded. */
const HIDDEN = new Set(['set-cookie', 'set-cookie2', 'content-encoding', 'content-length', 'transfer-encoding']);

const refused = (why: string) => new DOMException(why, 'NetworkError');

/** Redirects that are followed of one request. */
const HOPS = 5;

/**
 * `fetch` for our own workers in Node. The name of a host is resolved once, every address of it is checked, and the connection goes to
 * a checked one: a name cannot mean another machine a moment later. It sends no cookie and caches nothing.
 * `privateHosts`: names that may have addresses of a private network.
 */
export function pinnedFetch(privateHosts: readonly string[], resolve: Resolve = resolveBySystem) {
  return async (address: string | URL, options: FetchOptions = {}): Promise<Response> => {
    let url = new URL(address);
    for (let hops = 0; hops <= HOPS; hops += 1) {
      const found = await addressesOf(url.hostname, privateHosts, resolve);
      options.signal?.throwIfAborted();
      const incoming = await send(url, options, found);
      const next = options.redirect === 'manual' ? undefined : hopOf(url, incoming);
      if (!next) return answerOf(url, incoming);
      incoming.destroy();
      url = next;
    }
    throw refused(`more than ${HOPS} redirects`);
  };
}

/** Where a redirect of a GET leads: never from https to http. */
function hopOf(from: URL, { statusCode = 0, headers: { location = '' } }: IncomingMessage): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || !URL.canParse(location, from.href)) return undefined;
  const to = new URL(location, from);
  if (to.protocol === 'https:' || to.protocol === from.protocol) return to;
  throw refused('its server redirects to an address without https');
}

const resolveBySystem: Resolve = (name) => lookup(name, { all: true, verbatim: true });

/** @throws `NetworkError` for a name that means a machine which no plugin may reach. */
async function addressesOf(
  name: string,
  privateHosts: readonly string[],
  resolve: Resolve,
): Promise<readonly Address[]> {
  // A manifest that names this machine was granted by that name.
  if (name === '[::1]') return [{ address: '::1', family: 6 }];
  if (name === 'localhost' || name === '127.0.0.1') return [{ address: '127.0.0.1', family: 4 }];
  const found = await resolve(name).catch(() => []);
  if (found.length === 0) throw refused('there is no such host');
  const inside = privateHosts.includes(name) ? undefined : found.find((one) => !isPublic(one.address));
  if (!inside) return found;
  const what = `not sent: its address ${inside.address} is in a private network`;
  throw refused(`${what}. If that is intended, pass network: { privateHosts: ['${name}'] }`);
}

function send(url: URL, options: FetchOptions, found: readonly Address[]): Promise<IncomingMessage> {
  const { method = 'GET', headers, body, signal } = options;
  const lookupPinned: LookupFunction = (_name, { all }, callback) => {
    const [first] = found;
    if (all) callback(null, [...found]);
    else callback(null, first?.address ?? '', first?.family);
  };
  const begin = url.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const outgoing = begin(
      url,
      // A connection serves one request: none goes where a name pointed before.
      {
        ...{ method, agent: false, lookup: lookupPinned, ...(signal && { signal }) },
        headers: { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', ...headers },
      },
      resolve,
    );
    outgoing.on('error', reject);
    // Beside a body that is a text, Node would write the headers as UTF-8 too: theirs is Latin-1.
    outgoing.end(typeof body === 'string' ? Buffer.from(body) : (body ?? undefined));
  });
}

function answerOf(url: URL, incoming: IncomingMessage): Response {
  const { statusCode: status = 0, headers } = incoming;
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const decode = DECODERS.get(encoding);
  if (!decode && encoding !== 'identity' && encoding !== '') {
    incoming.destroy();
    throw refused('its answer has an encoding that nobody asked for');
  }
  const shown = Object.entries(headers).filter(([name, value]) => value !== undefined && !HIDDEN.has(name));
  const init = { status, headers: shown.map(([name, value]) => [name, `${value}`] as [string, string]) };
  const hasBody = !NO_BODY.has(status);
  if (!hasBody) incoming.resume();
  const source = decode ? incoming.pipe(decode()) : incoming;
  if (decode) incoming.on('error', (error) => (source as unknown as Readable).destroy(error));
  const body = hasBody ? (Readable.toWeb(source as Readable) as ReadableStream<Uint8Array>) : null;
  return Object.defineProperty(new Response(body, init), 'url', { value: url.href });
}
