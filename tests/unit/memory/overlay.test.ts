import { expect, test } from 'vitest';
import { ChatGraph } from '../../../worker/memory/chat/chat-graph.js';
import { replaceBy } from '../../../worker/memory/chat/replace.js';
import { Graph, type RawStore } from '../../../worker/memory/graph/graph.js';
import { planOf } from '../../../worker/memory/guests/commit.js';
import { MemoryOverlay } from '../../../worker/memory/guests/overlay.js';
import type { GuestWrite } from '../../../worker/memory/guests/write-request.js';
import { openLogs } from '../../../worker/memory/log/logs.js';
import { anyStore } from '../../fixtures/memory/arbitrary-store.js';
import { anyWriteCall } from '../../fixtures/memory/arbitrary-writes.js';
import { fc } from '../../fixtures/property.js';

const WRITER = { plugin: 'p', types: null };

/** A chat's memory that begins with this store. */
async function chatWith(store: RawStore): Promise<ChatGraph> {
  const chat = await ChatGraph.open({
    ...{ logs: openLogs({ store: null }), chat: 'c', types: undefined, ownTypes: undefined },
    onChange: () => {},
  });
  await chat.write('seed', 'commit', [{ plan: replaceBy(Graph.from(store).toOrdered()) }]);
  return chat;
}

/** A graph as data, whatever the order in which it came about. */
const dataOf = ({ graph }: { readonly graph: Graph }) => {
  const { nodes, edges, nodeSeq, seqCounter } = graph.toStore();
  return { nodes, edges: new Set(edges.map((edge) => JSON.stringify(edge))), nodeSeq, seqCounter };
};

const settle = async (work: Promise<unknown>) =>
  work.then(
    (value) => JSON.stringify(value),
    (error: { readonly code: string }) => error.code,
  );

/** What a guest can send: JSON without the one key that is refused at the door. */
const asSent = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value) ?? 'null', (key, inner) => (key === '__proto__' ? undefined : inner));

const cases = anyStore.chain((store) =>
  fc.record({
    store: fc.constant(asSent(store) as typeof store),
    writes: fc.array(anyWriteCall(store), { minLength: 1, maxLength: 6 }),
  }),
);

test('writes beside the graph, committed, come to what the same writes upon it come to, and an undo takes all of it back', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ store, writes }) => {
      const [direct, beside] = [await chatWith(store), await chatWith(store)];
      const seed = dataOf(beside);
      const overlay = new MemoryOverlay(beside);
      for (const [i, { method, args }] of writes.entries()) {
        const options = (asSent(args[0]) ?? {}) as Readonly<Record<string, unknown>>;
        const request = { kind: 'write', method: method as GuestWrite, options, ops: 1 } as const;
        const answers = [direct.write(`b${i}`, request.method, [options]), overlay.write(WRITER, request)];
        const [here, there] = await Promise.all(answers.map(settle));
        expect(there).toBe(here);
      }
      expect(dataOf(overlay)).toEqual(dataOf(direct));
      expect(dataOf(beside)).toEqual(seed);
      const effects = overlay.effects();
      expect(MemoryOverlay.deltas(effects)).toBeTypeOf('object');
      await beside.write('commit', 'commit', [{ plan: planOf(beside, 'w', effects, []) }]);
      expect(dataOf(beside)).toEqual(dataOf(direct));
      if (effects.length > 0) {
        await beside.undo('undo');
        const { nodes, edges } = dataOf(beside);
        expect({ nodes, edges }).toEqual({ nodes: seed.nodes, edges: seed.edges });
      }
      for (const chat of [direct, beside]) chat.close();
    }),
    { numRuns: 150 },
  );
});
