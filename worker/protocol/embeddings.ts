/** Dimensions of the vectors that Bulkhead makes itself. */
export const LOCAL_DIMS = 384;

/** Texts that are embedded by one request. */
export const EMBEDDING_BATCH = 50;

/** What vectors were made by. Those of two makers cannot be compared: a change of either part makes all of them stale. */
export interface EmbeddingMaker {
  readonly source: string;
  readonly model: string;
}

/** What makes the vectors in the memory worker itself, without a download. */
export const LOCAL_MAKER: EmbeddingMaker = { source: 'local', model: 'feature-hash-1' };

/** Texts whose vectors the memory worker wants of the page, and their answer's order. */
export interface EmbedRequest {
  readonly texts: readonly string[];
  /** True for what somebody searches for, false for what is kept: some models want to know. */
  readonly query: boolean;
}
