import { create, insert, search } from '@orama/orama';
import { Index } from 'flexsearch';
import MiniSearch from 'minisearch';
import { tokensOf } from '../../fixtures/memory/naive/tokens.js';

type Text = { readonly id: number; readonly text: string };

/** What is found: a document and how much of the query it holds. */
export interface Found {
  readonly doc: number;
  readonly score: number;
}

const tokenize = (text: string): string[] => [...tokensOf(text, 'bigram')];

/** MiniSearch over our tokens. */
export const miniSearch = (texts: readonly Text[]): MiniSearch<Text> => {
  const index = new MiniSearch<Text>({ fields: ['text'], tokenize, processTerm: (term) => term });
  index.addAll(texts);
  return index;
};

/** Its answers made those of the contract: by the share of the query's tokens, then in the order of the store. */
export function askMiniSearch(index: MiniSearch<Text>, query: string, k: number): readonly Found[] {
  const tokens = tokenize(query).length;
  return index
    .search(query)
    .map(({ id, queryTerms }) => ({ doc: id as number, score: queryTerms.length / tokens }))
    .sort((a, b) => b.score - a.score || a.doc - b.doc)
    .slice(0, k);
}

/** Orama over our tokens; it ranks by BM25, so only its speed is compared. */
export async function orama(texts: readonly Text[]): Promise<(query: string, k: number) => unknown> {
  const db = create({
    schema: { text: 'string' },
    components: { tokenizer: { language: 'english', normalizationCache: new Map(), tokenize } },
  });
  for (const { id, text } of texts) await insert(db, { id: String(id), text });
  return (query, k) => search(db, { term: query, limit: k });
}

/** FlexSearch over our tokens; it ranks otherwise, so only its speed is compared. */
export function flexSearch(texts: readonly Text[]): (query: string, k: number) => unknown {
  const index = new Index({ tokenize: 'strict', encode: tokenize });
  for (const { id, text } of texts) index.add(id, text);
  return (query, limit) => index.search(query, { limit, suggest: true });
}
