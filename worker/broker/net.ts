import { BulkheadError } from '../protocol/errors.js';
import { utf8Bytes } from '../protocol/json.js';
import type { Limits } from '../protocol/limits.js';
import type { NetRights, NetRule } from '../protocol/rights.js';
import type { KeyValueStore } from '../protocol/storage.js';
import { Fields } from '../rpc/fields.js';
import type { Answer } from '../rpc/grant-ports.js';
import type { RequestQueue } from '../rpc/request-queue.js';
import { fromBase64, toBase64 } from './bytes.js';
import { maskBytes, maskHeaders, maskText, type Secrets } from './mask.js';
import { findRule, readAddress, readHeaders, readMethod } from './net-rules.js';
import { type Outgoing, secretsOf } from './outgoing.js';
import { sendFollowing } from './redirects.js';
import { checkSecrets, readSecrets, type Secret } from './secrets.js';
import type { RawResponse, Send } from './send.js';
import type { Simulation } from './simulation.js';

const FIELDS = ['url', 'method', 'headers', 'body', 'encoding', 'bodyEncoding', 'timeoutMs'];
const ENCODINGS = ['text', 'base64'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** What a plugin is answered. */
interface NetResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  readonly encoding: Encoding;
  readonly simulated?: true;
}

/** What the requests of one call need. */
export interface NetOptions {
  readonly plugin: string;
  readonly rights: NetRights;
  /** Host of the page, with its port. */
  readonly page: string;
  readonly simulation: Simulation | undefined;
  readonly store: KeyValueStore;
  readonly limits: Limits;
  readonly send: Send;
  readonly queue: RequestQueue;
}

/** Answers the requests of one call to servers. */
export function netAnswer(options: NetOptions): Answer {
  const { plugin, rights, page, simulation, store, limits, send, queue } = options;
  return async (name, args, signal, { entry, gate }) => {
    if (name !== 'net.fetch') throw new BulkheadError('CAPABILITY_DENIED', `there is no ${name.slice(0, 64)}`);
    const fields = new Fields(name, args, FIELDS);
    const outgoing = readRequest(fields, rights, page);
    const { url, method } = outgoing;
    entry.what = `${method} ${url.host.slice(0, 120)}`;
    const encoding = fields.choice('encoding', ENCODINGS, 'text');
    const timeoutMs = Math.min(readTimeout(fields), limits.netTimeoutMs);
    const names = secretsOf(outgoing);
    const rule = findRule(rights.rules, url.host, method, names);
    entry.permission = rule.permission;
    if (!rights.send) {
      simulation?.add({ kind: 'unknown', plugin, what: entry.what });
      throw new BulkheadError('CAPABILITY_DENIED', `not sent while the call is only being shown: ${entry.what}`);
    }
    if (simulation && method !== 'GET') {
      simulation.add({ kind: 'net', plugin, method, url: url.href, bytes: bytesOf(outgoing.body) });
      const none = { status: 202, ok: true, url: url.href, headers: {}, body: '', encoding } as const;
      return { ...none, simulated: true } satisfies NetResponse;
    }
    // Nobody is asked in a simulation: it shows what would be asked.
    const asked: NetRule = simulation && rule.state === 'askable' ? { ...rule, state: 'denied' } : rule;
    await gate.allow('net', asked, entry.what, signal);
    const secrets = await readSecrets(store, plugin);
    try {
      checkSecrets(secrets, names, rule, url.host);
      if (secrets.size > 0 && 'range' in outgoing.headers) {
        // Halves of a secret in two answers would not be found in either; a server may repeat what an earlier one sent it.
        throw new BulkheadError('CAPABILITY_DENIED', 'not sent: the header range, by a plugin that has a secret');
      }
      const response = await queue.run(signal, () =>
        inTime(entry.what, timeoutMs, signal, (limited) =>
          sendFollowing(outgoing, rule, secrets, { rights, page, most: limits.redirects }, send, limited),
        ),
      );
      // A secret may have been set, and sent to the server, while this request was under way.
      return toAnswer(response, encoding, [...valuesOf(secrets), ...valuesOf(await readSecrets(store, plugin))]);
    } catch (thrown) {
      if (!(thrown instanceof BulkheadError)) throw thrown;
      throw new BulkheadError(thrown.code, maskText(thrown.message, valuesOf(secrets)), {}, { cause: thrown });
    }
  };
}

/** Names and values of secrets. */
export const valuesOf = (secrets: ReadonlyMap<string, Secret>) =>
  [...secrets].map(([name, { value }]) => [name, value] as const);

/** @throws `BAD_ARGS`, and `CAPABILITY_DENIED` naming the rule that an address or a method breaks. */
function readRequest(fields: Fields, rights: NetRights, page: string): Outgoing {
  const url = readAddress(fields.text('url', 1, 8_192), page);
  const method = readMethod(fields.has('method') ? fields.text('method', 1, 32) : 'GET', rights.write);
  const headers = readHeaders(fields.value('headers') ?? {});
  const bodyEncoding = fields.choice('bodyEncoding', ENCODINGS, 'text');
  if (fields.value('body') === undefined || fields.value('body') === null) return { url, method, headers, body: null };
  if (method === 'GET') throw fields.wrong('body: a GET has none');
  const text = fields.text('body', 0, Number.MAX_SAFE_INTEGER);
  if (bodyEncoding === 'text') return { url, method, headers, body: text };
  const body = fromBase64(text);
  if (!body) throw fields.wrong('body: no base64');
  return { url, method, headers, body };
}

function readTimeout(fields: Fields): number {
  const ms = fields.value('timeoutMs') ?? Number.POSITIVE_INFINITY;
  if (typeof ms !== 'number' || !(ms > 0)) throw fields.wrong('timeoutMs: a number above 0');
  return ms;
}

const bytesOf = (body: Outgoing['body']): number =>
  typeof body === 'string' ? utf8Bytes(body) : (body?.byteLength ?? 0);

/** Ends `work` by its signal at the deadline. @throws `NET_FAILED` then. */
export async function inTime<T>(
  what: string,
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = AbortSignal.timeout(ms);
  try {
    return await work(AbortSignal.any([signal, late]));
  } catch (error) {
    if (!late.aborted || error !== late.reason) throw error;
    throw new BulkheadError('NET_FAILED', `${what}: no answer within ${ms} ms`);
  }
}

function toAnswer(response: RawResponse, encoding: Encoding, secrets: Secrets): NetResponse {
  const mask = (text: string) => maskText(text, secrets);
  const body = maskBytes(response.body, secrets);
  return {
    status: response.status,
    ok: response.status >= 200 && response.status < 300,
    url: mask(response.url),
    headers: maskHeaders(response.headers, secrets),
    body: encoding === 'text' ? new TextDecoder().decode(body) : toBase64(body),
    encoding,
  };
}
