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

/** One request for vectors as the page makes it: names of secrets in the place of their values, as `{{secret:NAME}}`. */
export interface EmbeddingRequest {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  /** JSON. */
  readonly body: string;
}

/** What a server answered, whatever its status. */
export interface EmbeddingAnswer {
  readonly status: number;
  /** Names in small letters. */
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}
