import type { RememberedMessage } from '../contracts/index.js';

/** What a model is asked. */
export interface ExtractionRequest {
  readonly system: string;
  readonly prompt: string;
  readonly signal: AbortSignal;
}

/** How a model writes memories. @experimental */
export interface ExtractionOptions {
  /** Asks the model. `tokens`: what the request and its answer have cost, where that is known. */
  ask(request: ExtractionRequest): Promise<string | { readonly text: string; readonly tokens?: number }>;
  /** All messages of the chat as they are now. */
  messages(): readonly (RememberedMessage | null)[];
  /** Number of messages that were read before: `state.upTo` of the last time. Default: 0. */
  readonly from?: number;
  /** New messages before the model is asked. Default: 12. */
  readonly every?: number;
  /** Milliseconds between two requests at least. Default: 20,000. */
  readonly pauseMs?: number;
  /** Characters of messages in one request; a longer message is read up to there. Default: 8,000. */
  readonly batchChars?: number;
  /** Sums up old events. Default: `true`. */
  readonly compact?: boolean;
}

/** How far it is, and what it has cost since it was made. */
export interface ExtractionState {
  readonly status: 'idle' | 'waiting' | 'asking' | 'failed' | 'closed';
  /** Messages that have been read. */
  readonly upTo: number;
  readonly requests: number;
  /** Characters that were sent, and that came back. */
  readonly charsIn: number;
  readonly charsOut: number;
  /** Tokens, as far as the model has named them. */
  readonly tokens: number;
  /** Changes of the memory that were written, and those that were dropped or refused. */
  readonly written: number;
  readonly rejected: number;
  readonly lastError: { readonly code: string; readonly message: string } | null;
}

/** Lets a model write the memory of one chat. @experimental */
export interface MemoryExtraction {
  readonly state: ExtractionState;
  /** @returns a function that removes the listener. */
  onChange(listener: (state: ExtractionState) => void): () => void;
  /** There are new messages: the model is asked once enough of them have come, and not more often than the pause allows. */
  notice(): void;
  /** Reads everything that is left now. @throws `MODEL_FAILED`, what `ask` rejects with, the signal's reason. */
  run(options?: { readonly signal?: AbortSignal }): Promise<ExtractionState>;
  /** Ends it, and the request that is under way; nothing of that is written. */
  close(): void;
}
