import type { RecallOptions, RecallView } from '../../protocol/memory-types.js';
import { Graph, type RawStore } from '../graph/graph.js';
import { Reads } from '../reads/reads.js';
import { typesInForce } from '../schema/normalize.js';
import { TypeIndex } from '../schema/type-index.js';
import { LiveSearch } from '../search/live-search.js';
import { injectionOf } from './injection.js';
import type { MemoryGraphContext } from './types.js';
import { searchVectors } from './vectors.js';

/** Hits by meaning that are looked at. */
const MEANING_HITS = 50;

/**
 * Chooses what of a store a model should be shown: the nodes that fit a query or the last messages, each with its score, why it was
 * chosen, and the text to tell, within a budget. With `context.vectors`, what means something alike is found too. Each call walks the
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
  if (!context?.vectors || !query || options.meaning === false) return reads.recall(options);
  const wanted = { query, k: MEANING_HITS };
  const { hits } = await searchVectors(
    () => graph,
    () => types,
    context.vectors,
    wanted,
  );
  return reads.recall(options, hits);
}

const textOf = (message: NonNullable<RecallOptions['messages']>[number] | undefined): string =>
  typeof message === 'string' ? message : (message?.mes ?? '');
