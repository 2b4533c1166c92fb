/** What a plugin's tool may ask for on `ctx`. Each member says the permission that it needs. */

/**
 * The plugin's own store on this device. Needs `store`:
 * `{ id: 'notes', cap: 'store', quotaMiB: 1, reason: 'to keep your notes' }`.
 */
export interface PluginStorage {
  /** Needs `store`. What was kept, or `undefined`. */
  // biome-ignore lint/suspicious/noExplicitAny: JSON that the plugin itself has kept, as `Response.json` answers it
  get<Value = any>(key: string): Promise<Value | undefined>;
  /** Needs `store`. Keeps a value, which must be JSON. */
  set(key: string, value: unknown): Promise<void>;
  /** Needs `store`. */
  delete(key: string): Promise<void>;
  /** Needs `store`. The keys that begin so; all, without. */
  keys(prefix?: string): Promise<string[]>;
  /** Needs `store`. Does all of it, or nothing. */
  batch(
    operations: readonly (
      | { readonly op: 'set'; readonly key: string; readonly value: unknown }
      | { readonly op: 'delete'; readonly key: string }
    )[],
  ): Promise<void>;
  /** Needs `store`. */
  usage(): Promise<{ readonly bytes: number; readonly keys: number; readonly quotaBytes: number }>;
}

/** How `ctx.net.fetch` asks. */
export interface NetOptions {
  /** Default: `GET`. The permission's `methods` has to name any other. */
  readonly method?: string;
  /** A value may hold `{{secret:NAME}}`. */
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
  /** `base64` for a body of bytes. */
  readonly bodyEncoding?: 'text' | 'base64';
  /** How the answer's body comes. Default: `text`. */
  readonly encoding?: 'text' | 'base64';
  readonly timeoutMs?: number;
  /** The call's own end stops the request anyway. */
  readonly signal?: AbortSignal;
}

/** What a server has answered. */
export interface NetAnswer {
  readonly status: number;
  readonly ok: boolean;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  readonly encoding: 'text' | 'base64';
  /** Nothing was sent: the call is simulated. */
  readonly simulated?: true;
  text(): Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: as `Response.json`
  json(): Promise<any>;
}

/**
 * Requests to the hosts that the manifest lists. Needs `net`:
 * `{ id: 'weather', cap: 'net', hosts: ['api.example.com'], reason: 'to ask for the weather' }`.
 */
export interface PluginNet {
  /** Needs `net`. Rejects with `NET_FAILED` where no answer comes. */
  fetch(url: string | URL, options?: NetOptions): Promise<NetAnswer>;
}

/** A message of the chat. */
export interface PluginChatMessage {
  readonly index: number;
  readonly role: 'user' | 'assistant' | 'system';
  readonly name?: string;
  readonly text: string;
}

/**
 * The chat that is open. To read needs `chat.read`: `{ id: 'look', cap: 'chat.read', reason: 'to know what was said' }`.
 * To change needs `chat.write`, and a tool of mode `write`: `{ id: 'say', cap: 'chat.write', reason: 'to answer in the chat' }`.
 */
export interface PluginChat {
  /** Needs `chat.read`. At most 1,000 messages at once: from one place to another, or the last so many. */
  read(range?: {
    readonly from?: number;
    readonly to?: number;
    readonly last?: number;
  }): Promise<{ readonly length: number; readonly messages: readonly PluginChatMessage[] }>;
  /** Needs `chat.write`. Adds a message, of the assistant's if no role is given. */
  append(message: {
    readonly text: string;
    readonly role?: 'user' | 'assistant' | 'system';
    readonly name?: string;
  }): Promise<void>;
  /** Needs `chat.write`. */
  edit(index: number, text: string): Promise<void>;
  /** Needs `chat.write`. */
  remove(index: number): Promise<void>;
}

/**
 * Tools of others. Needs `tool.call`:
 * `{ id: 'dice', cap: 'tool.call', tools: ['roll_dice'], reason: 'to roll for you' }`.
 */
export interface PluginTools {
  /** Needs `tool.call`. Resolves with the tool's result. */
  // biome-ignore lint/suspicious/noExplicitAny: JSON, whose form the other tool says
  call<Result = any>(name: string, args?: unknown): Promise<Result>;
}

/** The page's language model. Needs `llm`: `{ id: 'ask', cap: 'llm', reason: 'to sum up the chat' }`. */
export interface PluginModel {
  /** Needs `llm`. Takes a prompt, or a list of messages. */
  complete(
    request: { readonly maxTokens?: number } & (
      | { readonly prompt: string }
      | {
          readonly messages: readonly {
            readonly role: 'user' | 'assistant' | 'system';
            readonly content: string;
          }[];
        }
    ),
  ): Promise<{ readonly text: string }>;
}

/** The user's clipboard. Needs `clipboard.write`: `{ id: 'copy', cap: 'clipboard.write', reason: 'to copy the list' }`. */
export interface PluginClipboard {
  /** Needs `clipboard.write`, and a tool of mode `write`. The user is shown each text, at most 100,000 characters. */
  write(text: string): Promise<void>;
}
