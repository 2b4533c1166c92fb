import type { BrokerContract } from '../protocol/broker.js';
import type { Input, Output } from '../protocol/contract.js';
import { BulkheadError } from '../protocol/errors.js';
import type { Limits } from '../protocol/limits.js';
import { HOST_OWNER } from '../protocol/names.js';
import type { NetRule } from '../protocol/rights.js';
import type { KeyValueStore } from '../protocol/storage.js';
import { maskBytes, maskHeaders, maskText } from './mask.js';
import { inTime, valuesOf } from './net.js';
import { readAddress, readHeaders } from './net-rules.js';
import { type Outgoing, secretsOf } from './outgoing.js';
import { sendFollowing } from './redirects.js';
import { checkSecrets, readSecrets } from './secrets.js';
import type { Send } from './send.js';

/** The page's own server is the host's to ask, other than a plugin's. */
const ANY_PAGE = '';
const encoder = new TextEncoder();

/**
 * Sends a POST of the host itself. The key in its headers is put in here, so that neither the page nor any other worker
 * sees it; it follows redirects within the host of the address alone.
 * @throws `CAPABILITY_DENIED` for an address or a secret that is not allowed, `NET_FAILED`, `NET_REDIRECT`,
 *   `CAPABILITY_LIMIT` for too large an answer.
 */
export async function sendForHost(
  { url: address, headers, body, timeoutMs }: Input<BrokerContract, 'sendForHost'>,
  { store, limits, send }: { readonly store: KeyValueStore; readonly limits: Limits; readonly send: Send },
  signal: AbortSignal,
): Promise<Output<BrokerContract, 'sendForHost'>> {
  const url = readAddress(address, ANY_PAGE);
  // Bytes are sent as they are: what is embedded may be a text that looks like the name of a secret.
  const outgoing: Outgoing = { url, method: 'POST', headers: readHeaders(headers), body: encoder.encode(body) };
  const names = secretsOf(outgoing);
  const line = 'the request of the host';
  const rule: NetRule = {
    ...{ permission: line, state: 'granted', line },
    ...{ hosts: [url.host], methods: ['POST'], secrets: [...names] },
  };
  const secrets = await readSecrets(store, HOST_OWNER);
  checkSecrets(secrets, names, rule, url.host);
  const values = valuesOf(secrets);
  const bounds = {
    rights: { group: 'net' as const, rules: [rule], write: true, send: true },
    page: ANY_PAGE,
    most: limits.redirects,
  };
  try {
    const response = await inTime(`POST ${url.host}`, timeoutMs, signal, (limited) =>
      sendFollowing(outgoing, rule, secrets, bounds, send, limited),
    );
    return {
      status: response.status,
      headers: maskHeaders(response.headers, values),
      body: new TextDecoder().decode(maskBytes(response.body, values)),
    };
  } catch (thrown) {
    if (!(thrown instanceof BulkheadError)) throw thrown;
    throw new BulkheadError(thrown.code, maskText(thrown.message, values), {}, { cause: thrown });
  }
}
