import type { OutboundRequest } from '../../worker/protocol/broker.js';
import type { ChatOperation } from '../../worker/protocol/effects.js';
import type { MemoryChat } from './memory-chat.js';
import type { PluginInfo } from './plugin-info.js';

/** One message of a chat. */
export interface ChatMessage {
  /** From 0. */
  readonly index: number;
  readonly role: 'user' | 'assistant' | 'system';
  readonly name?: string;
  readonly text: string;
}

/** The chat of the page, as plugins may be granted to read and to change it. */
export interface ChatService {
  /** Returns lasting ids of the open chat and of its character; `undefined` if no chat is open. */
  current(): { readonly chat: string; readonly character?: string } | undefined;
  /** Returns the number of messages of the open chat. */
  length(): number | Promise<number>;
  /** Returns the messages from index `from` up to, but not including, `to`. Both are within the chat. */
  read(from: number, to: number): readonly ChatMessage[] | Promise<readonly ChatMessage[]>;
  /** Makes all changes in order. Check them before making the first one; if one fails later, the changes before it stay. */
  apply(changes: readonly ChatOperation[]): void | Promise<void>;
}

/** A plugin's request to a model. */
export interface CompletionRequest {
  readonly messages: readonly { readonly role: 'user' | 'assistant' | 'system'; readonly content: string }[];
  readonly maxTokens?: number;
}

/** A server's answer, as the page received it. */
export interface FetchedResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: Uint8Array | string | null;
}

/** Names the chat whose memory plugins may be granted to read and to change. */
export interface MemoryService {
  /** Returns the open chat by its id in `host.memory`; `null` or `undefined` if none is open. */
  current(): MemoryChat | string | null | undefined;
  /** Prepares the memory, e.g. by calling `follow` with the chat's messages. Awaited before a plugin's call reaches the memory. */
  ready?(): unknown;
}

/** What the page provides. The user grants each part to plugins one by one. */
export interface Services {
  readonly chat?: ChatService;
  readonly memory?: MemoryService;
  readonly llm?: {
    complete(
      request: CompletionRequest,
      context: { readonly plugin: PluginInfo; readonly signal: AbortSignal },
    ): Promise<{ readonly text: string }>;
  };
  /** Shows a line of text. */
  readonly notify?: (text: string, plugin: PluginInfo) => void;
  /** Where texts are copied to. Default: the browser's. `writeText` is called in the click that answers the question. */
  readonly clipboard?: { writeText(text: string): Promise<void> };
  /**
   * Sends requests instead of the browser, e.g. through the page's own server. It must not follow redirects: return the 3xx
   * answer. Bulkhead checks each hop before it is requested.
   */
  readonly fetch?: (request: OutboundRequest, options: { readonly signal: AbortSignal }) => Promise<FetchedResponse>;
}
