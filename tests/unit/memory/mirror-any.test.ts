import { expect, test } from 'vitest';
import { ChatGraph } from '../../../worker/memory/chat/chat-graph.js';
import { mergeMirror, mirrorOf } from '../../../worker/memory/chat/mirror.js';
import { readMirror, writeMirror } from '../../../worker/memory/chat/mirror-text.js';
import { toCommon } from '../../../worker/memory/chat/names.js';
import type { Commit, GraphOp, NodeRecord } from '../../../worker/memory/graph/records.js';
import { openLogs } from '../../../worker/memory/log/logs.js';
import { fc } from '../../fixtures/property.js';

const device = () =>
  ChatGraph.open({
    ...{ logs: openLogs({ store: null }), chat: 'chat', types: undefined, ownTypes: undefined },
    onChange: () => {},
  });

const text = fc.string({ unit: 'binary', maxLength: 30 });
const column = fc.constantFrom('a', 'b', 'c', '1', '__proto__', 'constructor');
const id = fc.constantFrom('n_1', 'n_2', 'n_3_abcdef', '__proto__');
const ordinal = fc.nat(1_000);
const node: fc.Arbitrary<NodeRecord> = fc
  .record(
    {
      ...{ id, type: fc.constantFrom('event', 'thread'), level: fc.constant('semantic'), title: text },
      ...{ parentId: fc.constantFrom('', 'n_1'), childrenIds: fc.array(id, { maxLength: 3 }) },
      ...{ fields: fc.dictionary(column, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }), semanticDepth: ordinal },
      ...{ semanticRollup: fc.boolean(), archived: fc.boolean(), seqTo: ordinal, supersededBy: id },
      floorRange: fc.record({ start: ordinal, end: ordinal }),
    },
    {
      requiredKeys: [
        ...(['id', 'type', 'level', 'title', 'parentId', 'childrenIds', 'fields'] as const),
        ...(['semanticDepth', 'semanticRollup', 'archived'] as const),
      ],
    },
  )
  .map((one) => JSON.parse(JSON.stringify(one)));
const edge = fc.record({ from: id, to: id, type: text, seqTo: ordinal }, { requiredKeys: ['from', 'to', 'type'] });
const op: fc.Arbitrary<GraphOp> = fc.oneof(
  fc.record({ op: fc.constant('upsert_node' as const), node }),
  fc.record({ op: fc.constant('delete_node' as const), nodeId: id }),
  fc.record({ op: fc.constantFrom('upsert_edge' as const, 'delete_edge' as const), edge }),
);
const commit: fc.Arbitrary<Commit> = fc.record({
  ...{ batch: fc.oneof(fc.uuid(), fc.string({ minLength: 1 })), floor: fc.option(ordinal), swipe: ordinal },
  ...{ ops: fc.array(op, { maxLength: 6 }), answer: fc.constant(null) },
  counters: fc.record({ nodeSeq: ordinal, seqCounter: ordinal, appliedSeqTo: ordinal, loggedSeqTo: ordinal }),
});

test('whatever commits are written, the very same are read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(commit, { maxLength: 12 }), fc.array(text), async (commits, gone) => {
      const written = await writeMirror({ family: 'abcdef', commits, gone }, 262_144);
      const read = await readMirror(written.text);
      const common = commits.map((one) => toCommon(one, 'abcdef'));
      // As text, because members that are undefined are none.
      expect(JSON.parse(JSON.stringify(read.commits))).toEqual(JSON.parse(JSON.stringify(common)));
      expect(read.commits.flatMap(({ ops }) => ops.map(columnsOf))).toEqual(
        commits.flatMap(({ ops }) => ops.map(columnsOf)),
      );
      expect(read.gone).toEqual(JSON.parse(JSON.stringify(gone)));
      expect((await writeMirror({ family: 'abcdef', commits, gone }, 262_144)).text).toBe(written.text);
    }),
    { numRuns: 200 },
  );
});

/** The columns of a node, in their order. */
const columnsOf = (change: GraphOp) => (change.op === 'upsert_node' ? Object.keys(change.node.fields) : []);

const step = fc.record({
  kind: fc.constantFrom('create', 'edit', 'link', 'archive', 'delete', 'undo'),
  pick: fc.nat(),
  other: fc.nat(),
  words: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
});

test('whatever is written to a memory, a mirror makes the same graph elsewhere', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const [from, to] = [await device(), await device()];
      const ids: string[] = [];
      const some = (pick: number) => ids[pick % Math.max(1, ids.length)] ?? 'n_1';
      for (const { kind, pick, other, words } of steps) {
        const batch = crypto.randomUUID();
        const write = (ops: readonly object[]) => from.write(batch, 'applyExtractionBatch', [{ ops }]);
        if (kind === 'create') {
          const made = await from.write(batch, 'createNode', [
            { type: 'thread', title: words, fields: { status: words } },
          ]);
          ids.push((made as { readonly id: string }).id);
        } else if (kind === 'edit') await write([{ op: 'edit', nodeId: some(pick), setFields: { note: words } }]);
        else if (kind === 'archive') await write([{ op: 'edit', nodeId: some(pick), clearFields: ['status'] }]);
        else if (kind === 'delete') await write([{ op: 'delete', nodeId: some(pick) }]);
        else if (kind === 'undo') await from.undo(batch);
        else {
          const links = [{ targetNodeId: some(other), relation: 'knows', direction: 'outgoing' }];
          await write([{ op: 'link_upsert', sourceNodeId: some(pick), links }]);
        }
      }
      await mergeMirror(to, (await mirrorOf(from, 262_144)).text);
      const all = ({ reads: { api } }: ChatGraph) => [api.listNodes({ activeOnly: false }), api.listEdges({})];
      expect(all(to)).toEqual(all(from));
    }),
    { numRuns: 100 },
  );
});
