import { isMembers } from './plain.js';
import { likelyItems } from './similar.js';
import type { ArrayNode, Leaf, Node, Pair } from './tree.js';

const MOVED = 3;

/** Makes the tree of two values from their delta, or of two that have none yet. */
export interface Trees {
  read(delta: unknown, before: unknown, after: unknown): Node;
  compare(before: unknown, after: unknown): Node | null;
}

interface Said {
  readonly removed: Set<number>;
  readonly added: Set<number>;
  readonly moved: readonly Pair[];
  /** Deltas of items that are in both, by their places after. */
  readonly nested: ReadonlyMap<number, unknown>;
}

function read(delta: unknown): Said {
  const removed = new Set<number>();
  const added = new Set<number>();
  const nested = new Map<number, unknown>();
  const moved: Pair[] = [];
  for (const [key, inner] of Object.entries(isMembers(delta) ? delta : {})) {
    if (key === '_t') continue;
    const list = Array.isArray(inner) ? inner : [];
    if (key.startsWith('_')) {
      const from = Number(key.slice(1));
      if (list[2] === MOVED) moved.push({ before: from, after: Number(list[1]) });
      else removed.add(from);
    } else if (list.length === 1) added.add(Number(key));
    else nested.set(Number(key), inner);
  }
  moved.sort((a, b) => a.after - b.after);
  return { removed, added, moved, nested };
}

/** What neither came, went nor moved stands in the same order on both sides. */
function steadyPairs(beforeCount: number, afterCount: number, { moved, removed, added }: Said): Pair[] {
  const left = new Set(moved.map((pair) => pair.before));
  const right = new Set(moved.map((pair) => pair.after));
  const stays: number[] = [];
  for (let at = 0; at < beforeCount; at += 1) if (!removed.has(at) && !left.has(at)) stays.push(at);
  const pairs: Pair[] = [];
  for (let at = 0; at < afterCount; at += 1) {
    const from = stays[pairs.length];
    if (from !== undefined && !added.has(at) && !right.has(at)) pairs.push({ before: from, after: at });
  }
  return pairs;
}

/** Items that went and came between the same two that stay, and are alike: they stayed and have changed. */
function likelyStays(
  before: readonly unknown[],
  after: readonly unknown[],
  { removed, added }: Said,
  steady: readonly Pair[],
): Pair[] {
  const found: Pair[] = [];
  let [left, right] = [0, 0];
  for (const pair of [...steady, { before: before.length, after: after.length }]) {
    const gone: number[] = [];
    const come: number[] = [];
    for (; left < pair.before; left += 1) if (removed.has(left)) gone.push(left);
    for (; right < pair.after; right += 1) if (added.has(right)) come.push(right);
    const alike = likelyItems(
      gone.map((at) => before[at]),
      come.map((at) => after[at]),
    );
    for (const [i, j] of alike) found.push({ before: gone[i] as number, after: come[j] as number });
    left = pair.before + 1;
    right = pair.after + 1;
  }
  return found;
}

export function arrayNode(
  delta: unknown,
  before: readonly unknown[],
  after: readonly unknown[],
  trees: Trees,
): ArrayNode {
  const said = read(delta);
  const stayed = steadyPairs(before.length, after.length, said);
  const alike = likelyStays(before, after, said, stayed);
  const items = new Map<number, Node>();
  for (const pair of [...stayed, ...said.moved]) {
    const inner = said.nested.get(pair.after);
    if (inner !== undefined) items.set(pair.after, trees.read(inner, before[pair.before], after[pair.after]));
  }
  for (const pair of alike) {
    const inner = trees.compare(before[pair.before], after[pair.after]);
    if (inner) items.set(pair.after, inner);
    said.removed.delete(pair.before);
    said.added.delete(pair.after);
  }
  const went = (at: number): Leaf => ({ type: 'leaf', kind: 'removed', before: before[at], after: undefined });
  const came = (at: number): Leaf => ({ type: 'leaf', kind: 'added', before: undefined, after: after[at] });
  return {
    ...{ type: 'array', before, after, moved: said.moved, items },
    steady: [...stayed, ...alike].sort((a, b) => a.before - b.before),
    removed: new Map([...said.removed].sort((a, b) => a - b).map((at) => [at, went(at)])),
    added: new Map([...said.added].sort((a, b) => a - b).map((at) => [at, came(at)])),
  };
}
