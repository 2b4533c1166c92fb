import { EMBEDDING_BATCH, type EmbeddingMaker, LOCAL_MAKER } from '../../worker/protocol/embeddings.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import { idText, readArguments } from './arguments.js';
import type { Embedder } from './embedder.js';
import type { GraphLink } from './graph-link.js';
import type { MemorySession } from './session-types.js';
import type { IndexProgress } from './types.js';

/** How texts become vectors at this moment: here, or in the worker itself; nothing where nobody has chosen. */
export interface Embedding {
  readonly maker: EmbeddingMaker;
  /** Nothing where the worker makes the vectors. */
  readonly embedder?: Embedder;
  /** Gives the worker what it needs for that. @throws `EMBEDDING_FAILED`, `BAD_ARGS`. */
  readonly ready?: () => Promise<void>;
}

const NEVER = new AbortController().signal;

/** @throws `NO_EMBEDDING_PROFILE` */
export function chosen(embedding: Embedding | undefined): Embedding {
  if (embedding) return embedding;
  throw new BulkheadError('NO_EMBEDDING_PROFILE', 'no embedding profile is chosen: use keywordSearch, or choose one');
}

/** Brings a chat's index up to date: text by text, in batches; what was done stays done when it is stopped. */
export async function bringUpToDate(
  link: GraphLink,
  { maker, embedder, ready }: Embedding,
  signal: AbortSignal = NEVER,
  onProgress?: (progress: IndexProgress) => void,
): Promise<IndexProgress> {
  await ready?.();
  for (;;) {
    signal.throwIfAborted();
    const { texts, indexed, total } = await link.call('wanted', { maker, limit: EMBEDDING_BATCH }, signal);
    onProgress?.({ indexed, total });
    if (texts.length === 0 || !embedder) return { indexed, total };
    const vectors = await embedder.embed(
      texts.map(({ text }) => text),
      signal,
    );
    const dims = vectors[0]?.length ?? 0;
    const joined = new Float32Array(vectors.length * dims);
    for (const [at, vector] of vectors.entries()) joined.set(vector, at * dims);
    await link.call('embedded', { maker, hashes: texts.map(({ hash }) => hash), dims, vectors: joined }, signal);
  }
}

/** Searches by meaning. The index is brought up to date first, so that an answer never misses what was just written. */
export function vectorSearchOf(link: GraphLink, embedding: () => Embedding | undefined): MemorySession['vectorSearch'] {
  return async (options) => {
    const { given, signal } = readArguments(options);
    const query = idText(given.query).trim();
    if (query === '') return Object.freeze([]);
    const now = chosen(embedding());
    await bringUpToDate(link, now, signal);
    const [vector] = now.embedder ? await now.embedder.embed([query], signal ?? NEVER) : [undefined];
    const found = await link.call('vectorSearch', { maker: now.maker, query: vector ?? query, options: given }, signal);
    return found as Awaited<ReturnType<MemorySession['vectorSearch']>>;
  };
}

export { LOCAL_MAKER };
