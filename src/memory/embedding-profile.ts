import type { EmbeddingMaker } from '../../worker/protocol/embeddings.js';
import { BulkheadError } from '../../worker/protocol/errors.js';

/** A vector as a host's own function may give it. */
export type EmbeddingLike = Float32Array | readonly number[];

/** By what texts become vectors. @experimental */
export type EmbeddingProfile =
  /** In the memory worker, without a download: finds shared words and spellings, not meaning. */
  { readonly kind: 'local' } | WordsProfile | FunctionProfile | OpenAiProfile;

/** A file of word vectors, used in the memory worker without a server: finds words that mean something alike. @experimental */
export interface WordsProfile {
  readonly kind: 'words';
  /** Where the file is, or a function that gives its bytes. It is loaded before its first use. */
  readonly file: string | URL | (() => Promise<ArrayBuffer | Uint8Array>);
}

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
  /** Name under which `setEmbeddingKey` keeps the key, e.g. `EMBEDDING_KEY`; not the key itself. Without it, none is sent. */
  readonly key?: string;
}

/** As the broker names secrets. */
const KEY_NAME = /^[A-Z][A-Z0-9_]{0,63}$/;

/** @throws `BAD_ARGS` for what is no profile. */
export function checkProfile(profile: EmbeddingProfile): void {
  const fault = faultOf(Object(profile));
  if (fault !== undefined) throw new BulkheadError('BAD_ARGS', `the embedding profile: ${fault}`);
}

function faultOf(given: { readonly [name: string]: unknown }): string | undefined {
  const lacks = (name: string): boolean => typeof given[name] !== 'string' || given[name] === '';
  if (given.kind === 'local') return undefined;
  if (given.kind === 'words') {
    const { file } = given;
    const fits = (typeof file === 'string' && file !== '') || typeof file === 'function' || file instanceof URL;
    return fits ? undefined : 'word vectors need the address of their file, or a function that gives it';
  }
  if (given.kind === 'function') {
    return lacks('id') || typeof given.embed !== 'function' ? 'a function needs an id, and embed' : undefined;
  }
  if (given.kind !== 'openai') return 'its kind is local, words, openai or function';
  if (lacks('endpoint') || lacks('model')) return 'a server needs its endpoint, and a model';
  // What stands there is not repeated: it may be the key itself.
  return given.key === undefined || KEY_NAME.test(String(given.key))
    ? undefined
    : 'its key is the name of a secret, such as EMBEDDING_KEY; the key itself goes to setEmbeddingKey';
}

/** A profile that the page serves. */
export type RemoteProfile = FunctionProfile | OpenAiProfile;

/** What the vectors of a profile are kept under: when it changes, all of them are made anew. */
export function embeddingMaker(profile: RemoteProfile): EmbeddingMaker {
  if (profile.kind === 'function') return { source: `function:${profile.id}`, model: profile.model ?? '' };
  const { endpoint, model, shorten, dims } = profile;
  return { source: `openai:${endpoint}`, model: shorten && dims !== undefined ? `${model}@${dims}` : model };
}
