import { PlainGraph } from '../../../../worker/memory/commits/plain-graph.js';
import type { Chat } from '../../../../worker/memory/commits/types.js';
import type { Commit, GraphOp, NodeRecord } from '../../../../worker/memory/graph/records.js';
import { fc } from '../../../fixtures/property.js';

/** Ids and columns that are ordinary data, and look like anything else. */
const ids = fc.constantFrom('n_1', 'n_2', 'n_3', '7', '__proto__', 'constructor', 'a/b', 'c~d', '-');

const nodes: fc.Arbitrary<NodeRecord> = fc.record({
  id: ids,
  type: fc.constantFrom('event', 'thread'),
  level: fc.constant('semantic'),
  title: fc.constantFrom('One', 'Two'),
  parentId: fc.constantFrom('', 'n_1'),
  childrenIds: fc.array(ids, { maxLength: 2 }),
  fields: fc
    .array(fc.tuple(ids, fc.oneof(fc.string(), fc.integer(), fc.array(fc.string(), { maxLength: 2 }))), {
      maxLength: 2,
    })
    .map((pairs) => Object.fromEntries(pairs)),
  semanticDepth: fc.nat(3),
  semanticRollup: fc.boolean(),
  seqTo: fc.nat(9),
  archived: fc.boolean(),
});

const edges = fc
  .record({ from: ids, to: ids, type: fc.constantFrom('related', 'Knows', 'a/b'), seqTo: fc.nat(9) })
  .filter(({ from, to }) => from !== to);

const ops: fc.Arbitrary<GraphOp> = fc.oneof(
  { weight: 3, arbitrary: nodes.map((node): GraphOp => ({ op: 'upsert_node', node })) },
  { weight: 1, arbitrary: ids.map((nodeId): GraphOp => ({ op: 'delete_node', nodeId })) },
  { weight: 3, arbitrary: edges.map((edge): GraphOp => ({ op: 'upsert_edge', edge })) },
  { weight: 2, arbitrary: edges.map((edge): GraphOp => ({ op: 'delete_edge', edge })) },
);

/** Messages of a chat, and how many swipes each has. */
export const FLOORS = 4;
const SWIPES = 2;

/** Logs of ours: each commit changes a counter, so that none is lost for saying nothing. */
export const commits = fc
  .array(fc.record({ floor: fc.nat(FLOORS - 1), swipe: fc.nat(SWIPES - 1), ops: fc.array(ops, { maxLength: 5 }) }), {
    maxLength: 8,
  })
  .map((list) =>
    list.map(
      (one, i): Commit => ({
        ...one,
        batch: `batch-${i}`,
        counters: { nodeSeq: i + 1, seqCounter: i, appliedSeqTo: i, loggedSeqTo: i },
        answer: null,
      }),
    ),
  );

/** A chat by the live swipe of each message. */
export const chats: fc.Arbitrary<Chat> = fc
  .array(fc.nat(SWIPES - 1), { minLength: 1, maxLength: FLOORS })
  .map((swipes) => swipes.map((swipe_id) => ({ is_user: false, mes: 'x', swipe_id })));

/** What commits make of an empty graph, those that are live in the chat. */
export function applied(list: readonly Commit[], chat: Chat): PlainGraph {
  const graph = new PlainGraph();
  for (const commit of list) {
    const swipe = commit.floor === null ? commit.swipe : chat[commit.floor]?.swipe_id;
    if (swipe === commit.swipe) graph.commit(commit);
  }
  return graph;
}
