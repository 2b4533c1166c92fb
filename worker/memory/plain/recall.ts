import type { RecallOptions, RecallView } from '../../protocol/memory-types.js';
import { Graph, type RawStore } from '../graph/graph.js';
import { Reads } from '../reads/reads.js';
import { typesInForce } from '../schema/normalize.js';
import { TypeIndex } from '../schema/type-index.js';
import { LiveSearch } from '../search/live-search.js';
import type { Scored } from '../search/top.js';
import { indexedText } from '../vectors/embedding-text.js';
import { VectorIndex } from '../vectors/vector-index.js';
import { alike, type WordVectors } from '../vectors/word-vectors.js';
import { injectionOf } from './injection.js';
import type { MemoryGraphContext } from './types.js';
import { searchVectors } from './vectors.js';

/** Hits by meaning that are looked at. */
const MEANING_HITS = 50;

/**
 * Chooses what of a store a model should be shown: the nodes that fit a query or the last messages, each with its score, why it was
 * chosen, and the text to tell, within a budget. With `context.vectors` or `context.words`, what means something alike is found too. Each call walks the
 * whole store. `null` is a store with nothing in it. @experimental
 * @throws `BAD_ARGS` naming what is wrong with the options; what `context.vectors` throws.
 *
 * @example
 * import { graphFromChat, recall } from 'bulkhead/memory';
 * const store = graphFromChat([{ name: 'Ada', is_user: false, mes: 'The inn burned down.' }] as never);
 * for (const { text, why } of await recall(store, {}, { query: 'What happened to the inn?' })) console.log(text, why);
 */
export async function recall(
  store: object | null | undefined,
  context: MemoryGraphContext | null | undefined,
  options: RecallOptions,
): Promise<readonly RecallView[]> {
  const graph = Graph.from((store ?? {}) as RawStore);
  const types = new TypeIndex(typesInForce(context?.schemaOverride, context?.schema), graph.nodes);
  const search = new LiveSearch(graph, context?.cjk);
  const reads = new Reads({ graph, types: () => types, injection: injectionOf(context), search, frozen: true });
  const query = options.query ?? textOf(options.messages?.at(-1));
  if (!query || options.meaning === false) return reads.recall(options);
  if (!context?.vectors)
    return reads.recall(options, context?.words && nearestByWords(graph, types, context.words, query));
  const wanted = { query, k: MEANING_HITS };
  const { hits } = await searchVectors(
    () => graph,
    () => types,
    context.vectors,
    wanted,
  );
  return reads.recall(options, hits);
}

/** Nodes whose words mean something alike, best first. */
function nearestByWords({ nodes }: Graph, types: TypeIndex, words: WordVectors, query: string): readonly Scored[] {
  const index = new VectorIndex(words.dims);
  for (const slot of nodes.slots()) {
    if (!nodes.isActive(slot)) continue;
    const text = indexedText(nodes.read(slot), types.of(slot));
    if (text !== undefined) index.set(slot, words.embed(text));
  }
  return alike(index.search(words.embed(query), MEANING_HITS)).map(({ key, score }) => ({ doc: key, score }));
}

const textOf = (message: NonNullable<RecallOptions['messages']>[number] | undefined): string =>
  typeof message === 'string' ? message : (message?.mes ?? '');
