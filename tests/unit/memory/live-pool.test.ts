import { expect, test } from 'vitest';
import { generateGraph } from '../../../examples/memory-sample/graph.js';
import { Graph, type RawStore } from '../../../worker/memory/graph/graph.js';
import type { NodeRecord } from '../../../worker/memory/graph/records.js';
import { LivePool } from '../../../worker/memory/reads/live-pool.js';
import { poolOf } from '../../../worker/memory/reads/pool.js';
import { typesInForce } from '../../../worker/memory/schema/normalize.js';
import { TypeIndex } from '../../../worker/memory/schema/type-index.js';
import { anyStore } from '../../fixtures/memory/arbitrary-store.js';
import { anyWriteCall } from '../../fixtures/memory/arbitrary-writes.js';
import { naiveNormalize } from '../../fixtures/memory/naive/normalize.js';
import { openWrites } from '../../fixtures/memory/open-writes.js';
import { fc } from '../../fixtures/property.js';

const typesOf = (graph: Graph) => new TypeIndex(typesInForce(undefined, undefined), graph.nodes);
const small = fc.nat({ max: 11 });
const anyPatch = fc.record({
  slot: small,
  patch: fc.record(
    {
      seqTo: fc.nat({ max: 9 }),
      archived: fc.boolean(),
      type: fc.constantFrom('event', 'thread', 'recall'),
      semanticDepth: fc.nat({ max: 2 }),
      parentId: small.map((n) => (n === 0 ? '' : `n_${n}`)),
      childrenIds: fc.uniqueArray(
        small.map((n) => `n_${n}`),
        { maxLength: 3 },
      ),
    },
    { requiredKeys: [] },
  ),
  remove: fc.boolean(),
});

test('a pool that is kept is the one that would be made, whatever is written', async () => {
  const any = anyStore.chain((store) => {
    const tidy = naiveNormalize(store);
    return fc.record({
      tidy: fc.constant(tidy),
      calls: fc.array(anyWriteCall({ ...tidy, lastRecallProjection: null }), { minLength: 1, maxLength: 8 }),
    });
  });
  await fc.assert(
    fc.asyncProperty(any, async ({ tidy, calls }) => {
      const { graph, call } = openWrites(tidy);
      if (graph === null) throw new Error('no graph');
      const [types, live] = [typesOf(graph), new LivePool(graph)];
      expect(live.of(types)).toEqual(poolOf(graph, types));
      for (const { method, args } of calls) {
        await Promise.resolve(call(method, args)).catch(() => {});
        expect(live.of(types)).toEqual(poolOf(graph, types));
      }
    }),
    { numRuns: 400 },
  );
});

test('it is so in a graph whose parents and children contradict each other, too', () => {
  fc.assert(
    fc.property(anyStore, fc.array(fc.array(anyPatch, { maxLength: 3 }), { maxLength: 6 }), (store, turns) => {
      const graph = Graph.from(structuredClone(store) as RawStore);
      const [types, live] = [typesOf(graph), new LivePool(graph)];
      for (const turn of turns) {
        for (const { slot, patch, remove } of turn) {
          if (slot >= graph.nodes.size || !graph.holds(slot)) {
            const id = `n_${slot}`;
            const base = { id, level: 'semantic', title: id, fields: {}, semanticRollup: false, archived: false };
            const more = { type: 'event', parentId: '', childrenIds: [], semanticDepth: 0, ...patch };
            graph.putNode({ ...base, ...more } as NodeRecord);
          } else if (remove) graph.removeNodes([graph.nodes.ids[slot] ?? '']);
          else graph.patchNode(slot, patch as Partial<NodeRecord>);
        }
        expect(live.of(types)).toEqual(poolOf(graph, types));
      }
    }),
    { numRuns: 1_000 },
  );
});

test('it follows many changes in a large graph, one by one and all at once', () => {
  const graph = Graph.from(generateGraph({ seed: 5, nodes: 2_000, rollupLevels: 2 }) as never);
  const [types, live] = [typesOf(graph), new LivePool(graph)];
  for (let turn = 1; turn <= 60; turn++) {
    for (let i = 0; i < (turn % 20 === 0 ? 300 : 3); i++) {
      const slot = (turn * 131 + i * 17) % graph.nodes.size;
      graph.patchNode(slot, turn % 2 === 0 ? { archived: i % 2 === 0 } : { seqTo: (turn * i) % 500 });
    }
    expect(live.of(types)).toEqual(poolOf(graph, types));
  }
});
