import type { ChangeKind } from '../../protocol/studio.js';
import { arrayNode } from './array-node.js';
import { deltaOf } from './delta.js';
import { isMembers, type Members } from './plain.js';

/** A value that came, went or became another. A side that is missing is `undefined`. */
export interface Leaf {
  readonly type: 'leaf';
  readonly kind: Exclude<ChangeKind, 'moved'>;
  readonly before: unknown;
  readonly after: unknown;
}

/** An object on both sides, with what differs of its members. */
export interface ObjectNode {
  readonly type: 'object';
  readonly before: Members;
  readonly after: Members;
  readonly members: ReadonlyMap<string, Node>;
}

/** An item that is in both arrays: its places. */
export interface Pair {
  readonly before: number;
  readonly after: number;
}

/** An array on both sides: which items are the same, and what became of them. */
export interface ArrayNode {
  readonly type: 'array';
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
  /** In the same order on both sides. */
  readonly steady: readonly Pair[];
  /** In another order, by their places after. */
  readonly moved: readonly Pair[];
  /** By their places before. */
  readonly removed: ReadonlyMap<number, Leaf>;
  /** By their places after. */
  readonly added: ReadonlyMap<number, Leaf>;
  /** What differs within items that are in both, by their places after. */
  readonly items: ReadonlyMap<number, Node>;
}

/** What differs between two values. */
export type Node = Leaf | ObjectNode | ArrayNode;

/** Reads a delta with the two values that it is of. Items of arrays that are alike are taken for changed, which a delta does not know. */
export function treeOf(delta: unknown, before: unknown, after: unknown): Node {
  if (Array.isArray(delta)) return leafOf(delta, before, after);
  if (Array.isArray(before) && Array.isArray(after)) return arrayNode(delta, before, after, TREES);
  if (!isMembers(before) || !isMembers(after)) return { type: 'leaf', kind: 'changed', before, after };
  const members = Object.entries(delta as Members).map(
    ([key, inner]) => [key, treeOf(inner, own(before, key), own(after, key))] as const,
  );
  return { type: 'object', before, after, members: new Map(members) };
}

const TREES = {
  read: treeOf,
  compare(before: unknown, after: unknown): Node | null {
    // That a text is another is all that is wanted here.
    const delta = deltaOf(before, after, 0);
    return delta === undefined ? null : treeOf(delta, before, after);
  },
};

const own = (value: Members, key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined);

function leafOf(delta: readonly unknown[], before: unknown, after: unknown): Leaf {
  if (delta.length === 1) return { type: 'leaf', kind: 'added', before: undefined, after };
  if (delta.length === 3 && delta[2] === 0) return { type: 'leaf', kind: 'removed', before, after: undefined };
  return { type: 'leaf', kind: 'changed', before, after };
}
