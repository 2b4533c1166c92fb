import { readFileSync } from 'node:fs';
import { create, insertMultiple, search } from '@orama/orama';
import MiniSearch from 'minisearch';
import { stemOf } from '../../../worker/adapters/stem.js';
import { Graph, type RawStore } from '../../../worker/memory/graph/graph.js';
import { Injection } from '../../../worker/memory/reads/injection.js';
import { Reads } from '../../../worker/memory/reads/reads.js';
import { typesInForce } from '../../../worker/memory/schema/normalize.js';
import { TypeIndex } from '../../../worker/memory/schema/type-index.js';
import { LiveSearch } from '../../../worker/memory/search/live-search.js';
import { STOP_WORDS } from '../../../worker/memory/search/stop-words.js';
import { VectorIndex } from '../../../worker/memory/vectors/vector-index.js';
import { alike, readWords } from '../../../worker/memory/vectors/word-vectors.js';

/** Numbers of the best turns for a query, the best first. */
export type Rank = (query: string, k: number) => readonly number[] | Promise<readonly number[]>;

/** Words for those who have none of their own for Chinese: letters and digits, and pairs of characters. */
function plainWords(text: string): string[] {
  return [...text.toLowerCase().matchAll(/\p{Script=Han}+|[\p{L}\p{N}]+/gu)].flatMap(([run]) =>
    /\p{Script=Han}/u.test(run) && run.length > 1
      ? Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2))
      : [run],
  );
}

const stems = (text: string): string[] =>
  plainWords(text)
    .filter((word) => !STOP_WORDS.has(word))
    .map(stemOf);

/** Plain BM25 (k1 1.2, b 0.75) over words. */
function bm25(texts: readonly string[], words: (text: string) => string[]): Rank {
  const documents = texts.map(words);
  const average = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length);
  const postings = new Map<string, Map<number, number>>();
  documents.forEach((document, at) => {
    for (const word of document) {
      const found = postings.get(word) ?? new Map<number, number>();
      postings.set(word, found.set(at, (found.get(at) ?? 0) + 1));
    }
  });
  return (query, k) => {
    const scores = new Map<number, number>();
    for (const word of new Set(words(query))) {
      const found = postings.get(word);
      if (!found) continue;
      const rarity = Math.log(1 + (documents.length - found.size + 0.5) / (found.size + 0.5));
      for (const [at, count] of found) {
        const length = (documents[at]?.length ?? 0) / average;
        const fit = (rarity * count * 2.2) / (count + 1.2 * (0.25 + 0.75 * length));
        scores.set(at, (scores.get(at) ?? 0) + fit);
      }
    }
    return [...scores]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, k)
      .map(([at]) => at);
  };
}

function miniSearch(texts: readonly string[]): Rank {
  const index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'], tokenize: plainWords });
  index.addAll(texts.map((text, id) => ({ id, text })));
  return (query, k) =>
    index
      .search(query)
      .slice(0, k)
      .map(({ id }) => id as number);
}

async function orama(texts: readonly string[]): Promise<Rank> {
  const tokenizer = { language: 'english', normalizationCache: new Map(), tokenize: plainWords };
  const index = create({ schema: { text: 'string' } as const, components: { tokenizer } });
  await insertMultiple(
    index,
    texts.map((text, at) => ({ id: String(at), text })),
    1_000,
  );
  return async (query, k) => (await search(index, { term: query, limit: k })).hits.map(({ id }) => Number(id));
}

/** The searches of a memory that has a node for each turn, with its date. */
function memory(
  texts: readonly string[],
  dates: readonly string[],
): { readonly [name in 'recall' | 'withWords' | 'keywordSearch']: Rank } {
  const none = { level: 'semantic', title: '', parentId: '', childrenIds: [], semanticDepth: 0, semanticRollup: false };
  const node = (summary: string, at: number) => ({
    ...{ id: `n_${at}`, type: 'event', fields: { summary, date: dates[at] ?? '' }, seqTo: at, archived: false },
    ...none,
  });
  const nodes = Object.fromEntries(texts.map((text, at) => [`n_${at}`, node(text, at)]));
  const graph = Graph.from({ nodes, edges: [], seqCounter: texts.length } as RawStore);
  const types = new TypeIndex(typesInForce(undefined, undefined), graph.nodes);
  const search = new LiveSearch(graph);
  const reads = new Reads({ graph, types: () => types, injection: new Injection(), search, frozen: false });
  const numbers = (found: readonly { readonly id: string }[]) => found.map(({ id }) => Number(id.slice(2)));
  const words = readWords(readFileSync('packages/words-en/en.bin'));
  const index = new VectorIndex(words.dims);
  texts.forEach((text, at) => {
    index.set(at, words.embed(text));
  });
  const meaning = (query: string) =>
    alike(index.search(words.embed(query), 50)).map(({ key, score }) => ({ doc: key, score }));
  const now = dates.at(-1) ?? '';
  return {
    withWords: (query, k) => numbers(reads.recall({ query, k, chars: 1e9, now }, meaning(query))),
    recall: (query, k) => numbers(reads.recall({ query, k, chars: 1e9, now })),
    keywordSearch: (query, k) => numbers(reads.keywordSearch({ query, k })),
  };
}

/** Everything that is compared, by name. `dated`: the same texts with their days in words, which is all that other searches can know of days. */
export async function rankersOf(
  texts: readonly string[],
  dates: readonly string[],
  dated: readonly string[],
): Promise<ReadonlyMap<string, Rank>> {
  const { recall, withWords, keywordSearch } = memory(texts, dates);
  return new Map<string, Rank>([
    ['recall', recall],
    ['recall, words', withWords],
    ['keywordSearch', keywordSearch],
    ['BM25 with stems', bm25(dated, stems)],
    ['BM25', bm25(dated, plainWords)],
    ['MiniSearch', miniSearch(dated)],
    ['Orama', await orama(dated)],
  ]);
}
