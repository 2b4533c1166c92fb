import { BulkheadError } from '../../worker/protocol/errors.js';
import { isPlainObject } from '../../worker/protocol/spec.js';
import { CLOSED } from './port-transport.js';
import { failureText, type Offer, type OfferedTool, offered, offersReads, type ToolSource } from './source.js';

/** Versions of the protocol that are spoken here, the newest first; they do not differ in what is. */
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
  /** Ends the service. */
  readonly signal?: AbortSignal;
}

/** A registry that is served on a port. A client that goes without a word, with its worker, is not missed: then `close` it. */
export interface McpService extends Disposable {
  /** Calls that are open. */
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
 * Serves the tools of a registry to one MCP client at the other end of a port: in a frame, a worker or an extension.
 * @throws `BAD_ARGS`, or the signal's reason.
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
  return new PortService(source, port, options);
}

class PortService implements McpService {
  readonly closed: Promise<void>;
  readonly #source: ToolSource;
  readonly #port: MessagePort;
  readonly #options: ServeOptions;
  readonly #open = new Map<Id, AbortController>();
  readonly #off: (() => void) | undefined;
  #resolveClosed: () => void = () => {};
  #initialized = false;
  #ended = false;
  /** The list that the client was last sent. */
  #told: string;

  constructor(source: ToolSource, port: MessagePort, options: ServeOptions) {
    this.#source = source;
    this.#port = port;
    this.#options = options;
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.#told = JSON.stringify(this.#tools());
    this.#off = source.onChange?.(() => this.#changed());
    port.addEventListener('close', this.#end);
    options.signal?.addEventListener('abort', this.#end, { once: true });
    port.onmessage = ({ data }) => void this.#hear(data);
    port.start();
  }

  get calls(): number {
    return this.#open.size;
  }

  close(): void {
    this.#end();
  }

  [Symbol.dispose](): void {
    this.#end();
  }

  readonly #end = (): void => {
    if (this.#ended) return;
    this.#ended = true;
    this.#off?.();
    this.#options.signal?.removeEventListener('abort', this.#end);
    const gone = new BulkheadError('STOPPED', 'the MCP client is gone');
    for (const controller of this.#open.values()) controller.abort(gone);
    this.#open.clear();
    this.#port.postMessage(CLOSED);
    this.#port.close();
    this.#resolveClosed();
  };

  async #hear(data: unknown): Promise<void> {
    const message = typeof data === 'string' ? parse(data) : data;
    if (!isPlainObject(message) || message.jsonrpc !== '2.0') {
      return this.#post({
        id: null,
        error: { code: message === undefined ? PARSE : INVALID_REQUEST, message: 'no message of JSON-RPC 2.0' },
      });
    }
    const { id, method } = message;
    const params = isPlainObject(message.params) ? message.params : {};
    // Answers: this service asks for nothing.
    if (typeof method !== 'string') return;
    if (id === undefined) return this.#notified(method, params);
    if (!isId(id)) {
      const message = `an id is a number, or a text of at most ${ID_CHARS} characters`;
      return this.#post({ id: null, error: { code: INVALID_REQUEST, message } });
    }
    try {
      this.#post({ id, result: await this.#answer(method, params, id) });
    } catch (error) {
      const { code, message: why } =
        error instanceof RpcError ? error : new RpcError(INVALID_REQUEST, failureText(error));
      this.#post({ id, error: { code, message: why } });
    }
  }

  #notified(method: string, { requestId }: Fields): void {
    if (method === CLOSED.method) this.#end();
    if (method === 'notifications/initialized') this.#initialized = true;
    if (method !== 'notifications/cancelled') return;
    this.#open.get(requestId as Id)?.abort(new BulkheadError('STOPPED', 'the MCP client gave it up'));
  }

  #answer(method: string, params: Fields, id: Id): unknown {
    if (method === 'initialize') return this.#initialize(params);
    if (method === 'ping') return {};
    if (method === 'tools/list') return { tools: this.#tools() };
    if (method === 'tools/call') return this.#call(params, id);
    throw new RpcError(UNKNOWN_METHOD, `no method is named ${method.slice(0, 64)}`);
  }

  #initialize({ protocolVersion }: Fields): object {
    const { name = 'bulkhead', version = '0.1.0', instructions } = this.#options;
    return {
      protocolVersion: VERSIONS.find((known) => known === protocolVersion) ?? VERSIONS[0],
      capabilities: { tools: { listChanged: this.#off !== undefined } },
      serverInfo: { name, version },
      ...(instructions !== undefined && { instructions }),
    };
  }

  #offered(): readonly OfferedTool[] {
    return offered(this.#source, this.#options.offer ?? offersReads);
  }

  #tools(): readonly object[] {
    return this.#offered().map(({ name, displayName, description, parameters, mode }) => ({
      ...{ name, description },
      ...(displayName && { title: displayName }),
      // The protocol wants it said, and every arguments object is one.
      inputSchema: { ...parameters, type: 'object' },
      annotations: { readOnlyHint: mode === 'read' },
    }));
  }

  async #call({ name, arguments: args = {}, _meta: meta }: Fields, id: Id): Promise<object> {
    if (typeof name !== 'string' || !this.#offered().some((one) => one.name === name)) {
      throw new RpcError(INVALID_PARAMS, `no tool is named ${String(name).slice(0, 64)}`);
    }
    if (!isPlainObject(args)) throw new RpcError(INVALID_PARAMS, 'arguments are an object');
    if (this.#open.has(id)) throw new RpcError(INVALID_REQUEST, 'this id is in use');
    if (this.#open.size >= OPEN) throw new RpcError(TOO_MANY, `${OPEN} calls are open already`);
    const controller = new AbortController();
    const { signal } = controller;
    this.#open.set(id, controller);
    const token = isPlainObject(meta) ? meta.progressToken : undefined;
    const asks = isId(token);
    const onProgress = ({ done, total, label }: { done: number; total?: number; label?: string }) => {
      const progress = {
        progress: done,
        ...(total !== undefined && { total }),
        ...(label !== undefined && { message: label }),
      };
      if (this.#open.get(id) === controller) {
        this.#post({ method: 'notifications/progress', params: { progressToken: token, ...progress } });
      }
    };
    try {
      const { value } = await this.#source.execute(name, args, asks ? { signal, onProgress } : { signal });
      return toResult(value);
    } catch (error) {
      return { content: [{ type: 'text', text: failureText(error) }], isError: true };
    } finally {
      if (this.#open.get(id) === controller) this.#open.delete(id);
    }
  }

  /** Tells the client when what is offered to it has changed. */
  #changed(): void {
    const now = JSON.stringify(this.#tools());
    if (now === this.#told) return;
    this.#told = now;
    if (this.#initialized) this.#post({ method: 'notifications/tools/list_changed' });
  }

  #post(message: object): void {
    if (!this.#ended) this.#port.postMessage({ jsonrpc: '2.0', ...message });
  }
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
