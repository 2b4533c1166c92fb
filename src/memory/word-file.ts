import { type EmbeddingMaker, WORDS_SOURCE } from '../../worker/protocol/embeddings.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { MemoryContract } from '../../worker/protocol/memory.js';
import type { Service } from '../workers/index.js';
import type { WordsProfile } from './embedding-profile.js';
import type { Embedding } from './vector-search.js';

/** Each file is a maker of its own. */
let files = 0;

/** Vectors by a file of word vectors. It is loaded once, and handed to each worker that has not got it yet. */
export function wordEmbedding(
  { file }: WordsProfile,
  service: () => Service<MemoryContract>,
  generation: () => number,
): Embedding {
  files += 1;
  const maker: EmbeddingMaker = { source: WORDS_SOURCE, model: String(files) };
  let loaded: Promise<Uint8Array> | undefined;
  let given: { readonly generation: number; readonly done: Promise<unknown> } | undefined;
  return {
    maker,
    async ready() {
      if (given?.generation !== generation()) {
        loaded ??= load(file);
        const now = loaded;
        const done = now.then((bytes) => service().call('words', { model: maker.model, file: bytes }));
        given = { generation: generation(), done };
        done.catch(() => {
          given = undefined;
          loaded = undefined;
        });
      }
      await given.done;
    },
  };
}

async function load(file: WordsProfile['file']): Promise<Uint8Array> {
  if (typeof file === 'function') {
    const bytes = await file();
    return bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  }
  let answer: Response;
  try {
    answer = await fetch(file);
  } catch (cause) {
    const next = String(file).startsWith('file:') ? 'pass a function that reads the file' : 'check the address';
    throw new BulkheadError('EMBEDDING_FAILED', `the word vectors at ${file} cannot be loaded: ${next}`, {}, { cause });
  }
  if (!answer.ok)
    throw new BulkheadError('EMBEDDING_FAILED', `the word vectors at ${file}: ${answer.status}; check the address`);
  return new Uint8Array(await answer.arrayBuffer());
}
