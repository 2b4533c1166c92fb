import { BulkheadError } from '../../worker/protocol/errors.js';
import { after, notify, sleep, untilAborted } from '../primitives/index.js';
import type { PageCall } from '../tools/page/index.js';
import type { McpLimits } from './limits.js';
import { linkTools } from './link-tools.js';
import { readResult } from './results.js';
import type { McpSession, openSession } from './session.js';
import type { McpConnection, McpFetch, McpHost, McpOptions, McpState } from './types.js';

export interface LinkParts {
  readonly host: McpHost;
  readonly options: McpOptions;
  readonly limits: McpLimits;
  readonly fetch: McpFetch;
  readonly open: typeof openSession;
  readonly onEnd: () => void;
}

export interface McpLink extends McpConnection {
  /** Begins the first session. @throws why there is none; then nothing is left of the connection. */
  open(): Promise<void>;
  end(reason: unknown): void;
}

/** One connection: its session of today, its tools in the registry, and what its user has said of them. */
export function mcpLink(parts: LinkParts): McpLink {
  const { options, limits, fetch, onEnd } = parts;
  const { name, url } = options;
  const listeners = new Set<() => void>();
  const over = new AbortController();
  let state: McpState = 'connecting';
  let error: BulkheadError | null = null;
  let server = { name: '', version: '' };
  let session: McpSession | undefined;
  let starting: Promise<void> | undefined;
  let listing: Promise<void> | undefined;
  let checking = false;
  let ending: Promise<void> | undefined;
  let listedAt = 0;
  /** It has been connected once. */
  let known = false;
  let cancelList: (() => void) | undefined;
  let cancelRetry = () => {};

  const changed = () => {
    for (const listener of [...listeners]) notify(listener);
  };

  const set = (now: McpState, why: BulkheadError | null) => {
    state = now;
    error = why;
    changed();
  };

  const away = (): BulkheadError => {
    const why = state === 'disconnected' ? 'it was disconnected' : (error?.message ?? 'it is being connected');
    const hint = 'Connect it again, or go on without its tools.';
    return new BulkheadError('NET_FAILED', `the MCP server ${name} is not connected: ${why}`, { hint });
  };

  /** Begins a session and fetches its tools; several that ask have the same one. */
  const start = (): Promise<void> => {
    cancelRetry();
    starting ??= begin().finally(() => {
      starting = undefined;
    });
    return starting;
  };

  const begin = async (): Promise<void> => {
    const before = session;
    session = undefined;
    void before?.close(error === null);
    const late = new AbortController();
    const tooLate = `${new URL(url).host}: it took longer than ${limits.connectMs} ms`;
    const cancel = after(limits.connectMs, () => late.abort(new BulkheadError('NET_FAILED', tooLate)));
    const signal = AbortSignal.any([over.signal, late.signal]);
    let made: McpSession | undefined;
    try {
      const place = {
        ...{ url, headers: options.headers ?? {}, fetch, limits, known },
        onToolsChanged: () => made && made === session && listLater(made),
        onTrouble: () => made && made === session && void check(made),
      };
      made = await untilAborted(parts.open(place, signal), signal);
      const list = await made.list(signal).catch((thrown) => {
        signal.throwIfAborted();
        throw made?.explain(thrown).error;
      });
      signal.throwIfAborted();
      session = made;
      server = made.server;
      known = true;
      listedAt = performance.now();
      tools.apply(list);
      set('connected', null);
    } catch (thrown) {
      void made?.close(true);
      if (!over.signal.aborted) set('lost', thrown as BulkheadError);
      throw thrown;
    } finally {
      cancel();
    }
  };

  const retry = (tries: number) => {
    const { retries, retryMs, retryMostMs } = limits;
    if (tries >= retries || over.signal.aborted) return;
    cancelRetry = after(Math.min(retryMs * 2 ** tries, retryMostMs), () => {
      start().catch(() => retry(tries + 1));
    });
  };

  const restart = () => void start().catch(() => retry(0));

  const lose = (lost: McpSession, why: BulkheadError) => {
    if (session !== lost) return;
    session = undefined;
    set('lost', why);
    void lost.close(false);
    retry(0);
  };

  /** After trouble: asks the server whether it is there, and whether it knows the session. */
  const check = async (asked: McpSession): Promise<void> => {
    if (checking) return;
    checking = true;
    try {
      await asked.ping(AbortSignal.any([over.signal, AbortSignal.timeout(limits.connectMs)]));
      // A server that makes trouble all the time is not asked all the time.
      await sleep(limits.refreshMs);
    } catch (thrown) {
      if (over.signal.aborted || session !== asked) return;
      const { expired, refused, error: failure } = asked.explain(thrown);
      if (expired) restart();
      else if (!refused) lose(asked, failure);
    } finally {
      checking = false;
    }
  };

  const listLater = (asked: McpSession) => {
    cancelList ??= after(Math.max(0, listedAt + limits.refreshMs - performance.now()), () => {
      cancelList = undefined;
      if (asked === session) list(asked).catch(() => {});
    });
  };

  const list = (asked: McpSession): Promise<void> => {
    listing ??= (async () => {
      listedAt = performance.now();
      const signal = AbortSignal.any([over.signal, AbortSignal.timeout(limits.connectMs)]);
      const found = await asked.list(signal).catch((thrown) => {
        over.signal.throwIfAborted();
        const { error: failure, expired, lost } = asked.explain(thrown);
        if (expired) restart();
        else if (lost) lose(asked, failure);
        throw failure;
      });
      if (asked === session) tools.apply(found);
      changed();
    })().finally(() => {
      listing = undefined;
    });
    return listing;
  };

  const call = async (tool: string, args: Record<string, unknown>, of: PageCall, again = true): Promise<unknown> => {
    const asked = session;
    if (!asked) throw away();
    let result: unknown;
    try {
      result = await asked.call(tool, args, of.signal, (progress) => of.progress(progress));
    } catch (thrown) {
      of.signal.throwIfAborted();
      const { error: failure, expired, lost, refused } = asked.explain(thrown);
      if (refused) throw new Error(failure.message);
      if (lost) lose(asked, failure);
      if (!expired || !again) throw failure;
      // The server has not carried it out, so it may be sent again.
      if (asked === session) await start();
      else await starting;
      return call(tool, args, of, false);
    }
    return readResult(result);
  };

  const end = (reason: unknown) => {
    if (over.signal.aborted) return;
    const last = session;
    const tells = state === 'connected';
    over.abort(reason);
    session = undefined;
    cancelList?.();
    cancelRetry();
    tools.clear();
    ending = last?.close(tells);
    onEnd();
    set('disconnected', null);
    listeners.clear();
  };

  const disconnect = async () => {
    end(new BulkheadError('STOPPED', `${name} was disconnected`));
    await ending;
  };

  const tools = linkTools(parts, call);
  return {
    name,
    url,
    get state() {
      return state;
    },
    get error() {
      return error;
    },
    get server() {
      return server;
    },
    get tools() {
      return tools.list;
    },
    get skipped() {
      return tools.skipped;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setMode(tool, mode) {
      tools.setMode(tool, mode);
      changed();
    },
    async refresh(signal) {
      if (!session) throw away();
      await untilAborted(list(session), signal);
    },
    async reconnect(signal) {
      if (over.signal.aborted) throw over.signal.reason;
      set('connecting', null);
      await untilAborted(start(), signal);
    },
    async open() {
      try {
        await start();
      } catch (thrown) {
        end(thrown);
        throw thrown;
      }
    },
    end,
    disconnect,
    [Symbol.asyncDispose]: disconnect,
  };
}
