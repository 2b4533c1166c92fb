/** Dimensions of the vectors that Bulkhead makes itself. */
export const LOCAL_DIMS = 384;

/** Number of texts that one request embeds. */
export const EMBEDDING_BATCH = 50;

/** Identifies what made the vectors. Vectors of two makers cannot be compared, so a change of either field makes all of them stale. */
export interface EmbeddingMaker {
  readonly source: string;
  readonly model: string;
}

/** The maker that the memory worker contains. It needs no download. */
export const LOCAL_MAKER: EmbeddingMaker = { source: 'local', model: 'feature-hash-1' };

/** The source of makers that are files of word vectors; each file is a model of its own. */
export const WORDS_SOURCE = 'words';

/** One request for vectors. Secrets are named as `{{secret:NAME}}`; the broker worker replaces them by their values. */
export interface EmbeddingRequest {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  /** JSON. */
  readonly body: string;
}

/** A server's answer, whatever its status. */
export interface EmbeddingAnswer {
  readonly status: number;
  /** Names in small letters. */
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}
