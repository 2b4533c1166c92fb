import type { Limits } from '../protocol/limits.js';

/** Messages of ours that share a port with Comlink's. Comlink ignores what carries no `type` and no known `id`. */
export type Control =
  | { readonly bulkhead: 'abort'; readonly signal: number; readonly reason: string }
  | { readonly bulkhead: 'ping'; readonly beat: number }
  | { readonly bulkhead: 'pong'; readonly beat: number }
  | { readonly bulkhead: 'event'; readonly event: unknown }
  | { readonly bulkhead: 'acknowledge'; readonly received: number }
  /** The answer to a call of the fast path that is too large for it. */
  | { readonly bulkhead: 'answer'; readonly id: number; readonly reply: unknown }
  /** The sender closes the port; its `ErrorData` says why. */
  | { readonly bulkhead: 'close'; readonly error: unknown };

export function isControl(data: unknown): data is Control {
  return typeof data === 'object' && data !== null && typeof (data as { bulkhead?: unknown }).bulkhead === 'string';
}

/** First message of an extension on the port it was given: the port on which it serves its tools. */
export interface PeerHello {
  readonly bulkhead: 'hello';
  readonly version: 1;
  readonly port: MessagePort;
}

/** The one message of main to the frame, with the port for all later ones. */
export interface FrameInit {
  readonly bulkhead: 'init';
  /** Text of the tool worker: one classic script. */
  readonly script: string;
  readonly wasm: ArrayBuffer;
  readonly port: MessagePort;
}

export type FrameRequest =
  | { readonly type: 'spawn'; readonly worker: number; readonly start: ToolWorkerInit }
  /** Takes a flag down; another takes its place. */
  | { readonly type: 'interrupt'; readonly worker: number; readonly flag: string }
  | { readonly type: 'terminate'; readonly worker: number }
  | { readonly type: 'ping'; readonly beat: number };

export type FrameReply =
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly message: string; readonly worker?: number }
  /** Blob URLs that a worker can read while its guest computes, and reads no message: one that is gone means stop. */
  | { readonly type: 'flags'; readonly worker: number; readonly flags: readonly string[] }
  | { readonly type: 'pong'; readonly beat: number };

export interface ToolWorkerInit {
  readonly port: MessagePort;
  /** Credit for unrequested messages to main. */
  readonly credits: number;
  /** True for a worker that waits for its plugin. It may prepare a guest meanwhile. */
  readonly spare: boolean;
}

/** First and only message to a tool worker on its own global: its ports and the engine, compiled where that is possible. */
export interface ToolWorkerStart extends ToolWorkerInit {
  readonly engine: WebAssembly.Module | ArrayBuffer;
  /** Serves Web Cryptography to a worker whose own has none, because its origin is opaque. */
  readonly subtle?: MessagePort;
}

/** First and only message to the broker. */
export interface BrokerStart {
  readonly port: MessagePort;
  /** Serves the storage of the page's own, if it has one. */
  readonly storage?: MessagePort;
  /** Name of the database; `null` keeps nothing beyond the page. */
  readonly store: string | null;
  readonly limits: Limits;
  /** True when the page sends requests itself, in the broker's place. */
  readonly hostFetch: boolean;
  /** Host of the page, with its port; empty for none. A worker's own may be another. */
  readonly page: string;
}

/** First and only message to the memory worker. */
export interface MemoryStart {
  readonly port: MessagePort;
  /** Serves the storage of the page's own, if it has one. */
  readonly storage?: MessagePort;
}

/** First and only message to the catalog, and to the text-call worker. */
export interface PortStart {
  readonly port: MessagePort;
}
