import { BulkheadError } from '../protocol/errors.js';
import type { NetRights, NetRule } from '../protocol/rights.js';
import { maskText } from './mask.js';
import { findRule, readAddress, readMethod } from './net-rules.js';
import { type Outgoing, secretsOf, withSecrets } from './outgoing.js';
import { namesIn } from './secrets.js';
import type { RawResponse, Send } from './send.js';

const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Sends, and follows redirects the way a browser does, but each hop is a new request that the rights must allow: a
 * granted rule for its host and method. A header with a secret goes only where the hop's rule has that secret.
 * @throws `NET_REDIRECT` naming what a hop is refused for.
 */
export async function sendFollowing(
  first: Outgoing,
  secrets: ReadonlyMap<string, string>,
  rights: NetRights,
  most: number,
  send: Send,
  signal: AbortSignal,
): Promise<RawResponse> {
  let outgoing = first;
  for (let hops = 0; ; hops += 1) {
    const response = await send(withSecrets(outgoing, secrets), signal);
    const location = response.headers.location;
    if (!REDIRECTS.includes(response.status) || location === undefined) return response;
    if (hops === most) throw new BulkheadError('NET_REDIRECT', `${first.url.host}: more than ${most} redirects`);
    try {
      outgoing = nextHop(outgoing, response.status, location, secrets, rights);
    } catch (cause) {
      const why = cause instanceof BulkheadError ? cause.message : 'to no URL';
      throw new BulkheadError('NET_REDIRECT', `${outgoing.url.host} redirects: ${why}`, {}, { cause });
    }
  }
}

function nextHop(
  from: Outgoing,
  status: number,
  location: string,
  secrets: ReadonlyMap<string, string>,
  rights: NetRights,
): Outgoing {
  const url = readAddress(new URL(location, from.url).href);
  const toGet = status === 303 || (status < 303 && from.method === 'POST');
  const method = readMethod(toGet ? 'GET' : from.method, rights.write);
  const granted = rights.rules.filter(({ state }) => state === 'granted');
  const body = toGet ? null : from.body;
  const rule = findRule(granted, url.host, method, secretsOf({ ...from, url, body }));
  const has = (text: string) => namesIn(text).every((name) => rule.secrets.includes(name));
  if (typeof body === 'string' && !has(body)) throw notForHop(rule);
  const others = new Map([...secrets].filter(([name]) => !rule.secrets.includes(name)));
  // The server may have put a secret into the address itself.
  if (maskText(url.href, others) !== url.href) throw notForHop(rule);
  const goes = (name: string, text: string) => {
    if (toGet && name.startsWith('content-')) return false;
    if (namesIn(text).length > 0) return has(text);
    return name !== 'authorization' || url.origin === from.url.origin;
  };
  const headers = Object.entries(from.headers).filter(([name, text]) => goes(name, text));
  return { url, method, headers: Object.fromEntries(headers), body };
}

const notForHop = (rule: NetRule) =>
  new BulkheadError('CAPABILITY_DENIED', `its address would get a secret that ${rule.line} does not have`);
