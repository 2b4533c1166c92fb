import type { Random } from './random.js';

/** What a generated graph is to look like. Shares go from 0 to 1. */
export interface GraphOptions {
  /** A whole number; the same one and the same options give the same graph. */
  readonly seed: number;
  /** How many nodes, rollups and archived ones included. */
  readonly nodes: number;
  /** Share of the nodes written in Chinese. Default: 0.35. */
  readonly cjkShare?: number;
  /** Characters of a node's fields together, about. Default: 200. */
  readonly charactersPerNode?: number;
  /** Edges for each node, those from rollups to their children included. Default: 3.7. */
  readonly edgesPerNode?: number;
  /** Share of the links whose target is drawn by Zipf's law, so that some nodes become hubs. Default: 0.5. */
  readonly hubShare?: number;
  /** Share of the leaves that stand under a rollup. Default: 0.8. */
  readonly rollupShare?: number;
  /** Children of a rollup. Default: 8. */
  readonly rollupSize?: number;
  /** Levels of rollups, one above the other. Default: 1. */
  readonly rollupLevels?: number;
  /** Share of the nodes that are archived. Default: 0.03. */
  readonly archivedShare?: number;
  /** Share of the leaves that are people, places and threads; the rest are events. Default: 0.08. */
  readonly entityShare?: number;
}

export type Kind = 'event' | 'character_sheet' | 'location_state' | 'thread';

/** A node before it has a text. */
export interface Shape {
  readonly kind: Kind;
  readonly depth: number;
  /** Turn in which it was made, from 1. */
  readonly turn: number;
  parent: number;
  readonly children: number[];
}

/** Half of the entities are people. */
const entityKind = (random: Random): Kind => {
  const drawn = random.next();
  return drawn < 0.5 ? 'character_sheet' : drawn < 0.8 ? 'location_state' : 'thread';
};

/**
 * The nodes in the order they are made: one event a turn, now and then someone or something new, and a rollup as soon as
 * enough of the oldest events wait for one. Indexes count from 0; a parent of -1 means none.
 */
export function shapesOf(options: GraphOptions, random: Random): readonly Shape[] {
  const { rollupShare = 0.8, rollupSize = 8, rollupLevels = 1, entityShare = 0.08 } = options;
  const shapes: Shape[] = [];
  const waiting: number[][] = [];
  let turn = 0;
  let leaves = 0;
  let covered = 0;

  const wait = (depth: number, at: number): void => {
    waiting[depth] ??= [];
    waiting[depth].push(at);
  };
  const fold = (depth: number): void => {
    const children = (waiting[depth - 1] ?? []).splice(0, rollupSize);
    const at = shapes.length;
    for (const child of children) {
      const shape = shapes[child];
      if (shape) shape.parent = at;
    }
    shapes.push({ kind: 'event', depth, turn: shapes[children.at(-1) ?? 0]?.turn ?? turn, parent: -1, children });
    wait(depth, at);
  };
  const isFull = (depth: number): boolean => (waiting[depth - 1]?.length ?? 0) >= rollupSize;
  /** Rollups of rollups as soon as they can be made; the first level only as far as the share goes. */
  const foldable = (): number => {
    for (let depth = rollupLevels; depth > 1; depth -= 1) if (isFull(depth)) return depth;
    return rollupLevels > 0 && isFull(1) && covered + rollupSize <= rollupShare * leaves ? 1 : 0;
  };

  while (shapes.length < options.nodes) {
    const depth = foldable();
    if (depth > 0) {
      if (depth === 1) covered += rollupSize;
      fold(depth);
      continue;
    }
    const isEntity = leaves < 2 || random.chance(entityShare);
    const kind = !isEntity ? 'event' : leaves < 2 ? 'character_sheet' : entityKind(random);
    if (!isEntity || turn === 0) turn += 1;
    leaves += 1;
    if (!isEntity) wait(0, shapes.length);
    shapes.push({ kind, depth: 0, turn, parent: -1, children: [] });
  }
  return shapes;
}
