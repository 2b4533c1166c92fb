/** Finds literals in a chunk, whole ones and one that its end cuts off. @returns the index of the next from `from` on, or -1. */
export type Finder = (chunk: string, from: number) => number;

interface Node {
  readonly next: Map<string, Node>;
  whole: boolean;
}

const escaped = (char: string) => char.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');

function pattern(node: Node): string {
  const branches = [...node.next].map(
    ([char, after]) => escaped(char) + (after.whole ? '' : `(?:$|${pattern(after)})`),
  );
  return branches.length === 1 ? (branches[0] as string) : `(?:${branches.join('|')})`;
}

/**
 * Compiles literals to one expression. It branches by single characters and never repeats, so it looks at no character
 * more often than the longest literal is long.
 */
export function makeFinder(literals: readonly string[]): Finder {
  const root: Node = { next: new Map(), whole: false };
  for (const literal of literals) {
    let node = root;
    for (const char of literal.split('')) {
      if (node.whole) break;
      let after = node.next.get(char);
      if (!after) {
        after = { next: new Map(), whole: false };
        node.next.set(char, after);
      }
      node = after;
    }
    node.whole = true;
  }
  if (root.next.size === 0) return () => -1;
  const expression = new RegExp(pattern(root), 'g');
  return (chunk, from) => {
    expression.lastIndex = from;
    return expression.exec(chunk)?.index ?? -1;
  };
}

const finders = new WeakMap<readonly string[], Finder>();

/** The finder of a list that is a constant of its module. */
export function finderOf(literals: readonly string[]): Finder {
  let finder = finders.get(literals);
  if (!finder) {
    finder = makeFinder(literals);
    finders.set(literals, finder);
  }
  return finder;
}
