import { BulkheadError } from '../../protocol/errors.js';
import { Graph, type RawStore } from '../graph/graph.js';
import { Reads } from '../reads/reads.js';
import { typesInForce } from '../schema/normalize.js';
import { TypeIndex } from '../schema/type-index.js';
import { LiveSearch } from '../search/live-search.js';
import { injectionOf } from './injection.js';
import type { MemoryGraphContext, MemoryGraphReadApi } from './types.js';
import { searchVectors } from './vectors.js';

/** Reads that are answered by the engine as they are. */
const READS = [
  ...['getSchema', 'listVisibleCandidates', 'getEdgeSummary', 'getNodeBrief', 'expandFromSeeds', 'keywordSearch'],
  ...['findByName', 'compactionCandidates', 'listNodes', 'getNode', 'listEdges', 'getNeighbors', 'getAncestor'],
  ...['getDescendants', 'getNearestVisibleAncestor', 'projectEdges', 'getNodeExposure', 'getInjectionState'],
] as const satisfies readonly (keyof MemoryGraphReadApi & keyof Reads)[];

type Call = (...args: unknown[]) => unknown;

/**
 * The reads of a store that the caller holds. The store is looked at anew at each call and never changed or handed out, so the
 * API stays valid as long as the store does. Each call costs a walk over the whole store: whoever asks often opens a session.
 * `null` is a store with nothing in it. @experimental
 *
 * @example
 * import { getMemoryGraphReadApi, normalizeStore } from 'bulkhead/memory';
 * const store = normalizeStore(JSON.parse(localStorage.getItem('memory') ?? '{}'));
 * const found = getMemoryGraphReadApi(store).keywordSearch({ query: 'old inn', k: 5 });
 * for (const { title, score } of found) console.log(title, score);
 */
export function getMemoryGraphReadApi(
  store: object | null | undefined,
  context?: MemoryGraphContext | null,
): MemoryGraphReadApi {
  const graph = (): Graph => Graph.from((store ?? {}) as RawStore);
  const typesOf = ({ nodes }: Graph) => new TypeIndex(typesInForce(context?.schemaOverride, context?.schema), nodes);
  const over = (now: Graph): Reads => {
    const types = typesOf(now);
    const search = new LiveSearch(now, context?.cjk);
    return new Reads({ graph: now, types: () => types, injection: injectionOf(context), search, frozen: true });
  };
  const api: { [method: string]: Call } = {
    async vectorSearch(options) {
      if (store === null || store === undefined) return Object.freeze([]);
      const given = (options ?? {}) as { readonly query?: unknown };
      const { graph: found, hits } = await searchVectors(graph, typesOf, context?.vectors, given);
      return over(found).rankVectors(hits, given as never);
    },
    onInjectionChanged: (listener) => injectionOf(context).onChanged(listener),
  };
  for (const method of READS) {
    api[method] = (...args) => {
      try {
        const reads = over(graph());
        return (reads[method] as Call).apply(reads, args);
      } catch (cause) {
        if (!(cause instanceof RangeError)) throw cause;
        throw new BulkheadError('BAD_ARGS', 'a value of the store is nested too deeply', {}, { cause });
      }
    };
  }
  return Object.freeze(api) as unknown as MemoryGraphReadApi;
}
