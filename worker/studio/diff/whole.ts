import type { Node } from './tree.js';

/** The objects and arrays that are one change each, so that there are at most `most`: the innermost with the most changes. */
export function wholeNodes(root: Node, most: number): ReadonlySet<Node> {
  const counts = new Map<Node, number>();
  const whole = new Set<Node>();
  count(root, counts);
  limit(root, most, counts, whole);
  return whole;
}

const innerOf = (node: Node): readonly Node[] =>
  node.type === 'leaf' ? [] : [...(node.type === 'object' ? node.members : node.items).values()];

/** Changes of a node that are no node’s own. */
const singles = (node: Node): number =>
  node.type === 'array' ? node.moved.length + node.removed.size + node.added.size : node.type === 'leaf' ? 1 : 0;

function count(node: Node, counts: Map<Node, number>): number {
  let sum = singles(node);
  for (const inner of innerOf(node)) sum += count(inner, counts);
  counts.set(node, sum);
  return sum;
}

/** @returns how many changes are left of it. */
function limit(node: Node, most: number, counts: ReadonlyMap<Node, number>, whole: Set<Node>): number {
  const all = counts.get(node) ?? 0;
  if (all <= most) return all;
  const inner = [...innerOf(node)].sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0));
  let left = most - singles(node);
  if (left < inner.length) {
    whole.add(node);
    return 1;
  }
  // Those with few changes keep them; what they leave over is shared by the others.
  inner.forEach((one, at) => {
    left -= limit(one, Math.floor(left / (inner.length - at)), counts, whole);
  });
  return most - left;
}
