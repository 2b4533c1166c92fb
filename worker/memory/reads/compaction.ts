import type { CompactionGroup } from '../../protocol/memory-types.js';
import { isSaidId } from '../../protocol/said.js';
import type { Graph } from '../graph/graph.js';
import { ARCHIVED, NONE, SEMANTIC } from '../graph/nodes.js';
import { compareIds, toNumber, trimmed } from '../graph/text.js';
import type { TypeIndex } from '../schema/type-index.js';

/** Groups of exactly `fanIn` nodes to roll up next, oldest first. @see contract of the memory graph, compaction candidates */
export function compactionGroups(
  graph: Graph,
  types: TypeIndex,
  { type, depth }: { readonly type?: unknown; readonly depth?: unknown },
): readonly CompactionGroup[] {
  const { nodes } = graph;
  const compression = types.find(type)?.compression;
  const level = Math.max(0, Math.floor(toNumber(depth) || 0));
  if (compression?.mode !== 'hierarchical' || level >= compression.maxDepth) return [];
  const key = nodes.types.findKey(trimmed(type).toLowerCase());
  const candidates: number[] = [];
  for (const slot of nodes.slots()) {
    if (nodes.typeKey(slot) !== key || nodes.depth[slot] !== level || nodes.parent[slot] !== NONE) continue;
    // What is kept word for word is not summed up: its message may change.
    if (isSaidId(nodes.ids[slot] ?? '')) continue;
    if (nodes.has(slot, SEMANTIC) && !nodes.has(slot, ARCHIVED)) candidates.push(slot);
  }
  const seq = (slot: number): number => nodes.seq[slot] || 0;
  candidates.sort((a, b) => seq(a) - seq(b) || compareIds(nodes.ids[a] as string, nodes.ids[b] as string));
  if (level === 0) candidates.splice(Math.max(0, candidates.length - compression.keepRecentLeaves));
  if (candidates.length < compression.threshold) return [];
  const { fanIn } = compression;
  const groups: CompactionGroup[] = [];
  for (let at = 0; at + fanIn <= candidates.length; at += fanIn) {
    const childIds = candidates.slice(at, at + fanIn).map((slot) => nodes.ids[slot] as string);
    groups.push({ depth: level + 1, childIds, fanIn });
  }
  return groups;
}
