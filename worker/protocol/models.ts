import * as z from 'zod/mini';

z.config({ jitless: true });

/** The model of a page, without its key, which the broker has. @experimental */
export interface ModelProfile {
  /** A server of the chat completions API, or the model that the browser brings. */
  readonly kind: 'openai' | 'browser';
  /** Of a server: `https://host/v1`; plain `http:` for this machine alone. */
  readonly endpoint?: string;
  /** Of a server: the model's name there. */
  readonly model?: string;
  /** `text`: for models without tool calls, which get instructions for writing them. */
  readonly tools: 'native' | 'text';
  /** Default: as many as there are. */
  readonly requestsPerMinute?: number;
  /** Until an answer begins, and between any two pieces of it. Default: 60,000. */
  readonly timeoutMs?: number;
}

const above0 = z.number().check(z.positive());

export const modelProfile = z.object({
  kind: z.enum(['openai', 'browser']),
  endpoint: z.optional(z.string()),
  model: z.optional(z.string()),
  tools: z.enum(['native', 'text']),
  requestsPerMinute: z.optional(above0),
  timeoutMs: z.optional(above0),
});

/** A request to the model's server, and the port on which its answer comes. */
export const modelRequest = z.object({
  url: z.string(),
  method: z.enum(['GET', 'POST']),
  headers: z.record(z.string(), z.string()),
  body: z.nullable(z.string()),
  port: z.custom<object>(),
});

/** How an answer begins. */
export interface ModelAnswerHead {
  readonly status: number;
  /** Names in small letters. */
  readonly headers: { readonly [name: string]: string };
}

/** What comes over the port of an answer: its head, then a piece for each message that asks for one, then its end. */
export type ModelAnswerPart =
  | { readonly head: ModelAnswerHead }
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly end: true };
