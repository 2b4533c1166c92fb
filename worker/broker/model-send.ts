import type { BrokerContract, OutboundRequest } from '../protocol/broker.js';
import type { Parsed } from '../protocol/contract.js';
import { BulkheadError } from '../protocol/errors.js';
import type { Limits } from '../protocol/limits.js';
import type { ModelAnswerPart } from '../protocol/models.js';
import type { KeyValueStore } from '../protocol/storage.js';
import { maskHeaders, maskLines, maskText, type Secrets } from './mask.js';
import { readModel, readTarget } from './model-profile.js';
import { readHeaders } from './net-rules.js';
import { type Begin, hostOf, responseTooLarge } from './send.js';

/** A shorter key could not be distinguished from other text in an answer, and is no secret either. */
const LEAST_MASKED = 8;

interface ModelSendOptions {
  readonly store: KeyValueStore;
  readonly limits: Pick<Limits, 'responseBytes'>;
  readonly begin: Begin;
}

/**
 * Sends a request of the host to the server of the kept profile, with the kept key, and hands the answer out over the
 * request's port, as fast as it is asked for. Profile and key are those of this moment. Settles when the answer is over.
 * @throws `CAPABILITY_DENIED`, `NET_FAILED`, `NET_REDIRECT`, `CAPABILITY_LIMIT` for a line that does not end.
 */
export async function askModel(
  { port: given, ...asked }: Parsed<BrokerContract, 'askModel'>,
  { store, limits, begin }: ModelSendOptions,
  signal: AbortSignal,
): Promise<null> {
  const port = given as MessagePort;
  const more = demandOf(port, signal);
  const { origin, key } = await readModel(store);
  const secrets: Secrets = key !== undefined && key.length >= LEAST_MASKED ? [['MODEL_KEY', key]] : [];
  const say = (part: ModelAnswerPart, transfer: Transferable[] = []) => port.postMessage(part, transfer);
  try {
    const request = toRequest(asked, origin, key);
    const host = hostOf(request);
    const answer = await begin(request, signal);
    if (answer.status >= 300 && answer.status < 400) throw redirected(host);
    say({ head: { status: answer.status, headers: maskHeaders(answer.headers, secrets) } });
    const { responseBytes } = limits;
    const lines = maskLines(answer.pieces, secrets, responseBytes, () => responseTooLarge(host, responseBytes));
    for await (const line of lines) {
      await more();
      const bytes = line.slice();
      say({ bytes }, [bytes.buffer]);
    }
    say({ end: true });
    return null;
  } catch (thrown) {
    signal.throwIfAborted();
    if (!(thrown instanceof BulkheadError))
      throw new BulkheadError('NET_FAILED', 'the answer of the model’s server broke off');
    throw new BulkheadError(thrown.code, maskText(thrown.message, secrets));
  } finally {
    port.onmessage = null;
  }
}

const redirected = (host: string) =>
  new BulkheadError(
    'NET_REDIRECT',
    `${host} redirects, and a model’s request follows none: enter the address it leads to`,
  );

function toRequest(
  { url: address, method, headers: given, body }: Omit<Parsed<BrokerContract, 'askModel'>, 'port'>,
  origin: string | undefined,
  key: string | undefined,
): OutboundRequest {
  const url = readTarget(address, origin);
  url.hash = '';
  const headers = readHeaders(given);
  if (headers.authorization !== undefined) {
    throw new BulkheadError('CAPABILITY_DENIED', 'not sent: the header authorization is the broker’s to set');
  }
  return {
    url: url.href,
    method,
    headers: { ...headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    body: method === 'GET' ? null : body,
  };
}

/** Counts the messages that ask for more: each lets one piece go. */
function demandOf(port: MessagePort, signal: AbortSignal): () => Promise<void> {
  let asked = 0;
  let wake = () => {};
  port.onmessage = () => {
    asked += 1;
    wake();
  };
  signal.addEventListener('abort', () => wake(), { once: true });
  return async () => {
    while (asked === 0) {
      signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    signal.throwIfAborted();
    asked -= 1;
  };
}
