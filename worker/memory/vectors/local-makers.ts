import { type EmbeddingMaker, LOCAL_MAKER, WORDS_SOURCE } from '../../protocol/embeddings.js';
import { BulkheadError } from '../../protocol/errors.js';
import { featureHash } from './feature-hash.js';
import { readWords, type WordVectors } from './word-vectors.js';

export type Embed = (text: string) => Float32Array;

/** True for vectors that this worker makes itself, faster than it would read kept ones. */
export const isMadeHere = ({ source }: EmbeddingMaker): boolean =>
  source === LOCAL_MAKER.source || source === WORDS_SOURCE;

/** What makes vectors in this worker. */
export class LocalMakers {
  readonly #words = new Map<string, WordVectors>();

  /** Takes a file of word vectors in the place of the one before. @throws `BAD_ARGS` for anything else. */
  take(model: string, file: Uint8Array): void {
    const words = readWords(file);
    this.#words.clear();
    this.#words.set(model, words);
  }

  /** How texts become vectors; nothing where the page makes them. @throws `EMBEDDING_FAILED` for word vectors that did not come. */
  of(maker: EmbeddingMaker): Embed | undefined {
    if (maker.source === LOCAL_MAKER.source) return featureHash;
    if (maker.source !== WORDS_SOURCE) return undefined;
    const words = this.#words.get(maker.model);
    if (!words) throw new BulkheadError('EMBEDDING_FAILED', 'the word vectors are not loaded: search again');
    return words.embed;
  }

  /** @throws `NO_EMBEDDING_PROFILE` for a text of whose words the word vectors know none. */
  check(maker: EmbeddingMaker, query: string | Float32Array): void {
    if (maker.source !== WORDS_SOURCE || typeof query !== 'string' || this.of(maker)?.(query).some(Boolean)) return;
    throw new BulkheadError('NO_EMBEDDING_PROFILE', 'the word vectors know no word of this query: use keywordSearch');
  }
}
