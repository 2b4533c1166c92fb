import type { CjkMode } from '../../../../worker/memory/search/tokens.js';

/** Tokens by regular expressions over the whole lower-cased text: what the scanner has to agree with. */
export function naiveTokens(text: string, cjk: CjkMode = 'bigram'): string[] {
  const small = text.toLowerCase();
  if (cjk === 'run') return (small.match(/[a-z0-9\u4e00-\u9fff]+/g) ?? []).filter(({ length }) => length > 1);
  return (small.match(/[a-z0-9]+|[\u4e00-\u9fff]+/g) ?? []).flatMap((run) => {
    if (run.length === 1 || /[a-z0-9]/.test(run)) return [run];
    return Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2));
  });
}

/** Keyword search over plain texts that remembers nothing. */
export function naiveSearch(
  texts: ReadonlyMap<number, string>,
  query: string,
  k: number,
  { accept = () => true, cjk = 'bigram' }: { accept?: ((doc: number) => boolean) | undefined; cjk?: CjkMode } = {},
): { doc: number; score: number }[] {
  const tokens = naiveTokens(query, cjk);
  const wanted = [...new Set(tokens)];
  return [...texts]
    .filter(([doc]) => accept(doc))
    .map(([doc, text]) => {
      const held = new Set(naiveTokens(text, cjk));
      return { doc, score: wanted.filter((token) => held.has(token)).length / Math.max(1, tokens.length) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.doc - b.doc)
    .slice(0, k);
}
