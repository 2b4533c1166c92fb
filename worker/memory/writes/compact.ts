import { BulkheadError } from '../../protocol/errors.js';
import type { Graph } from '../graph/graph.js';
import { NONE, ROLLUP } from '../graph/nodes.js';
import type { NodeRecord } from '../graph/records.js';
import { normalizeText, trimmed } from '../graph/text.js';
import type { TypeIndex } from '../schema/type-index.js';
import { takeId, toFields } from './create.js';

export interface Compaction {
  readonly type?: unknown;
  readonly childIds?: unknown;
  readonly summary?: unknown;
  readonly fields?: unknown;
}

/** @throws `BAD_ARGS` naming what is missing. */
export function checkCompaction({ type, childIds, summary }: Compaction): void {
  if (trimmed(type) === '') throw new BulkheadError('BAD_ARGS', 'compactNodes needs a type');
  if (!Array.isArray(childIds) || childIds.length === 0) {
    throw new BulkheadError('BAD_ARGS', 'compactNodes needs childIds, at least one');
  }
  if (normalizeText(summary) === '') throw new BulkheadError('BAD_ARGS', 'compactNodes needs a summary');
}

/** Puts nodes under a new one. @returns its id. @throws `CHILD_NOT_FOUND`, `CHILD_HAS_PARENT`; nothing has changed then. */
export function compact(graph: Graph, types: TypeIndex, given: Compaction): string {
  const { nodes } = graph;
  const type = trimmed(given.type).toLowerCase();
  const children = (given.childIds as readonly unknown[]).map((id) => {
    const slot = nodes.find(trimmed(id));
    if (slot === NONE) throw new BulkheadError('CHILD_NOT_FOUND', `no node has the id ${trimmed(id).slice(0, 80)}`);
    return slot;
  });
  for (const slot of children) {
    const parent = nodes.parent[slot] ?? NONE;
    if (parent >= 0 && nodes.has(parent, ROLLUP) && nodes.types.key(nodes.typeKey(parent)) === type) {
      throw new BulkheadError('CHILD_HAS_PARENT', `${nodes.ids[slot]} is already under ${nodes.ids[parent]}`);
    }
  }
  const unique = [...new Set(children)];
  const depth = Math.max(...unique.map((slot) => nodes.depth[slot] ?? 0)) + 1;
  const seqTo = Math.max(0, ...unique.map((slot) => nodes.seq[slot] || 0));
  const title = nextTitle(graph, types, type, depth);
  const id = takeId(graph);
  const floorRange = union(unique.map((slot) => nodes.read(slot).floorRange));
  const fields = { summary: normalizeText(given.summary), ...toFields(given.fields) };
  graph.putNode({
    ...{ id, type, level: 'semantic', title, parentId: '', fields, semanticDepth: depth, semanticRollup: true },
    ...{ seqTo, archived: false, childrenIds: unique.map((slot) => nodes.ids[slot] ?? '') },
    ...(floorRange && { floorRange }),
  });
  for (const slot of unique) {
    const child = nodes.ids[slot] ?? '';
    const parent = nodes.parent[slot] ?? NONE;
    if (parent >= 0) graph.patchNode(parent, { childrenIds: graph.childrenOf(parent).filter((one) => one !== child) });
    graph.patchNode(slot, { parentId: id });
    for (const relation of ['contains', 'semantic_contains']) graph.putEdge(id, child, relation, Number.NaN);
  }
  graph.counters = { ...graph.counters, seqCounter: Math.max(graph.counters.seqCounter, seqTo) };
  return id;
}

/** `<type> Summary L<depth> #<k>`, with the next k of that depth. */
function nextTitle({ nodes }: Graph, types: TypeIndex, type: string, depth: number): string {
  const spec = types.find(type);
  const names = [type, spec?.label ?? ''].filter(Boolean).map((name) => name.toLowerCase());
  let highest = 0;
  let count = 0;
  const key = nodes.types.findKey(type);
  for (let slot = 0; slot < nodes.size; slot++) {
    if (nodes.depth[slot] !== depth || !nodes.has(slot, ROLLUP)) continue;
    if (nodes.typeKey(slot) !== key || !nodes.isActive(slot)) continue;
    count += 1;
    const match = /^(.*) Summary L(\d+) #(\d+)$/i.exec(nodes.titles[slot] ?? '');
    if (match && Number(match[2]) === depth && names.includes((match[1] ?? '').toLowerCase())) {
      highest = Math.max(highest, Number(match[3]));
    }
  }
  return `${type} Summary L${depth} #${(highest || count) + 1}`;
}

function union(ranges: readonly NodeRecord['floorRange'][]): NodeRecord['floorRange'] {
  const known = ranges.filter((range) => range !== undefined);
  if (known.length === 0) return undefined;
  return { start: Math.min(...known.map(({ start }) => start)), end: Math.max(...known.map(({ end }) => end)) };
}
