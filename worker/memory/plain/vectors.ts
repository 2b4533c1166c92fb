import type { EmbeddingMaker } from '../../protocol/embeddings.js';
import { BulkheadError } from '../../protocol/errors.js';
import type { Graph } from '../graph/graph.js';
import type { NodeRecord } from '../graph/records.js';
import { toNumber, trimmed } from '../graph/text.js';
import type { TypeIndex } from '../schema/type-index.js';
import { embeddingText, vectorHash } from '../vectors/embedding-text.js';
import { type BackendHit, backendCount, vectorHits } from '../vectors/vector-hits.js';

/** An index of meaning that somebody else keeps. @experimental */
export interface VectorBackend {
  /** What its vectors were made with; needed only where its hits name nothing but the hash of a vector. */
  readonly maker?: EmbeddingMaker | undefined;
  /** The `count` nearest to a query; what is gone or archived may be among them. */
  search(query: string, count: number): readonly BackendHit[] | Promise<readonly BackendHit[]>;
}

/** Slots and scores of what an index finds, the most similar first. @throws `NO_EMBEDDING_PROFILE` without one. */
export async function searchVectors(
  graph: () => Graph,
  types: (graph: Graph) => TypeIndex,
  backend: VectorBackend | undefined,
  options: { readonly query?: unknown; readonly types?: readonly string[]; readonly k?: unknown },
): Promise<{ readonly graph: Graph; readonly hits: readonly { readonly doc: number; readonly score: number }[] }> {
  const query = trimmed(options.query);
  if (query === '') return { graph: graph(), hits: [] };
  if (!backend) throw new BulkheadError('NO_EMBEDDING_PROFILE', 'no embedding profile is chosen');
  const k = toNumber(options.k);
  const found = await backend.search(query, backendCount(Number.isNaN(k) ? undefined : k));
  // It may have changed while the index was asked.
  const now = graph();
  const { nodes } = now;
  const node = (id: string): NodeRecord | undefined => {
    const slot = nodes.find(id);
    return slot >= 0 ? nodes.read(slot) : undefined;
  };
  let hashes: Map<number, string> | undefined;
  const idOfHash = (hash: number): string | undefined => {
    hashes ??= backend.maker ? hashesOf(now, types(now), backend.maker) : new Map();
    return hashes.get(hash);
  };
  // Types and the cut at k are the reads' own.
  const hits = vectorHits(found, { node, idOfHash }, { k: Number.POSITIVE_INFINITY });
  return { graph: now, hits: hits.map(({ node: { id }, score }) => ({ doc: nodes.find(id), score })) };
}

function hashesOf({ nodes }: Graph, types: TypeIndex, maker: EmbeddingMaker): Map<number, string> {
  const hashes = new Map<number, string>();
  for (const slot of nodes.slots()) {
    const record = nodes.read(slot);
    hashes.set(vectorHash(record, embeddingText(record, types.of(slot)), maker), record.id);
  }
  return hashes;
}
