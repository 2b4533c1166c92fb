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
  /** Which chat is open, and with which character, in ids that last; `undefined` when none is open. */
  current(): { readonly chat: string; readonly character?: string } | undefined;
  /** How many messages it has. */
  length(): number | Promise<number>;
  /** Messages `from` to before `to`, both within the chat. */
  read(from: number, to: number): readonly ChatMessage[] | Promise<readonly ChatMessage[]>;
  /** Makes all of these changes, in order. What cannot be made is found before the first of them; a failure later leaves those before it. */
  apply(changes: readonly ChatOperation[]): void | Promise<void>;
}

/** What a plugin asks a model for. */
export interface CompletionRequest {
  readonly messages: readonly { readonly role: 'user' | 'assistant' | 'system'; readonly content: string }[];
  readonly maxTokens?: number;
}

/** A server's answer, as the page got it. */
export interface FetchedResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: Uint8Array | string | null;
}

/** Which chat's memory plugins may be granted to read and to change. */
export interface MemoryService {
  /** The chat that is open now, by the id that `host.memory` knows it by; nothing when none is. */
  current(): MemoryChat | string | null | undefined;
  /** Makes its memory ready, e.g. tells it of the chat's messages: awaited before a plugin's call reaches it. */
  ready?(): unknown;
}

/** What the page has to offer; the user grants it to plugins one by one. */
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
   * Sends requests in place of the browser, e.g. by the page's own server. It must not follow redirects: it answers the
   * 3xx, and each hop is checked before it is asked for.
   */
  readonly fetch?: (request: OutboundRequest, options: { readonly signal: AbortSignal }) => Promise<FetchedResponse>;
}
