import { naiveReads } from '../../fixtures/memory/naive/reads.js';
import { atLeast, type Outcome } from '../outcome.js';
import { type Alternative, compare, interleave } from '../rounds.js';
import { collect, type Data, digest, openData, SEED } from './data.js';

const FIRST = 50;
const [OURS, ANEW, NAIVE] = ['ours', 'ours, everything anew', 'naive'];

/** One node gets another ordinal: the smallest write that moves something in the pool. */
function writer({ graph, naive }: Data): (turn: number) => void {
  const [nodes, size] = [naive.nodes as Map<string, object>, graph.nodes.size];
  return (turn) => {
    const slot = (turn * 7_919) % size;
    const [id, seqTo] = [graph.nodes.ids[slot] ?? '', turn % size];
    graph.patchNode(slot, { seqTo });
    nodes.set(id, { ...nodes.get(id), seqTo });
  };
}

/** The first fifty candidates after each small write. No row of the goals; the pool is what a recall begins with. */
export async function pool(quick: boolean): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [label, nodes, times] of [
    ['100k', 100_000, quick ? 20 : 50],
    ['1k', 1_000, 50],
  ] as const) {
    const data = openData(nodes);
    const write = writer(data);
    const [reads, naive] = [data.reads(), naiveReads(data.naive)];
    let turn = 0;
    let shared: string | undefined;
    const reading = (name: string, count: number, list: () => readonly { readonly id: string }[]): Alternative => ({
      name,
      sample: async () => {
        let ms = 0;
        for (let i = 0; i < count; i++) {
          turn += 1;
          write(turn);
          const began = performance.now();
          list();
          ms += performance.now() - began;
        }
        // Writes go on from one alternative to the next: all are asked about the same graph.
        const answers = [reads, data.reads(), naive].map((one) => digest(one.listVisibleCandidates({ limit: FIRST })));
        if (new Set(answers).size > 1) shared ??= answers.join('; ');
        return { ms: ms / count };
      },
    });
    await collect();
    const rounds = await interleave(
      [
        reading(OURS, times, () => reads.listVisibleCandidates({ limit: FIRST })),
        reading(ANEW, 2, () => data.reads().listVisibleCandidates({ limit: FIRST })),
        reading(NAIVE, 1, () => naive.listVisibleCandidates({ limit: FIRST })),
      ],
      quick ? 3 : 5,
    );
    const large = nodes === 100_000;
    outcomes.push({
      ...compare(rounds, {
        name: large ? 'memory-pool' : `memory-pool-${label}`,
        what: `the first ${FIRST} candidates after a write of one node, ${label} nodes: naive / ours`,
        goal: large ? atLeast(1_000) : atLeast(1),
        ours: OURS,
        peer: NAIVE,
        inverted: true,
        notes: [`seed ${SEED}; goal of our own: the survey has no row for it`],
      }),
      differ: shared ?? null,
    });
  }
  return outcomes;
}
