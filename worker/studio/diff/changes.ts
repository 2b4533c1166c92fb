import type { ChangeHead, ChangeKind } from '../../protocol/studio.js';
import { checksum } from './checksum.js';
import { identity } from './delta.js';
import { comparePaths, pathText, type Step } from './paths.js';
import type { ArrayNode, Leaf, Node, Pair } from './tree.js';
import { wholeNodes } from './whole.js';

/** One change of a tree: what it is about, and the part of the tree that it belongs to. */
export interface Change {
  readonly head: ChangeHead;
  readonly steps: readonly Step[];
  readonly before: unknown;
  readonly after: unknown;
  /** A node of the tree, or the pair of an item that has moved. */
  readonly of: Node | Pair;
}

/** Longer parts of ids are shortened to their beginning and a checksum. */
const PART_CHARS = 60;
const ID_CHARS = 400;

/** A value in which more changes than this is described by larger changes instead of single ones. */
const MOST_CHANGES = 2_000;

const short = (text: string, most = PART_CHARS): string =>
  text.length <= most ? text : `${text.slice(0, most)}…${checksum(text)}`;

/** All changes of a tree, sorted by path. An id stays the same in every comparison with the same version before. */
export function changesOf(root: Node, most = MOST_CHANGES): readonly Change[] {
  const found: Change[] = [];
  const ids = new Map<string, number>();
  const whole = wholeNodes(root, most);
  const add = (
    longId: string,
    kind: ChangeKind,
    steps: readonly Step[],
    { before, after, of }: Pick<Change, 'before' | 'after' | 'of'>,
    from?: string,
  ) => {
    const id = short(longId, ID_CHARS);
    const count = (ids.get(id) ?? 0) + 1;
    ids.set(id, count);
    const head = {
      id: count > 1 ? `${id} ${count}` : id,
      ...{ path: pathText(steps), kind, ...(from !== undefined && { from }) },
    };
    found.push({ head, steps, before, after, of });
  };
  const leaf = (node: Leaf, steps: readonly Step[], id: string) => add(id, node.kind, steps, { ...node, of: node });
  const walk = (node: Node, steps: readonly Step[], id: string): void => {
    if (node.type === 'leaf') leaf(node, steps, id);
    else if (whole.has(node)) add(id, 'changed', steps, { ...node, of: node });
    else if (node.type === 'array') array(node, steps, id);
    else {
      for (const [key, inner] of node.members) walk(inner, [...steps, key], `${id}.${short(JSON.stringify(key))}`);
    }
  };
  const array = (node: ArrayNode, steps: readonly Step[], id: string): void => {
    for (const [at, inner] of node.removed) leaf(inner, [...steps, at], `${id}[${at}]`);
    for (const [at, inner] of node.added) {
      leaf(inner, [...steps, at], `${id}[+${short(JSON.stringify(identity(inner.after, at)))}]`);
    }
    for (const pair of node.moved) {
      const sides = { before: node.before[pair.before], after: node.after[pair.after], of: pair };
      add(`${id}[${pair.before}]>`, 'moved', [...steps, pair.after], sides, pathText([...steps, pair.before]));
    }
    for (const pair of [...node.steady, ...node.moved]) {
      const inner = node.items.get(pair.after);
      if (inner) walk(inner, [...steps, pair.after], `${id}[${pair.before}]`);
    }
  };
  walk(root, [], '$');
  return found.sort((a, b) => comparePaths(a.steps, b.steps));
}
