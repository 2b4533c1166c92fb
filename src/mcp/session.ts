import type { Progress } from '../../worker/protocol/tool.js';
import { BROKEN_OFF, type Explained, explain } from './failures.js';
import { guardFetch } from './guarded-fetch.js';
import { Client, StreamableHTTPClientTransport } from './library.js';
import type { McpLimits } from './limits.js';
import { oneLine } from './read-tools.js';
import type { McpFetch } from './types.js';

/** The server of a session, and its listeners. */
export interface SessionPlace {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly fetch: McpFetch;
  readonly limits: McpLimits;
  /** The server has answered this page before. */
  readonly known: boolean;
  /** The server says that its list of tools has changed. */
  readonly onToolsChanged: () => void;
  /** Something went wrong that may be the end of the session. */
  readonly onTrouble: () => void;
}

/** Longest time that a timer can wait: calls end by their signals. */
const NEVER_MS = 2 ** 31 - 1;
const LABEL_CHARS = 200;

/** Answers of tools are data for models; nothing here runs a stranger's patterns over them. */
const CHECKS_NOTHING = {
  getValidator<T>() {
    return (input: unknown) => ({ valid: true as const, data: input as T & {}, errorMessage: undefined });
  },
};

/** Answers are read by this room, field by field: one tool that is badly declared spoils no list. */
const ANYTHING = {
  '~standard': { version: 1 as const, vendor: 'bulkhead', validate: (value: unknown) => ({ value }) },
};

/** The library's transport, which tells of an answer that has broken off: the library itself would wait for it. */
class Transport extends StreamableHTTPClientTransport {
  override send(...[message, options]: Parameters<StreamableHTTPClientTransport['send']>): Promise<void> {
    const id = !Array.isArray(message) && 'method' in message && 'id' in message ? message.id : undefined;
    if (id === undefined) return super.send(message, options);
    const error = { code: BROKEN_OFF, message: 'the answer broke off' };
    const onRequestStreamEnd = () => this.onmessage?.({ jsonrpc: '2.0', id, error });
    return super.send(message, { ...options, onRequestStreamEnd });
  }
}

/** One session with one server, from its beginning to its end. */
export class McpSession {
  readonly #place: SessionPlace;
  readonly #client: Client;
  readonly #transport: Transport;
  #open = false;

  /** @throws what the library throws; see `explain`. */
  static async open(place: SessionPlace, signal: AbortSignal): Promise<McpSession> {
    const session = new McpSession(place);
    await session.#client.connect(session.#transport, { signal, timeout: NEVER_MS });
    session.#open = true;
    return session;
  }

  private constructor(place: SessionPlace) {
    const { url, headers, fetch, limits } = place;
    this.#place = place;
    this.#transport = new Transport(new URL(url), {
      fetch: guardFetch(fetch, limits),
      requestInit: { headers: { ...headers }, referrerPolicy: 'no-referrer', cache: 'no-store' },
      reconnectionOptions: {
        initialReconnectionDelay: limits.retryMs,
        maxReconnectionDelay: limits.retryMostMs,
        reconnectionDelayGrowFactor: 2,
        maxRetries: 2,
      },
      // A server may ask to be called again at once, and for ever.
      reconnectionScheduler: (reconnect, delay) => {
        const timer = setTimeout(reconnect, Math.min(Math.max(delay, limits.retryMs), limits.retryMostMs));
        return () => clearTimeout(timer);
      },
    });
    this.#transport.onerror = () => {
      if (this.#open) place.onTrouble();
    };
    this.#client = new Client({ name: 'bulkhead', version: '0.1.0' }, { jsonSchemaValidator: CHECKS_NOTHING });
    this.#client.setNotificationHandler('notifications/tools/list_changed', () => place.onToolsChanged());
  }

  /** What the server calls itself. */
  get server(): { readonly name: string; readonly version: string } {
    const { titleChars } = this.#place.limits;
    const { name, version } = this.#client.getServerVersion() ?? {};
    return { name: oneLine(name, titleChars), version: oneLine(version, titleChars) };
  }

  /** All that the server lists, as it came; no more than the limits let through, and one to tell that there is more. */
  async list(signal: AbortSignal): Promise<readonly unknown[]> {
    if (!this.#client.getServerCapabilities()?.tools) return [];
    const { listPages, tools: most } = this.#place.limits;
    const found: unknown[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < listPages && found.length <= most; page += 1) {
      const params = cursor === undefined ? {} : { cursor };
      const given = { signal, timeout: NEVER_MS };
      const result = await this.#client.request({ method: 'tools/list', params }, ANYTHING, given);
      const { tools, nextCursor } = Object(result) as { tools?: unknown; nextCursor?: unknown };
      if (Array.isArray(tools)) found.push(...tools.slice(0, most + 1));
      if (typeof nextCursor !== 'string' || nextCursor === cursor) break;
      cursor = nextCursor;
    }
    return found;
  }

  /** Calls a tool. An abort tells the server, and gives the request's connection back. */
  call(
    name: string,
    args: Record<string, unknown>,
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
  ): Promise<unknown> {
    const onprogress = ({
      progress,
      total,
      message,
    }: {
      progress: number;
      total?: number | undefined;
      message?: string | undefined;
    }) =>
      onProgress({
        done: Number.isFinite(progress) ? progress : 0,
        ...(Number.isFinite(total) && { total: Number(total) }),
        ...(message !== undefined && { label: oneLine(message, LABEL_CHARS) }),
      });
    const params = { name, arguments: args };
    const given = { signal, timeout: NEVER_MS, onprogress };
    return this.#client.request({ method: 'tools/call', params }, ANYTHING, given);
  }

  /** Resolves when the server answers at all. */
  async ping(signal: AbortSignal): Promise<void> {
    await this.#client.ping({ signal, timeout: NEVER_MS });
  }

  explain(thrown: unknown): Explained {
    return explain(thrown, { url: this.#place.url, session: this.#transport.sessionId ?? '', known: true });
  }

  /** Ends it; `tell`: the server, too, which is not waited for long. Never throws. */
  async close(tell: boolean): Promise<void> {
    this.#open = false;
    const { closeMs } = this.#place.limits;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, closeMs);
    });
    const told = tell ? this.#transport.terminateSession().catch(() => {}) : undefined;
    await Promise.race([told, late]);
    clearTimeout(timer);
    await this.#client.close().catch(() => {});
  }
}

/** Opens a session, and explains why there is none. */
export async function openSession(place: SessionPlace, signal: AbortSignal): Promise<McpSession> {
  try {
    return await McpSession.open(place, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw explain(error, { url: place.url, session: undefined, known: place.known }).error;
  }
}
