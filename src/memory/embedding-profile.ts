import type { EmbeddingMaker } from '../../worker/protocol/embeddings.js';

/** A vector as a host's own function may give it. */
export type EmbeddingLike = Float32Array | readonly number[];

/** By what texts become vectors. @experimental */
export type EmbeddingProfile =
  /** In the memory worker, without a download: finds shared words and spellings, not meaning. */
  { readonly kind: 'local' } | FunctionProfile | OpenAiProfile;

/** The host's own function, on the page. @experimental */
export interface FunctionProfile {
  readonly kind: 'function';
  /** Names the function; with `model` it decides whether kept vectors are still good. */
  readonly id: string;
  readonly model?: string;
  /** What each vector must have; without it, what the first has. */
  readonly dims?: number;
  /** Texts of one call. Default: 50. */
  readonly batch?: number;
  /** One vector for each text, in their order. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly EmbeddingLike[]>;
}

/** A server that speaks OpenAI's embeddings API. @experimental */
export interface OpenAiProfile {
  readonly kind: 'openai';
  /** Its address, with or without `/embeddings` at the end. */
  readonly endpoint: string;
  readonly model: string;
  /** What each vector must have; without it, what the first has. */
  readonly dims?: number;
  /** Asks the server for vectors of `dims` instead of the model's own; not every model can. */
  readonly shorten?: boolean;
  /** Texts of one request. Default: 50. */
  readonly batch?: number;
  /** `base64` makes answers a quarter as large, where the server can. */
  readonly encoding?: 'float' | 'base64';
  /** Name of the secret with the key, e.g. `EMBEDDING_KEY`; without it, none is sent. */
  readonly key?: string;
}

/** A profile that the page serves. */
export type RemoteProfile = FunctionProfile | OpenAiProfile;

/** What the vectors of a profile are kept under: when it changes, all of them are made anew. */
export function embeddingMaker(profile: RemoteProfile): EmbeddingMaker {
  if (profile.kind === 'function') return { source: `function:${profile.id}`, model: profile.model ?? '' };
  const { endpoint, model, shorten, dims } = profile;
  return { source: `openai:${endpoint}`, model: shorten && dims !== undefined ? `${model}@${dims}` : model };
}
