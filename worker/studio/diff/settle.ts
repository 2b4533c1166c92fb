import type { Members } from './plain.js';
import type { ArrayNode, Leaf, Node, ObjectNode, Pair } from './tree.js';

/** What is not to be, by the part of the tree it belongs to: all of it, or of a text the text that is to be in its place. */
export type Refused = ReadonlyMap<Node | Pair, true | { readonly text: string }>;

/** In the place of a member or an item that is not there. */
const MISSING = Symbol('missing');

/** The version after, without what is refused. It shares parts with both versions. */
export function settled(node: Node, refused: Refused): unknown {
  if (refused.size === 0) return node.after;
  const value = settle(node, refused);
  return value === MISSING ? null : value;
}

function settle(node: Node, refused: Refused): unknown {
  const all = refused.get(node);
  if (all === true) return node.type === 'leaf' && node.kind === 'added' ? MISSING : node.before;
  if (all) return all.text;
  if (node.type === 'leaf') return node.kind === 'removed' ? MISSING : node.after;
  return node.type === 'object' ? settleObject(node, refused) : settleArray(node, refused);
}

/** Members keep the order they have after; one that comes back stands behind whatever it stood behind. */
function settleObject({ before, after, members }: ObjectNode, refused: Refused): Members {
  const values = new Map<string, unknown>();
  for (const key of Object.keys(after)) {
    const inner = members.get(key);
    const value = inner ? settle(inner, refused) : after[key];
    if (value !== MISSING) values.set(key, value);
  }
  const back = new Map<string | undefined, string[]>();
  let last: string | undefined;
  for (const key of Object.keys(before)) {
    if (values.has(key)) last = key;
    else {
      const inner = members.get(key);
      const value = inner ? settle(inner, refused) : MISSING;
      if (value === MISSING) continue;
      back.set(last, [...(back.get(last) ?? []), key]);
    }
  }
  const entries: [string, unknown][] = [];
  const bring = (keys: readonly string[] = []) => {
    for (const key of keys) entries.push([key, before[key]]);
  };
  bring(back.get(undefined));
  for (const [key, value] of values) {
    entries.push([key, value]);
    bring(back.get(key));
  }
  return Object.fromEntries(entries);
}

/**
 * Items that are in the same order on both sides stay as they are; between two of them stands first what is as it was before, then what
 * is as it is after. So with nothing refused the order is that after, with everything refused that before, and in between everything that
 * is left of one side is in that side’s order.
 */
function settleArray(node: ArrayNode, refused: Refused): unknown[] {
  const { before, after, steady, moved, removed, added, items } = node;
  const value = (pair: Pair): unknown => {
    const inner = items.get(pair.after);
    return inner ? settle(inner, refused) : after[pair.after];
  };
  const asBefore = new Map<number, unknown>();
  const asAfter = new Map<number, unknown>();
  const keep = (into: Map<number, unknown>, at: number, leaf: Leaf) => {
    const left = settle(leaf, refused);
    if (left !== MISSING) into.set(at, left);
  };
  for (const [at, leaf] of removed) keep(asBefore, at, leaf);
  for (const [at, leaf] of added) keep(asAfter, at, leaf);
  for (const pair of moved) {
    if (refused.has(pair)) asBefore.set(pair.before, value(pair));
    else asAfter.set(pair.after, value(pair));
  }
  const result: unknown[] = [];
  let [left, right] = [0, 0];
  for (const pair of [...steady, { before: before.length, after: after.length }]) {
    for (; left < pair.before; left += 1) if (asBefore.has(left)) result.push(asBefore.get(left));
    for (; right < pair.after; right += 1) if (asAfter.has(right)) result.push(asAfter.get(right));
    if (pair.after < after.length) result.push(value(pair));
    left = pair.before + 1;
    right = pair.after + 1;
  }
  return result;
}
