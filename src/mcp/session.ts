import type { Progress } from '../../worker/protocol/tool.js';
import { after, atMost } from '../primitives/index.js';
import { BROKEN_OFF, type Explained, explain } from './failures.js';
import { guardFetch } from './guarded-fetch.js';
import { Client, type RequestOptions, StreamableHTTPClientTransport } from './library.js';
import type { McpLimits } from './limits.js';
import { oneLine } from './read-tools.js';
import type { McpFetch } from './types.js';

export interface SessionPlace {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly fetch: McpFetch;
  readonly limits: McpLimits;
  /** The server has answered this page before. */
  readonly known: boolean;
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

/** The library's transport, which reports an answer that has broken off. The library itself would wait forever. */
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
export type McpSession = Awaited<ReturnType<typeof openSession>>;

/** Opens a session. @throws why there is none, or the signal's reason. */
export async function openSession(place: SessionPlace, signal: AbortSignal) {
  const { url, headers, fetch, limits } = place;
  const { retryMs, retryMostMs, titleChars } = limits;
  let open = false;
  const transport = new Transport(new URL(url), {
    fetch: guardFetch(fetch, limits),
    requestInit: { headers: { ...headers }, referrerPolicy: 'no-referrer', cache: 'no-store' },
    reconnectionOptions: {
      initialReconnectionDelay: retryMs,
      maxReconnectionDelay: retryMostMs,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 2,
    },
    // A server may ask to be called again at once, and for ever.
    reconnectionScheduler: (reconnect, delay) => after(Math.min(Math.max(delay, retryMs), retryMostMs), reconnect),
  });
  transport.onerror = () => {
    if (open) place.onTrouble();
  };
  const client = new Client({ name: 'bulkhead', version: '0.1.0' }, { jsonSchemaValidator: CHECKS_NOTHING });
  client.setNotificationHandler('notifications/tools/list_changed', () => place.onToolsChanged());
  const request = (method: string, params: Record<string, unknown>, given: Partial<RequestOptions>) =>
    client.request({ method, params }, ANYTHING, { timeout: NEVER_MS, ...given });
  try {
    await client.connect(transport, { signal, timeout: NEVER_MS });
  } catch (error) {
    signal.throwIfAborted();
    throw explain(error, { url, session: undefined, known: place.known }).error;
  }
  open = true;
  const { name, version } = client.getServerVersion() ?? {};
  return {
    server: { name: oneLine(name, titleChars), version: oneLine(version, titleChars) },

    /** All that the server lists, as it came; no more than the limits allow, plus one that shows that there are more. */
    async list(signal: AbortSignal): Promise<readonly unknown[]> {
      if (!client.getServerCapabilities()?.tools) return [];
      const { listPages, tools: most } = limits;
      const found: unknown[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < listPages && found.length <= most; page += 1) {
        const result = await request('tools/list', cursor === undefined ? {} : { cursor }, { signal });
        const { tools, nextCursor } = Object(result) as { tools?: unknown; nextCursor?: unknown };
        if (Array.isArray(tools)) found.push(...tools.slice(0, most + 1));
        if (typeof nextCursor !== 'string' || nextCursor === cursor) break;
        cursor = nextCursor;
      }
      return found;
    },

    /** Calls a tool. An abort notifies the server, and frees the request's connection. */
    call(
      name: string,
      args: Record<string, unknown>,
      signal: AbortSignal,
      onProgress: (progress: Progress) => void,
    ): Promise<unknown> {
      const onprogress: RequestOptions['onprogress'] = ({ progress, total, message }) =>
        onProgress({
          done: Number.isFinite(progress) ? progress : 0,
          ...(Number.isFinite(total) && { total: Number(total) }),
          ...(message !== undefined && { label: oneLine(message, LABEL_CHARS) }),
        });
      return request('tools/call', { name, arguments: args }, { signal, onprogress });
    },

    async ping(signal: AbortSignal): Promise<void> {
      await client.ping({ signal, timeout: NEVER_MS });
    },

    explain: (thrown: unknown): Explained => explain(thrown, { url, session: transport.sessionId ?? '', known: true }),

    /** Ends it. `notify`: the server is notified too, for a limited time. Never throws. */
    async close(notify: boolean): Promise<void> {
      open = false;
      if (notify)
        await atMost(
          limits.closeMs,
          transport.terminateSession().catch(() => {}),
        );
      await client.close().catch(() => {});
    },
  };
}
