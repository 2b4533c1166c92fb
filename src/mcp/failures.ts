import { BulkheadError } from '../../worker/protocol/errors.js';

/** What became of a request, and of the session it belongs to. */
export interface Explained {
  readonly error: BulkheadError;
  /** The server knows this session no more; the request was not carried out. */
  readonly expired: boolean;
  readonly lost: boolean;
  /** The server itself answered that the request fails. */
  readonly refused: boolean;
}

export interface Where {
  readonly url: string;
  /** The session's id, empty where it has none; `undefined` where none has begun. */
  readonly session: string | undefined;
  /** The server has answered this page before. */
  readonly known: boolean;
}

/** JSON-RPC's code of a request that was cancelled. */
export const CANCELLED = -32_800;
/** Of an answer that was not read to its end. */
export const TOO_LARGE = -32_098;
/** Of what this client says to itself when an answer has broken off. */
export const BROKEN_OFF = -32_099;

const HINT = 'Connect it again, or go on without its tools.';
const CHARS = 500;

/** What an error of the client library means. By shapes: its classes are loaded with the first connection only. */
export function explain(thrown: unknown, where: Where): Explained {
  const { host, origin } = new URL(where.url);
  const { name, code, status, message, data } = read(thrown);
  const explained = (error: BulkheadError, more: Partial<Explained> = {}): Explained => ({
    ...{ error, expired: false, lost: false, refused: false },
    ...more,
  });
  const fail = (why: string, more?: Partial<Explained>) =>
    explained(new BulkheadError('NET_FAILED', `${host}: ${why}`, where.known ? { hint: HINT } : {}), more);
  const violation = () =>
    explained(new BulkheadError('PROTOCOL_VIOLATION', `${host}: ${message}`, {}, { cause: thrown }));
  if (name === 'BulkheadError') return explained(thrown as BulkheadError);
  if (status !== undefined) {
    const text = typeof data.text === 'string' ? data.text : '';
    if (where.session && (status === 404 || (status === 400 && /session/i.test(text)))) {
      return fail('its session is over', { expired: true });
    }
    if (!where.session && (status === 400 || status === 404) && /session/i.test(text) && isForeign(origin)) {
      return fail(
        'it hides its session from this page: it must answer with Access-Control-Expose-Headers: Mcp-Session-Id',
      );
    }
    if (status === 401 || status === 403) {
      return fail(`it refuses this page (${status}): it may want a key, in the connection’s headers`);
    }
    if (status === 0) return fail('it sends requests on to somewhere else: use the address it really has');
    return fail(`it answered ${status}${text === '' ? '' : `: ${text.slice(0, CHARS)}`}`);
  }
  if (name === 'ProtocolError') {
    if (code === BROKEN_OFF) return fail('its answer broke off');
    if (code === TOO_LARGE) return violation();
    return fail(message, { refused: true });
  }
  if (name === 'TypeError') return fail(where.known ? 'it cannot be reached' : unreachable(origin), { lost: true });
  if (code === 'REQUEST_TIMEOUT') return fail('it took too long', { lost: true });
  if (code === 'CONNECTION_CLOSED' || code === 'NOT_CONNECTED') return fail('the connection was closed');
  return violation();
}

/** A page cannot find out which of these it is. */
const unreachable = (origin: string): string =>
  isForeign(origin)
    ? `it cannot be reached, or does not allow this page: it must answer with Access-Control-Allow-Origin for ${location.origin}, ` +
      'allow the headers Content-Type, Mcp-Session-Id and Mcp-Protocol-Version, and expose Mcp-Session-Id; ' +
      'a page with a CSP must name it in connect-src; or hand in a fetch that goes another way'
    : 'it cannot be reached';

const isForeign = (origin: string): boolean => typeof location !== 'undefined' && location.origin !== origin;

function read(thrown: unknown) {
  const { name, code, status, message, data } = Object(thrown) as Record<string, unknown>;
  return {
    name: typeof name === 'string' ? name : '',
    code,
    status: typeof status === 'number' ? status : undefined,
    message: (typeof message === 'string' ? message : String(thrown)).slice(0, CHARS),
    data: Object(data) as Record<string, unknown>,
  };
}
