import type { Graph } from '../graph/graph.js';
import { NONE } from '../graph/nodes.js';

/** The nodes above one, nearest first, up to a missing node, a cycle, or an archived node unless `archivedToo`. */
export function* ancestorsOf({ nodes }: Graph, slot: number, archivedToo: boolean): Generator<number> {
  const seen = new Set([slot]);
  for (let at = nodes.parent[slot] ?? NONE; at >= 0 && !seen.has(at); at = nodes.parent[at] ?? NONE) {
    if (!archivedToo && !nodes.isActive(at)) return;
    seen.add(at);
    yield at;
  }
}

/** The nodes below one, level by level; archived ones are left out, with what is below them, unless `archivedToo`. */
export function descendantsOf(
  { nodes }: Graph,
  slot: number,
  archivedToo: boolean,
  maxDepth: number,
): readonly number[] {
  const seen = new Set([slot]);
  const found: number[] = [];
  let level = [slot];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
    const next: number[] = [];
    for (const above of level) {
      for (const child of nodes.children[above] ?? []) {
        if (child < 0 || seen.has(child) || (!archivedToo && !nodes.isActive(child))) continue;
        seen.add(child);
        next.push(child);
      }
    }
    found.push(...next);
    level = next;
  }
  return found;
}
