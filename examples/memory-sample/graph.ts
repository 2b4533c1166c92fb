import type { NodeRecord, StoreData } from '../../worker/memory/index.js';
import { linksOf } from './links.js';
import { createProse, type Prose } from './prose.js';
import { createRandom, type Random } from './random.js';
import { type GraphOptions, type Shape, shapesOf } from './shape.js';

type Row = { readonly title: string; readonly fields: { readonly [column: string]: unknown } };

/** Floor of a turn's answer in a chat that starts with a greeting and then goes back and forth. */
const floorOf = (turn: number): number => 2 * (turn - 1);

function rowOf(shape: Shape, characters: number, isCjk: boolean, prose: Prose): Row {
  const quarter = Math.max(4, Math.floor(characters / 4) - 4);
  const part = (): string => prose.text(quarter, isCjk);
  switch (shape.kind) {
    case 'character_sheet':
      return {
        title: prose.person(isCjk),
        fields: {
          aliases: [prose.phrase(isCjk ? 1 : 2, isCjk)],
          traits: part(),
          identity: part(),
          goal: part(),
          inventory: [prose.phrase(1, isCjk), prose.phrase(1, isCjk)],
          language_sample: part(),
        },
      };
    case 'location_state':
      return {
        title: prose.place(isCjk),
        fields: { controller: prose.person(isCjk), danger: part(), resources: part(), state: part() },
      };
    default:
      return {
        title: prose.phrase(isCjk ? 2 : 3, isCjk),
        fields: { status: 'active', note: prose.text(characters - 6, isCjk) },
      };
  }
}

/** The turn that mentions people, places and threads last; an event stays where it happened. */
const lastTurn = (shape: Shape, turns: number, random: Random): number =>
  shape.kind === 'event' ? shape.turn : shape.turn + random.below(turns - shape.turn + 1);

/**
 * A made-up graph, valid and in order: for demonstrations, for tests and for measuring. Linear in nodes and edges.
 * @see GraphOptions for what it looks like where nothing is said
 */
export function generateGraph(options: GraphOptions): StoreData {
  const random = createRandom(options.seed);
  const { cjkShare = 0.35, charactersPerNode = 200, archivedShare = 0.03 } = options;
  const shapes = shapesOf(options, random);
  const { edges, firstPerson } = linksOf(shapes, options, random);
  const prose = createProse(random);
  const turns = shapes.reduce((most, { turn }) => Math.max(most, turn), 0);
  const isCjk = shapes.map(() => random.chance(cjkShare));
  const rows = shapes.map((shape, index): Row | undefined =>
    shape.kind === 'event' ? undefined : rowOf(shape, charactersPerNode, isCjk[index] === true, prose),
  );
  const nodes: { [id: string]: NodeRecord } = {};
  const counts = new Map<number, number>();
  shapes.forEach((shape, index) => {
    const id = `n_${index + 1}`;
    const number = (counts.get(shape.depth) ?? 0) + 1;
    if (shape.kind === 'event') counts.set(shape.depth, number);
    const who = firstPerson[index] ?? -1;
    // A name in the other script would make a Chinese text half English.
    const person = isCjk[who] === isCjk[index] ? rows[who]?.title : undefined;
    const row = rows[index] ?? {
      title: shape.depth === 0 ? `Summary ${number}` : `event Summary L${shape.depth} #${number}`,
      fields: { summary: prose.text(charactersPerNode, isCjk[index] === true, person) },
    };
    const first = firstTurn(shapes, shape);
    nodes[id] = {
      id,
      type: shape.kind,
      level: 'semantic',
      title: row.title,
      parentId: shape.parent < 0 ? '' : `n_${shape.parent + 1}`,
      childrenIds: shape.children.map((child) => `n_${child + 1}`),
      fields: row.fields,
      semanticDepth: shape.depth,
      semanticRollup: shape.depth > 0,
      seqTo: lastTurn(shape, turns, random),
      archived: random.chance(archivedShare),
      ...(shape.kind === 'event' && {
        floorRange: { start: Math.max(0, floorOf(first) - 1), end: floorOf(shape.turn) },
      }),
    };
  });
  return {
    nodes,
    edges,
    nodeSeq: shapes.length,
    seqCounter: turns,
    appliedSeqTo: turns,
    loggedSeqTo: turns,
    sourceMessageCount: turns === 0 ? 0 : floorOf(turns) + 1,
    lastRecallTrace: [],
    lastRecallProjection: null,
  };
}

function firstTurn(shapes: readonly Shape[], shape: Shape): number {
  const [first] = shape.children;
  const child = first === undefined ? undefined : shapes[first];
  return child === undefined ? shape.turn : firstTurn(shapes, child);
}
