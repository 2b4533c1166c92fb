import type { WithAsyncDispose } from '../../worker/protocol/disposable.js';
import type { BulkheadError } from '../../worker/protocol/errors.js';
import type { Scope } from '../../worker/protocol/grants.js';
import type { Tools } from '../host/index.js';
import type { McpLimits } from './limits.js';

/** What the connections, servers and offers of this entry need of a host. */
export interface McpHost {
  readonly tools: Pick<Tools, 'list' | 'register' | 'execute' | 'onChange'>;
}

/** What a server says of its own tool: hints, and nobody's promise. */
export interface McpHints {
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
}

/** A tool of a server, as it stands in the registry. */
export interface McpTool {
  readonly name: string;
  readonly remoteName: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: object;
  readonly hints: McpHints;
  /** `write` is asked about; `read` only where the page or its user has said so. */
  readonly mode: 'read' | 'write';
  /** SHA-256 of all that the server says of it: a tool that has another one is not what was agreed to. */
  readonly fingerprint: string;
}

/** A tool that the server offers and the registry does not have. */
export interface McpSkipped {
  /** The server's name of it, cut. */
  readonly name: string;
  readonly why: string;
}

/** `lost`: it did not answer; its tools stay, and fail with `NET_FAILED`. `disconnected` is for good. */
export type McpState = 'connecting' | 'connected' | 'lost' | 'disconnected';

/** A fetch of the page, or what goes another way. */
export type McpFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** How to reach a server, and what of it is agreed to. */
export interface McpOptions {
  /** Letters, digits and `_`, a letter first, at most 24: its tools are named `<name>_<tool>`, and owned by `mcp:<name>`. */
  readonly name: string;
  /** Of its Streamable HTTP endpoint. */
  readonly url: string;
  /** Sent with each request, e.g. `authorization`. */
  readonly headers?: { readonly [name: string]: string };
  /** Default: the page's own, without cookies. For a server that has no CORS, one that goes by the page's server. */
  readonly fetch?: McpFetch;
  /** Which tools only read, so that they are not asked about. Default: none; what the server hints at is no reason. */
  readonly reads?: (tool: McpTool) => boolean;
  /** Answers from earlier, for a tool of this very fingerprint. */
  readonly allowed?: (tool: McpTool) => readonly Scope[];
  /** Keeps an answer that goes further than one call. Without it answers last as long as the connection. */
  readonly onAllowed?: (tool: McpTool, scope: Scope) => void;
  readonly limits?: Partial<McpLimits>;
  /** Ends the connection, whether it is being made or there. */
  readonly signal?: AbortSignal;
}

/** A connection to one server, and its tools in the registry of a host. */
export interface McpConnection extends WithAsyncDispose {
  readonly name: string;
  readonly url: string;
  readonly state: McpState;
  /** Why it is lost; else `null`. */
  readonly error: BulkheadError | null;
  /** What the server calls itself, cut. */
  readonly server: { readonly name: string; readonly version: string };
  readonly tools: readonly McpTool[];
  readonly skipped: readonly McpSkipped[];
  /** Says that a tool only reads, or takes it back: as long as the tool is the same. @throws `TOOL_NOT_FOUND`. */
  setMode(name: string, mode: 'read' | 'write'): void;
  /** Fetches the list of tools now. @throws `NET_FAILED`, `STOPPED`, or the signal's reason. */
  refresh(signal?: AbortSignal): Promise<void>;
  /** Begins a new session; what is open ends. @throws `NET_FAILED`, `STOPPED` after `disconnect`, or the signal's reason. */
  reconnect(signal?: AbortSignal): Promise<void>;
  /** Removes the tools, notifies the server, and ends the session. Never throws. */
  disconnect(): Promise<void>;
  /** Called after every change of state and tools. @returns a function that ends it. */
  onChange(listener: () => void): () => void;
}
