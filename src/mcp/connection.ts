import { BulkheadError } from '../../worker/protocol/errors.js';
import { tell, untilAborted } from '../primitives/index.js';
import type { PageCall } from '../tools/page/index.js';
import type { McpLimits } from './limits.js';
import { LinkTools } from './link-tools.js';
import { readResult } from './results.js';
import type { McpSession, openSession } from './session.js';
import type { McpConnection, McpFetch, McpHost, McpOptions, McpSkipped, McpState, McpTool } from './types.js';

/** What a connection is made of. */
export interface LinkParts {
  readonly host: McpHost;
  readonly options: McpOptions;
  readonly limits: McpLimits;
  readonly fetch: McpFetch;
  readonly open: typeof openSession;
  /** Called once, when it has ended. */
  readonly onEnd: () => void;
}

/** One connection: its session of today, its tools in the registry, and what its user has said of them. */
export class McpLink implements McpConnection {
  readonly name: string;
  readonly url: string;
  readonly #parts: LinkParts;
  readonly #listeners = new Set<() => void>();
  readonly #tools: LinkTools;
  readonly #over = new AbortController();
  #state: McpState = 'connecting';
  #error: BulkheadError | null = null;
  #server = { name: '', version: '' };
  #session: McpSession | undefined;
  #starting: Promise<void> | undefined;
  #listing: Promise<void> | undefined;
  #checking = false;
  #ending: Promise<void> | undefined;
  #listedAt = 0;
  /** It has been connected once. */
  #known = false;
  #listTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: LinkParts) {
    this.#parts = parts;
    this.name = parts.options.name;
    this.url = parts.options.url;
    this.#tools = new LinkTools({ ...parts, call: (tool, args, call) => this.#call(tool, args, call) });
  }

  get state(): McpState {
    return this.#state;
  }

  get error(): BulkheadError | null {
    return this.#error;
  }

  get server(): { readonly name: string; readonly version: string } {
    return this.#server;
  }

  get tools(): readonly McpTool[] {
    return this.#tools.list;
  }

  get skipped(): readonly McpSkipped[] {
    return this.#tools.skipped;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  setMode(name: string, mode: McpTool['mode']): void {
    this.#tools.setMode(name, mode);
    this.#changed();
  }

  async refresh(signal?: AbortSignal): Promise<void> {
    const session = this.#session;
    if (!session) throw this.#away();
    await untilAborted(this.#list(session), signal);
  }

  async reconnect(signal?: AbortSignal): Promise<void> {
    if (this.#over.signal.aborted) throw this.#over.signal.reason;
    this.#set('connecting', null);
    await untilAborted(this.#start(), signal);
  }

  async disconnect(): Promise<void> {
    this.end(new BulkheadError('STOPPED', `${this.name} was disconnected`));
    await this.#ending;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.disconnect();
  }

  /** Ends it for good. */
  end(reason: unknown): void {
    if (this.#over.signal.aborted) return;
    const session = this.#session;
    const tells = this.#state === 'connected';
    this.#over.abort(reason);
    this.#session = undefined;
    clearTimeout(this.#listTimer);
    clearTimeout(this.#retryTimer);
    this.#tools.clear();
    this.#ending = session?.close(tells);
    this.#parts.onEnd();
    this.#set('disconnected', null);
    this.#listeners.clear();
  }

  /** Begins a session and fetches its tools; several that ask have the same one. */
  #start(): Promise<void> {
    clearTimeout(this.#retryTimer);
    this.#starting ??= this.#begin().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async #begin(): Promise<void> {
    const { open, options, limits, fetch } = this.#parts;
    const before = this.#session;
    this.#session = undefined;
    void before?.close(this.#error === null);
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(new BulkheadError('NET_FAILED', `${this.#host}: it took longer than ${limits.connectMs} ms`)),
      limits.connectMs,
    );
    const signal = AbortSignal.any([this.#over.signal, late.signal]);
    let session: McpSession | undefined;
    try {
      session = await untilAborted(
        open(
          {
            ...{ url: this.url, headers: options.headers ?? {}, fetch, limits },
            known: this.#known,
            onToolsChanged: () => session && session === this.#session && this.#listLater(session),
            onTrouble: () => session && session === this.#session && void this.#check(session),
          },
          signal,
        ),
        signal,
      );
      const list = await session.list(signal).catch((error) => {
        signal.throwIfAborted();
        throw session?.explain(error).error;
      });
      signal.throwIfAborted();
      this.#session = session;
      this.#server = session.server;
      this.#known = true;
      this.#listedAt = performance.now();
      this.#tools.apply(list);
      this.#set('connected', null);
    } catch (error) {
      void session?.close(true);
      if (!this.#over.signal.aborted) this.#set('lost', error as BulkheadError);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The first session. @throws why there is none; then nothing is left of the connection. */
  async open(): Promise<void> {
    try {
      await this.#start();
    } catch (error) {
      this.end(error);
      throw error;
    }
  }

  /** Tries again by itself, each time later. */
  #retry(tries: number): void {
    const { retries, retryMs, retryMostMs } = this.#parts.limits;
    if (tries >= retries || this.#over.signal.aborted) return;
    this.#retryTimer = setTimeout(
      () => {
        this.#start().catch(() => this.#retry(tries + 1));
      },
      Math.min(retryMs * 2 ** tries, retryMostMs),
    );
  }

  #lose(session: McpSession, error: BulkheadError): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    this.#set('lost', error);
    void session.close(false);
    this.#retry(0);
  }

  /** After trouble: asks the server whether it is there, and whether it knows the session. */
  async #check(session: McpSession): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    const { connectMs, refreshMs } = this.#parts.limits;
    try {
      await session.ping(AbortSignal.any([this.#over.signal, AbortSignal.timeout(connectMs)]));
      // A server that makes trouble all the time is not asked all the time.
      await new Promise<void>((resolve) => setTimeout(resolve, refreshMs));
    } catch (thrown) {
      if (this.#over.signal.aborted || this.#session !== session) return;
      const { expired, refused, error } = session.explain(thrown);
      if (expired) this.#start().catch(() => this.#retry(0));
      else if (!refused) this.#lose(session, error);
    } finally {
      this.#checking = false;
    }
  }

  #listLater(session: McpSession): void {
    if (this.#listTimer !== undefined) return;
    const wait = this.#listedAt + this.#parts.limits.refreshMs - performance.now();
    this.#listTimer = setTimeout(
      () => {
        this.#listTimer = undefined;
        if (session === this.#session) this.#list(session).catch(() => {});
      },
      Math.max(0, wait),
    );
  }

  #list(session: McpSession): Promise<void> {
    this.#listing ??= (async () => {
      this.#listedAt = performance.now();
      const signal = AbortSignal.any([this.#over.signal, AbortSignal.timeout(this.#parts.limits.connectMs)]);
      const list = await session.list(signal).catch((error) => {
        this.#over.signal.throwIfAborted();
        const { error: failure, expired, lost } = session.explain(error);
        if (expired) this.#start().catch(() => this.#retry(0));
        else if (lost) this.#lose(session, failure);
        throw failure;
      });
      if (session === this.#session) this.#tools.apply(list);
      this.#changed();
    })().finally(() => {
      this.#listing = undefined;
    });
    return this.#listing;
  }

  async #call(remoteName: string, args: Record<string, unknown>, call: PageCall, again = true): Promise<unknown> {
    const session = this.#session;
    if (!session) throw this.#away();
    let result: unknown;
    try {
      result = await session.call(remoteName, args, call.signal, (progress) => call.progress(progress));
    } catch (thrown) {
      call.signal.throwIfAborted();
      const { error, expired, lost, refused } = session.explain(thrown);
      if (refused) throw new Error(error.message);
      if (lost) this.#lose(session, error);
      if (!expired || !again) throw error;
      // The server has not carried it out, so it may be sent again.
      if (session === this.#session) await this.#start();
      else await this.#starting;
      return this.#call(remoteName, args, call, false);
    }
    return readResult(result);
  }

  get #host(): string {
    return new URL(this.url).host;
  }

  #away(): BulkheadError {
    const why =
      this.#state === 'disconnected' ? 'it was disconnected' : (this.#error?.message ?? 'it is being connected');
    const hint = 'Connect it again, or go on without its tools.';
    return new BulkheadError('NET_FAILED', `the MCP server ${this.name} is not connected: ${why}`, { hint });
  }

  #set(state: McpState, error: BulkheadError | null): void {
    this.#state = state;
    this.#error = error;
    this.#changed();
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) tell(listener);
  }
}
