import type { Graph } from '../graph/graph.js';
import { normalizeText, toRecord, trimmed } from '../graph/text.js';
import type { NodeType } from '../schema/node-type.js';
import type { TypeIndex } from '../schema/type-index.js';
import { archive } from './archive.js';
import type { Creator } from './batch.js';
import { createNode, toFields } from './create.js';

/**
 * How the graph's own extractor creates: what it tells of somebody who is known already goes to the node that is there.
 * Not reachable through a session.
 * @see contract of the memory graph, batch pipeline, internal extractor
 */
export function extractorCreates(
  graph: Graph,
  types: TypeIndex,
  floors?: { readonly start: number; readonly end: number },
): Creator {
  return (op, maxSeq) => {
    const type = types.find(op.type);
    const known = named(graph, op, maxSeq) ?? (type?.latestOnly ? matching(graph, type, op, maxSeq) : undefined);
    if (known === undefined) return createNode(graph, op, maxSeq, type?.recordsFloorRange ? floors : undefined);
    merge(graph, known, op, maxSeq);
    return graph.nodes.ids[known];
  };
}

const isOpen = ({ nodes }: Graph, slot: number, maxSeq: number): boolean =>
  nodes.isActive(slot) && !((nodes.seq[slot] ?? 0) > maxSeq);

/** The active node an op names, where it is of its type. */
function named(graph: Graph, op: Readonly<Record<string, unknown>>, maxSeq: number): number | undefined {
  const slot = graph.nodes.find(trimmed(op.nodeId));
  const type = trimmed(op.type).toLowerCase();
  const same = slot >= 0 && graph.nodes.types.key(graph.nodes.typeKey(slot)) === type;
  return same && isOpen(graph, slot, maxSeq) ? slot : undefined;
}

/** The node whose keys agree best, the newest of equals. The others that agree are merged into it. */
function matching(
  graph: Graph,
  type: NodeType,
  op: Readonly<Record<string, unknown>>,
  maxSeq: number,
): number | undefined {
  const { nodes } = graph;
  const wanted = keyTokens(type, op.title, toRecord(op.fields));
  const matches: { readonly slot: number; readonly score: number }[] = [];
  for (const slot of nodes.slots()) {
    if (nodes.types.key(nodes.typeKey(slot)) !== type.id || !isOpen(graph, slot, maxSeq)) continue;
    const own = keyTokens(type, nodes.titles[slot], nodes.fields(slot));
    let score = 0;
    for (const [column, tokens] of wanted) for (const token of tokens) if (own.get(column)?.has(token)) score += 1;
    if (score > 0) matches.push({ slot, score });
  }
  const seq = (slot: number): number => nodes.seq[slot] || 0;
  matches.sort((a, b) => b.score - a.score || seq(b.slot) - seq(a.slot) || a.slot - b.slot);
  const [best, ...others] = matches;
  if (!best) return undefined;
  for (const { slot } of others) archive(graph, slot, nodes.ids[best.slot]);
  return best.slot;
}

/** The names in each primary key, lower-cased. */
function keyTokens(
  { primaryKeyColumns }: NodeType,
  title: unknown,
  fields: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    primaryKeyColumns.map((column) => {
      const given =
        column === 'title'
          ? normalizeText(title) || fields.title
          : Object.hasOwn(fields, column)
            ? fields[column]
            : undefined;
      const texts = Array.isArray(given) ? given : [given];
      const tokens = texts.flatMap((text) =>
        normalizeText(text)
          .toLowerCase()
          .split(/[,，;；|]/),
      );
      return [column, new Set(tokens.map((token) => token.trim()).filter(Boolean))];
    }),
  );
}

/** Field by field; what is not told stays, the title too. */
function merge(graph: Graph, slot: number, op: Readonly<Record<string, unknown>>, maxSeq: number): void {
  const fields = new Map(Object.entries(graph.nodes.fields(slot)));
  for (const [column, value] of Object.entries(toFields(op.fields))) {
    if (value !== null && value !== undefined) fields.set(column, value);
  }
  const seqTo = Math.max(graph.nodes.seq[slot] || 0, maxSeq);
  graph.patchNode(slot, { fields: Object.fromEntries(fields), seqTo });
}
