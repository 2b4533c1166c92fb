import MiniSearch, { type Options, type SearchOptions } from 'minisearch';

/** Words of a text: runs of Latin letters and digits, parts of camelCase and snake_case, and every pair of CJK characters. */
function tokenize(text: string): string[] {
  const tokens: string[] = [];
  for (const [run] of text.matchAll(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[\p{L}\p{N}]+/gu,
  )) {
    if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(run)) {
      const characters = Array.from(run);
      if (characters.length === 1) tokens.push(run);
      for (let i = 1; i < characters.length; i++) tokens.push(`${characters[i - 1]}${characters[i]}`);
    } else {
      const parts = run.split(/(?<=[a-z0-9])(?=[A-Z])/);
      tokens.push(...parts.map((part) => part.toLowerCase()));
      if (parts.length > 1) tokens.push(run.toLowerCase());
    }
  }
  return tokens;
}

/** Typing errors that are forgiven in a word. */
const mistakes = (term: string): number | false => (term.length < 3 ? false : term.length < 5 ? 1 : 2);

/** Rows that can be searched by their texts. */
export interface SearchIndex<Row extends { readonly [field: string]: string }> {
  put(row: Row): void;
  remove(id: string): void;
  /** Rows that hold every word, else those that hold most; the better ones first. */
  search(query: string): { readonly id: string; readonly score: number }[];
}

/** Numbered texts that can be searched. */
export interface TextIndex {
  put(id: number, text: string): void;
  remove(id: number): void;
  /** Accepted texts that hold every word, else those that hold most; in no order among equal scores. */
  search(query: string, accept?: (id: number) => boolean): { readonly id: number; readonly score: number }[];
}

function searchable<Row>(options: Options<Row> & { readonly idField: keyof Row & string }) {
  const index = new MiniSearch<Row>({ ...options, processTerm: (term) => term });
  return {
    put(row: Row) {
      if (index.has(row[options.idField])) index.replace(row);
      else index.add(row);
    },
    remove(id: unknown) {
      if (index.has(id)) index.discard(id);
    },
    search(query: string, only: Pick<SearchOptions, 'filter'> = {}) {
      const all = index.search(query, { combineWith: 'AND', ...only });
      return all.length > 0 ? all : index.search(query, only);
    },
  };
}

/** Makes an index over text fields that forgives typing errors; `boost` weighs a field above the others. */
export function openIndex<Row extends { readonly [field: string]: string }>(
  idField: keyof Row & string,
  fields: readonly (keyof Row & string)[],
  boost: { readonly [field: string]: number },
): SearchIndex<Row> {
  const searchOptions = { boost, prefix: true, fuzzy: mistakes };
  const index = searchable<Row>({ idField, fields: [...fields], tokenize, searchOptions });
  return { ...index, search: (query) => index.search(query).map(({ id, score }) => ({ id: String(id), score })) };
}

/** Makes an index over one text for each number that forgives typing errors; words are what `tokenize` says they are. */
export function openTexts(tokenize: (text: string) => string[]): TextIndex {
  const searchOptions = { prefix: true, fuzzy: mistakes };
  const index = searchable<{ id: number; text: string }>({ idField: 'id', fields: ['text'], tokenize, searchOptions });
  return {
    put: (id, text) => index.put({ id, text }),
    remove: index.remove,
    search(query, accept) {
      const only = accept && { filter: ({ id }: { readonly id: number }) => accept(id) };
      return index.search(query, only as Pick<SearchOptions, 'filter'>).map(({ id, score }) => ({ id, score }));
    },
  };
}
