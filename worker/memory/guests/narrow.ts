import { BulkheadError } from '../../protocol/errors.js';
import type { Graph } from '../graph/graph.js';
import type { GraphOp } from '../graph/records.js';
import type { Reads } from '../reads/reads.js';
import { zeroSummary } from '../reads/summary.js';
import type { ReadRequest } from './read-request.js';

const keyOf = (type: unknown): string => String(type).trim().toLowerCase();

/** Refuses changes of nodes of other types, and links to them. @throws `CAPABILITY_DENIED` naming the first. */
export function checkTypes(graph: Graph, types: readonly string[], ops: readonly GraphOp[]): void {
  const check = (type: string) => {
    if (!types.includes(type)) {
      throw new BulkheadError('CAPABILITY_DENIED', `not granted: nodes of the type ${type.slice(0, 64)}`);
    }
  };
  const { nodes } = graph;
  for (const change of ops) {
    if (change.op === 'upsert_node') check(keyOf(change.node.type));
    else if (change.op === 'upsert_edge' || change.op === 'delete_edge') {
      for (const id of [change.edge.from, change.edge.to]) {
        const slot = nodes.find(id);
        if (slot >= 0) check(nodes.types.key(nodes.typeKey(slot)));
      }
    }
  }
}

type Typed = { readonly type: string };
const isOf = (types: readonly string[]) => (one: Typed) => types.includes(keyOf(one.type));

/** A search's options, asking for these types only; nothing where none of those that were asked for is among them. */
export function narrowOptions({ method, options }: ReadRequest, types: readonly string[] | null) {
  if (!types || !['listVisibleCandidates', 'keywordSearch', 'vectorSearch', 'findByName'].includes(method))
    return options;
  const asked = options.types as readonly string[] | undefined;
  const both = asked && asked.length > 0 ? asked.filter((type) => types.includes(keyOf(type))) : types;
  return both.length > 0 ? { ...options, types: both } : undefined;
}

/** An answer without what is about nodes of other types; their ids and how many there are may stay. */
export function narrowAnswer(
  { method, seeds, options }: ReadRequest,
  answer: unknown,
  types: readonly string[] | null,
  reads: Reads,
): unknown {
  if (!types) return answer;
  const fits = isOf(types);
  switch (method) {
    case 'getSchema':
      return { types: (answer as { types: readonly Typed[] }).types.filter(fits) };
    case 'findByName':
      return { matches: (answer as { matches: readonly Typed[] }).matches.filter(fits) };
    case 'compactionCandidates':
      return types.includes(keyOf(options.type)) ? answer : { groups: [] };
    case 'getEdgeSummary': {
      const node = reads.getNode(seeds);
      return node && fits(node) ? withoutSamples(answer as Summarised, fits) : zeroSummary();
    }
    case 'getNodeBrief': {
      const brief = answer as (Typed & { readonly edgeSummary: Summarised | null }) | null;
      if (!brief || !fits(brief)) return null;
      return { ...brief, edgeSummary: brief.edgeSummary && withoutSamples(brief.edgeSummary, fits) };
    }
    default:
      return (answer as readonly Typed[]).filter(fits);
  }
}

interface Summarised {
  readonly sample_neighbors: readonly Typed[];
}

const withoutSamples = (summary: Summarised, fits: (one: Typed) => boolean): Summarised => ({
  ...summary,
  sample_neighbors: summary.sample_neighbors.filter(fits),
});
