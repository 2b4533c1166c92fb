import { BulkheadError } from '../protocol/errors.js';
import type { NetRights, NetRule } from '../protocol/rights.js';
import { maskText } from './mask.js';
import { findRule, readAddress, readMethod } from './net-rules.js';
import { type Outgoing, secretsOf, withSecrets } from './outgoing.js';
import { asksForSecret, namesIn, type Secret, secretsFor } from './secrets.js';
import type { RawResponse, Send } from './send.js';

const REDIRECTS = [301, 302, 303, 307, 308];

/** What decides where hops may lead. */
export interface HopBounds {
  readonly rights: NetRights;
  /** Host of the page, with its port. */
  readonly page: string;
  /** How many hops there may be. */
  readonly most: number;
}

/** A request, and the secrets that may go where it goes. */
interface Hop {
  readonly outgoing: Outgoing;
  readonly filling: ReadonlyMap<string, string>;
}

/**
 * Sends, and follows redirects the way a browser does, but each hop is a new request that the rights must allow: a
 * granted rule for its host and method. A header with a secret goes only where the hop's rule has that secret, and a
 * server that asks for a secret in its redirect gets none. `secrets`: all of the plugin; `rule`: that of the first.
 * @throws `NET_REDIRECT` naming what a hop is refused for, and no address that is in no rule: it may hold a secret.
 */
export async function sendFollowing(
  first: Outgoing,
  rule: NetRule,
  secrets: ReadonlyMap<string, Secret>,
  bounds: HopBounds,
  send: Send,
  signal: AbortSignal,
): Promise<RawResponse> {
  let hop: Hop = { outgoing: first, filling: secretsFor(secrets, rule, first.url.host) };
  for (let hops = 0; ; hops += 1) {
    const { url } = hop.outgoing;
    const response = await send(withSecrets(hop.outgoing, hop.filling), signal);
    const location = response.headers.location;
    if (!REDIRECTS.includes(response.status) || location === undefined) return response;
    if (hops === bounds.most) {
      throw new BulkheadError('NET_REDIRECT', `${first.url.host}: more than ${bounds.most} redirects`);
    }
    const to = readLocation(location, url, bounds.rights);
    if (typeof to === 'string') throw new BulkheadError('NET_REDIRECT', `${url.host} redirects: ${to}`);
    try {
      hop = nextHop(hop.outgoing, response.status, to, secrets, bounds);
    } catch (cause) {
      const why = cause instanceof BulkheadError ? cause.message : 'it cannot be followed';
      throw new BulkheadError('NET_REDIRECT', `${url.host} redirects: ${why}`, {}, { cause });
    }
  }
}

/** Where a redirect leads, or why it is not followed. */
function readLocation(location: string, from: URL, rights: NetRights): URL | string {
  if (!URL.canParse(location, from)) return 'to no URL';
  const url = new URL(location, from);
  if (asksForSecret(location) || asksForSecret(url.href)) return 'its address asks for a secret';
  const known = rights.rules.some(({ hosts }) => hosts.includes(url.host));
  if (!known || !url.protocol.startsWith('http')) return 'to a host that is in no permission of the manifest';
  return url;
}

function nextHop(
  from: Outgoing,
  status: number,
  to: URL,
  secrets: ReadonlyMap<string, Secret>,
  { rights, page }: HopBounds,
): Hop {
  const url = readAddress(to.href, page);
  const toGet = status === 303 || (status < 303 && from.method === 'POST');
  const method = readMethod(toGet ? 'GET' : from.method, rights.write);
  const granted = rights.rules.filter(({ state }) => state === 'granted');
  const body = toGet ? null : from.body;
  const rule = findRule(granted, url.host, method, secretsOf({ ...from, url, body }));
  const filling = secretsFor(secrets, rule, url.host);
  const has = (text: string) => namesIn(text).every((name) => filling.has(name));
  if (typeof body === 'string' && !has(body)) throw notForHop(rule, 'body');
  const others = [...secrets].filter(([name]) => !filling.has(name)).map(([name, { value }]) => [name, value] as const);
  // The server may have put a secret into the address itself.
  if (maskText(url.href, others) !== url.href) throw notForHop(rule, 'address');
  const goes = (name: string, text: string) => {
    if (toGet && name.startsWith('content-')) return false;
    if (namesIn(text).length > 0) return has(text);
    return name !== 'authorization' || url.origin === from.url.origin;
  };
  const headers = Object.entries(from.headers).filter(([name, text]) => goes(name, text));
  return { outgoing: { url, method, headers: Object.fromEntries(headers), body }, filling };
}

const notForHop = (rule: NetRule, what: string) =>
  new BulkheadError('CAPABILITY_DENIED', `its ${what} would get a secret that may not go there under ${rule.line}`);
