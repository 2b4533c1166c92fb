import { BulkheadError } from '../../protocol/errors.js';
import { recallWords } from '../search/recall-words.js';

/** First bytes of a file of word vectors. */
const MAGIC = 'BHW1';
/** Texts that are less alike than this have nothing to do with each other. */
const LEAST_ALIKE = 0.4;
/** Bytes before the words: the magic, then the number of dimensions, of words, and of the bytes of all words. */
const HEAD = 16;
const MOST_DIMS = 1_024;
const MOST_WORDS = 1_000_000;
const FLOAT = 4;

/** Vectors of words, of which vectors of texts are made without a server. @experimental */
export interface WordVectors {
  readonly dims: number;
  /** Number of words. */
  readonly size: number;
  /** The sum of the vectors of a text's words: rare words weigh more. All zeros where none of them is known. */
  embed(text: string): Float32Array;
}

/**
 * Reads a file of word vectors: `BHW1`, then three 32-bit numbers (dimensions, words, bytes of all words), the words as UTF-8 with a
 * line break between them, the scale of each word as a 32-bit float, and its vector as signed bytes. All numbers are little-endian.
 * Words are written as a recall compares them: English ones by their stems. @experimental
 * @throws `BAD_ARGS` for anything else.
 *
 * @example
 * import { readFileSync } from 'node:fs';
 * import { readWords, recall } from 'bulkhead/memory';
 * const words = readWords(readFileSync('packages/words-en/en.bin'));
 * const found = await recall(null, { words }, { query: 'What food should I avoid?' });
 * console.log(found.length);
 */
export function readWords(file: ArrayBuffer | Uint8Array): WordVectors {
  const bytes = file instanceof Uint8Array ? file : new Uint8Array(file);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  if (bytes.length < HEAD || magic !== MAGIC) throw wrong('it does not begin like one');
  const [dims, size, length] = [4, 8, 12].map((at) => view.getUint32(at, true)) as [number, number, number];
  const scales = HEAD + length;
  const rows = scales + size * FLOAT;
  if (dims < 1 || dims > MOST_DIMS || size > MOST_WORDS || rows + size * dims !== bytes.length)
    throw wrong('its length is not what its beginning says');
  const words = new TextDecoder().decode(bytes.subarray(HEAD, scales)).split('\n');
  if (words.length !== size) throw wrong(`it has ${words.length} words in place of ${size}`);
  const places = new Map(words.map((word, at) => [word, at]));
  const values = new Int8Array(bytes.buffer, bytes.byteOffset + rows, size * dims);
  return {
    ...{ dims, size },
    embed(text) {
      const sum = new Float32Array(dims);
      for (const word of recallWords(text)) {
        const at = places.get(word);
        if (at === undefined) continue;
        const scale = view.getFloat32(scales + at * FLOAT, true);
        for (let i = 0; i < dims; i++) sum[i] = (sum[i] as number) + (values[at * dims + i] as number) * scale;
      }
      return sum;
    },
  };
}

/** Those hits of word vectors that are alike at all. */
export const alike = <H extends { readonly score: number }>(hits: readonly H[]): readonly H[] =>
  hits.filter(({ score }) => score >= LEAST_ALIKE);

const wrong = (why: string) => new BulkheadError('BAD_ARGS', `this is no file of word vectors: ${why}`);
