import type { OutboundRequest } from '../protocol/broker.js';
import type { Method } from '../protocol/capabilities/index.js';
import { BulkheadError } from '../protocol/errors.js';
import { checkHeaderValue } from './net-rules.js';
import { insert, namesIn } from './secrets.js';

/** A request as a plugin asks for it: names of secrets in the place of their values. */
export interface Outgoing {
  readonly url: URL;
  readonly method: Method;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

/** Names of the secrets that a request asks for. @throws `CAPABILITY_DENIED` for one in host, path, or the name of a query's field. */
export function secretsOf({ url, headers, body }: Outgoing): readonly string[] {
  const where = [url.host, decodeSafely(url.pathname), url.hash, ...[...fieldsOf(url)].map(([name]) => name)];
  if (where.some((text) => text.includes('{{secret:'))) {
    throw new BulkheadError('CAPABILITY_DENIED', 'not sent: a secret belongs in a header, a query value or the body');
  }
  const texts = [url.search, ...Object.values(headers), ...(typeof body === 'string' ? [body] : [])];
  return [...new Set(texts.flatMap(namesIn))];
}

/** The request with its secrets: percent-encoded in the query, escaped in JSON. @throws `BAD_ARGS` for one that no header can hold. */
export function withSecrets(
  { url, method, headers, body }: Outgoing,
  secrets: ReadonlyMap<string, string>,
): OutboundRequest {
  const address = new URL(url);
  address.hash = '';
  address.search = insert(url.search, secrets, encodeURIComponent);
  const filled = Object.entries(headers).map(([name, text]) => {
    const value = insert(text, secrets, (secret) => secret);
    checkHeaderValue(name, value);
    return [name, value] as const;
  });
  const json = headers['content-type']?.toLowerCase().includes('json') === true;
  const spell = (secret: string) => (json ? JSON.stringify(secret).slice(1, -1) : secret);
  return {
    url: address.href,
    method,
    headers: Object.fromEntries(filled),
    body: typeof body === 'string' ? insert(body, secrets, spell) : body,
  };
}

/** Names and values of a query as they stand there. */
const fieldsOf = ({ search }: URL) =>
  search
    .slice(1)
    .split('&')
    .map((field) => field.split('=', 1) as [string]);

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replaceAll('%7B', '{').replaceAll('%7b', '{');
  }
}
