import { expect, test } from 'vitest';
import { Graph, type RawStore } from '../../../worker/memory/graph/graph.js';
import { ARCHIVED, SEMANTIC } from '../../../worker/memory/graph/nodes.js';
import type { NodeRecord } from '../../../worker/memory/graph/records.js';
import { latestSeq } from '../../../worker/memory/reads/latest-seq.js';
import { anyStore } from '../../fixtures/memory/arbitrary-store.js';
import { fc } from '../../fixtures/property.js';

/** By looking at every node. */
function looked({ nodes, counters }: Graph): number {
  const active = [...nodes.slots()].filter((slot) => nodes.has(slot, SEMANTIC) && !nodes.has(slot, ARCHIVED));
  const seqs = active.map((slot) => nodes.seq[slot] || 0);
  return Math.max(0, counters.appliedSeqTo, counters.loggedSeqTo, ...seqs);
}

const change = fc.record({
  slot: fc.nat({ max: 11 }),
  patch: fc.record(
    { seqTo: fc.nat({ max: 9 }), archived: fc.boolean(), level: fc.constantFrom('semantic', 'episodic') },
    { requiredKeys: [] },
  ),
  remove: fc.boolean(),
});
const turn = fc.record({ changes: fc.array(change, { maxLength: 4 }), back: fc.boolean(), ask: fc.boolean() });

test('the latest ordinal is that of all nodes, whatever is archived, removed, or taken back', () => {
  fc.assert(
    fc.property(anyStore, fc.array(turn, { maxLength: 8 }), (store, turns) => {
      const graph = Graph.from(structuredClone(store) as RawStore);
      graph.counters = { ...graph.counters, appliedSeqTo: 0, loggedSeqTo: 0 };
      expect(latestSeq(graph)).toBe(looked(graph));
      for (const { changes, back, ask } of turns) {
        const journal = graph.begin();
        for (const { slot, patch, remove } of changes) {
          const id = graph.holds(slot) ? (graph.nodes.ids[slot] ?? '') : `n_new_${slot}`;
          const base = { id, level: 'semantic', type: 'event', title: id, fields: {}, semanticRollup: false };
          const more = { parentId: '', childrenIds: [], semanticDepth: 0, archived: false, ...patch };
          if (remove) graph.removeNodes([id]);
          else graph.putNode({ ...base, ...more } as NodeRecord);
        }
        if (ask) expect(latestSeq(graph)).toBe(looked(graph));
        if (back) journal.rollback();
        else journal.close();
        expect(latestSeq(graph)).toBe(looked(graph));
      }
    }),
    { numRuns: 1_000 },
  );
});
