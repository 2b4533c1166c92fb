import { edgeSummary } from '../../fixtures/memory/naive/edge-summary.js';
import { type Projected, projected } from '../../fixtures/memory/naive/projection.js';
import { byId } from '../../fixtures/memory/naive/store.js';
import { atLeast, type Outcome } from '../outcome.js';
import { type Alternative, compare, interleave } from '../rounds.js';
import { collect, type Data, digest, openData, SEED } from './data.js';

const timed = (name: string, run: () => Iterable<unknown>, per = 1): Alternative => ({
  name,
  sample: async () => {
    const began = performance.now();
    const answer = run();
    return { ms: (performance.now() - began) / per, answer: digest(answer) };
  },
});

/** Row 8: all edges lifted onto the pool. */
export async function projection(quick: boolean): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [label, nodes] of [
    ['100k', 100_000],
    ['10k', 10_000],
    ['1k', 1_000],
  ] as const) {
    const data = openData(nodes);
    const ids = data
      .reads()
      .listVisibleCandidates()
      .map(({ id }) => id);
    await collect();
    const [ours, peer] = ['ours', 'as the document says'];
    const rounds = await interleave(
      [
        timed(ours, () => data.reads().projectEdges({ visibleNodeIds: ids })),
        timed(peer, () =>
          projected(data.naive, new Set(ids), { excludeInternal: true }).map(({ from, to, type, weight }) => ({
            ...{ from, to, type, weight },
          })),
        ),
      ],
      quick ? 3 : 7,
    );
    const large = nodes === 100_000;
    outcomes.push(
      compare(rounds, {
        name: large ? 'memory-projection' : `memory-projection-${label}`,
        what: `projectEdges onto the pool, views made, ${label} nodes: climbing from both ends of each edge / ours`,
        goal: large ? atLeast(10, 27) : atLeast(1),
        ...{ ours, peer },
        inverted: true,
        notes: [
          `seed ${SEED}; ${ids.length} visible, ${data.store.edges.length} edges; nothing is cached between rounds`,
        ],
      }),
    );
  }
  return outcomes;
}

/** The summary of one node out of edges that are projected already: all of them are looked at. */
function filtered({ store }: Data, edges: readonly Projected[], id: string) {
  const relations = new Map<string, { relation: string; direction: 'in' | 'out'; count: number }>();
  const neighbors = new Map<string, number>();
  let degree = 0;
  for (const { from, to, type, weight, seq } of edges) {
    if (from !== id && to !== id) continue;
    const direction = from === id ? 'out' : 'in';
    const other = from === id ? to : from;
    degree += weight;
    const relation = relations.get(`${direction}:${type}`) ?? { relation: type, direction, count: 0 };
    relation.count += weight;
    relations.set(`${direction}:${type}`, relation);
    neighbors.set(other, Math.max(neighbors.get(other) ?? 0, seq));
  }
  return {
    degree,
    relations: [...relations.values()].sort((a, b) => b.count - a.count),
    sample_neighbors: [...neighbors]
      .sort(([a, left], [b, right]) => right - left || byId(a, b))
      .slice(0, 8)
      .map(([other, to_seq]) => ({
        ...{ id: other, type: store.nodes[other]?.type, title: store.nodes[other]?.title, to_seq },
      })),
  };
}

/** Rows 9 and 10: a summary of every candidate. */
export async function summaries(quick: boolean): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [label, nodes, sampled] of [
    ['10k', 10_000, quick ? 3 : 10],
    ['1k', 1_000, 60],
  ] as const) {
    const data = openData(nodes);
    const ids = data
      .reads()
      .listVisibleCandidates()
      .map(({ id }) => id);
    const visible = new Set(ids);
    data.injection.record({ visibleIds: ids });
    const some = ids.filter((_, i) => i % Math.floor(ids.length / sampled) === 0);
    let all: readonly unknown[] = [];
    const [ours, each, cached] = ['ours', 'projected anew for each', 'one projection, filtered for each'];
    const one = timed(each, () => some.map((id) => edgeSummary(data.naive, id, visible)), some.length / ids.length);
    const place = new Map(ids.map((id, i) => [id, i]));
    await collect();
    const rounds = await interleave(
      [
        {
          name: ours,
          sample: async () => {
            const reads = data.reads();
            const began = performance.now();
            all = ids.map((id) => reads.getEdgeSummary(id));
            const ms = performance.now() - began;
            return { ms, answer: digest(some.map((id) => all[place.get(id) ?? 0])) };
          },
        },
        one,
        {
          name: cached,
          sample: async () => {
            const began = performance.now();
            const edges = projected(data.naive, visible, { excludeInternal: false });
            const found = ids.map((id) => filtered(data, edges, id));
            const ms = performance.now() - began;
            if (digest(found) !== digest(all)) throw new Error('a summary differs');
            return { ms, answer: digest(some.map((id) => found[place.get(id) ?? 0])) };
          },
        },
      ],
      quick ? 3 : 5,
    );
    const large = nodes === 10_000;
    const name = large ? 'memory-summaries' : `memory-summaries-${label}`;
    const what = `edge summaries of all ${ids.length} candidates, ${label} nodes`;
    outcomes.push(
      compare(rounds, {
        name,
        what: `${what}: each projected anew, EXTRAPOLATED from ${some.length} / ours`,
        goal: large ? atLeast(3_000, 10_000) : atLeast(100),
        ours,
        peer: each,
        inverted: true,
        notes: [`seed ${SEED}; all of them are compared with the filtered ones, and ${some.length} with all three`],
      }),
      {
        ...compare(rounds, {
          name: `${name}-cached`,
          what: `${what}: one projection that is filtered for each / ours`,
          goal: large ? atLeast(50, 150) : atLeast(1),
          ours,
          peer: cached,
          inverted: true,
        }),
        alternatives: [],
      },
    );
  }
  return outcomes;
}
