/** What a vector index answers: a node by its id, or by the hash that its vector was kept under. */
export interface BackendHit {
  readonly nodeId?: string | undefined;
  readonly hash?: number | undefined;
  readonly score: number;
}

export interface HitNode {
  readonly id: string;
  readonly type: string;
  readonly archived: boolean;
}

export interface HitNodes<N extends HitNode> {
  node(id: string): N | undefined;
  idOfHash?(hash: number): string | undefined;
}

/** How many hits there are to be when nobody says, and how many an index is asked for at least. */
export const VECTOR_HITS = 20;

/** How many hits a search may give: `k` as a caller gave it. */
export const hitCount = (k: unknown): number =>
  typeof k === 'number' && !Number.isNaN(k) ? Math.max(1, Math.floor(k)) : VECTOR_HITS;

/** How many hits an index is asked for, so that some are left when nodes that are gone have been dropped. */
export const backendCount = (k: unknown): number => Math.max(hitCount(k), VECTOR_HITS);

/** Nodes of an index's hits, each once, the most similar first; fewer than `k` where others are filtered out by type. */
export function vectorHits<N extends HitNode>(
  hits: readonly BackendHit[],
  nodes: HitNodes<N>,
  options: { readonly types?: readonly string[] | undefined; readonly k?: unknown } = {},
): readonly { readonly node: N; readonly score: number }[] {
  const types = new Set((options.types ?? []).map((type) => type.trim().toLowerCase()).filter((type) => type !== ''));
  const wanted = ({ type }: N) => types.size === 0 || types.has(type.toLowerCase());
  const found = new Map<N, number>();
  for (const { nodeId, hash, score } of [...hits].sort((a, b) => b.score - a.score)) {
    const byHash = hash === undefined ? undefined : nodes.idOfHash?.(hash);
    const node = find(nodes, nodeId) ?? find(nodes, byHash);
    if (node && !node.archived && Number.isFinite(score) && !found.has(node)) found.set(node, score);
  }
  return [...found]
    .filter(([node]) => wanted(node) && !isDiagnostic(node.type))
    .slice(0, hitCount(options.k))
    .map(([node, score]) => ({ node, score }));
}

const find = <N extends HitNode>(nodes: HitNodes<N>, id: string | undefined): N | undefined =>
  id === undefined ? undefined : nodes.node(id);

/** Traces of recalls are kept beside the memory, and are none. */
const isDiagnostic = (type: string): boolean => /^recall(_|$)/i.test(type);
