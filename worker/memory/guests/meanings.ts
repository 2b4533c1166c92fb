import type { EmbeddingMaker } from '../../protocol/embeddings.js';
import { BulkheadError, fromErrorData } from '../../protocol/errors.js';

export interface Meaning {
  readonly maker: EmbeddingMaker;
  readonly query: string | Float32Array;
}

export interface Meant {
  readonly mean: number;
  readonly maker?: EmbeddingMaker | undefined;
  readonly query?: string | Float32Array | undefined;
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

/** Vectors of queries: the page makes them, or has them made. */
export class Meanings {
  readonly #ask: (mean: number, grant: string, query: string) => void;
  readonly #waiting = new Map<number, (meant: Meant) => void>();
  #asked = 0;

  constructor(ask: (mean: number, grant: string, query: string) => void) {
    this.#ask = ask;
  }

  /** @throws `NO_EMBEDDING_PROFILE`, `EMBEDDING_FAILED`, `CAPABILITY_DENIED` where nothing may be sent, or the signal's reason. */
  async of(grant: string, query: string, signal: AbortSignal): Promise<Meaning> {
    signal.throwIfAborted();
    this.#asked += 1;
    const mean = this.#asked;
    const meant = await new Promise<Meant>((resolve, reject) => {
      const stop = () => {
        this.#waiting.delete(mean);
        reject(signal.reason);
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#waiting.set(mean, (answer) => {
        signal.removeEventListener('abort', stop);
        resolve(answer);
      });
      this.#ask(mean, grant, query);
    });
    if (meant.error) throw fromErrorData(meant.error);
    if (!meant.maker || meant.query === undefined) throw new BulkheadError('EMBEDDING_FAILED', 'no vector was made');
    return { maker: meant.maker, query: meant.query };
  }

  /** Unknown ones are no error: their call is over. */
  answer(meant: Meant): void {
    this.#waiting.get(meant.mean)?.(meant);
    this.#waiting.delete(meant.mean);
  }
}
