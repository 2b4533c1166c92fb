import type { WithDispose } from '../../worker/protocol/disposable.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import { isPlainObject } from '../../worker/protocol/spec.js';
import type { Progress } from '../../worker/protocol/tool.js';
import { CLOSED } from './port-transport.js';
import { declare, failureText, type Offer, offered, offersReads, type ToolSource } from './source.js';

/** Versions of the protocol that this server accepts, the newest first. They do not differ in the methods that it serves. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
/** Requests of one client that may be open at once. */
const OPEN = 64;

/** Characters of an id, which is kept while its call is open. */
const ID_CHARS = 256;

const PARSE = -32_700;
const INVALID_REQUEST = -32_600;
const UNKNOWN_METHOD = -32_601;
const INVALID_PARAMS = -32_602;
const TOO_MANY = -32_000;

/** How a registry is served. */
export interface ServeOptions {
  /** Which tools are offered. Default: those of mode `read`. What is asked about is asked about as ever. */
  readonly offer?: Offer;
  /** The server's name and version, as the client gets them. */
  readonly name?: string;
  readonly version?: string;
  /** For the client's model: what the tools are for. */
  readonly instructions?: string;
  readonly signal?: AbortSignal;
}

/** A registry that is served on a port. A client that goes without a word, with its worker, is not missed: then `close` it. */
export interface McpService extends WithDispose {
  readonly calls: number;
  /** Resolves when the client is gone, or the service has ended. */
  readonly closed: Promise<void>;
  /** Aborts the open calls and closes the port. */
  close(): void;
}

type Fields = { readonly [key: string]: unknown };
type Id = string | number;

const isId = (value: unknown): value is Id =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= ID_CHARS);

class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Serves tools to one MCP client at the other end of a port. @throws `BAD_ARGS`, or the signal's reason.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { serveMcp } from 'bulkhead/mcp';
 * const { port1, port2 } = new MessageChannel();
 * const service = serveMcp(createHost(), port1);
 * parent.postMessage('mcp', { targetOrigin: 'https://agent.example', transfer: [port2] });
 */
export function serveMcp(
  host: { readonly tools: ToolSource } | ToolSource,
  port: MessagePort,
  options: ServeOptions = {},
): McpService {
  const source = 'tools' in host ? host.tools : host;
  if (typeof source?.list !== 'function' || typeof source.execute !== 'function') {
    throw new BulkheadError('BAD_ARGS', 'serveMcp takes a host, or { list, execute }');
  }
  if (!(port instanceof MessagePort)) throw new BulkheadError('BAD_ARGS', 'serveMcp takes a MessagePort');
  options.signal?.throwIfAborted();
  const {
    offer = offersReads,
    name: serverName = 'bulkhead',
    version = '0.1.0',
    instructions,
    signal: ending,
  } = options;
  const open = new Map<Id, AbortController>();
  let resolveClosed: () => void = () => {};
  const closed = new Promise<void>((resolve) => {
    resolveClosed = resolve;
  });
  let initialized = false;
  let ended = false;

  const post = (message: object): void => {
    if (!ended) port.postMessage({ jsonrpc: '2.0', ...message });
  };

  const end = (): void => {
    if (ended) return;
    ended = true;
    off?.();
    ending?.removeEventListener('abort', end);
    const gone = new BulkheadError('STOPPED', 'the MCP client is gone');
    for (const controller of open.values()) controller.abort(gone);
    open.clear();
    port.postMessage(CLOSED);
    port.close();
    resolveClosed();
  };

  const call = async ({ name, arguments: args = {}, _meta: meta }: Fields, id: Id): Promise<object> => {
    if (typeof name !== 'string' || !offered(source, offer).some((one) => one.name === name)) {
      throw new RpcError(INVALID_PARAMS, `no tool is named ${String(name).slice(0, 64)}`);
    }
    if (!isPlainObject(args)) throw new RpcError(INVALID_PARAMS, 'arguments are an object');
    if (open.has(id)) throw new RpcError(INVALID_REQUEST, 'this id is in use');
    if (open.size >= OPEN) throw new RpcError(TOO_MANY, `${OPEN} calls are open already`);
    const controller = new AbortController();
    const { signal } = controller;
    open.set(id, controller);
    const token = isPlainObject(meta) ? meta.progressToken : undefined;
    const onProgress = ({ done, total, label }: Progress) => {
      const progress = {
        ...{ progressToken: token, progress: done },
        ...(total !== undefined && { total }),
        ...(label !== undefined && { message: label }),
      };
      if (open.get(id) === controller) post({ method: 'notifications/progress', params: progress });
    };
    try {
      const { value } = await source.execute(name, args, isId(token) ? { signal, onProgress } : { signal });
      return toResult(value);
    } catch (error) {
      return { content: [{ type: 'text', text: failureText(error) }], isError: true };
    } finally {
      if (open.get(id) === controller) open.delete(id);
    }
  };

  const answer = (method: string, params: Fields, id: Id): unknown => {
    if (method === 'ping') return {};
    if (method === 'tools/list') return { tools: tools() };
    if (method === 'tools/call') return call(params, id);
    if (method !== 'initialize') throw new RpcError(UNKNOWN_METHOD, `no method is named ${method.slice(0, 64)}`);
    return {
      protocolVersion: VERSIONS.find((known) => known === params.protocolVersion) ?? VERSIONS[0],
      capabilities: { tools: { listChanged: off !== undefined } },
      serverInfo: { name: serverName, version },
      ...(instructions !== undefined && { instructions }),
    };
  };

  const notified = (method: string, { requestId }: Fields): void => {
    if (method === CLOSED.method) end();
    if (method === 'notifications/initialized') initialized = true;
    if (method !== 'notifications/cancelled') return;
    open.get(requestId as Id)?.abort(new BulkheadError('STOPPED', 'the MCP client gave it up'));
  };

  const receive = async (data: unknown): Promise<void> => {
    const message = typeof data === 'string' ? parse(data) : data;
    if (!isPlainObject(message) || message.jsonrpc !== '2.0') {
      const code = message === undefined ? PARSE : INVALID_REQUEST;
      return post({ id: null, error: { code, message: 'no message of JSON-RPC 2.0' } });
    }
    const { id, method } = message;
    const params = isPlainObject(message.params) ? message.params : {};
    // Answers: this service asks for nothing.
    if (typeof method !== 'string') return;
    if (id === undefined) return notified(method, params);
    if (!isId(id)) {
      const message = `an id is a number, or a text of at most ${ID_CHARS} characters`;
      return post({ id: null, error: { code: INVALID_REQUEST, message } });
    }
    try {
      post({ id, result: await answer(method, params, id) });
    } catch (error) {
      const { code, message } = error instanceof RpcError ? error : new RpcError(INVALID_REQUEST, failureText(error));
      post({ id, error: { code, message } });
    }
  };

  const tools = (): readonly object[] => offered(source, offer).map(declare);
  /** The list that the client was last sent. */
  let sent = JSON.stringify(tools());
  const off = source.onChange?.(() => {
    const now = JSON.stringify(tools());
    if (now === sent) return;
    sent = now;
    if (initialized) post({ method: 'notifications/tools/list_changed' });
  });
  port.addEventListener('close', end);
  ending?.addEventListener('abort', end, { once: true });
  port.onmessage = ({ data }) => void receive(data);
  port.start();
  return {
    get calls() {
      return open.size;
    },
    closed,
    close: end,
    [Symbol.dispose]: end,
  };
}

function toResult(value: unknown): object {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return { content: [{ type: 'text', text }], ...(isPlainObject(value) && { structuredContent: value }) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
