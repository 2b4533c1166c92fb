import Graphology from 'graphology';
import { createRandom } from '../../../examples/memory-sample/random.js';
import type { EdgeRecord } from '../../../worker/memory/graph/records.js';
import { atLeast, type Outcome } from '../outcome.js';
import { type Alternative, compare, interleave } from '../rounds.js';
import { collect, type Data, digest, openData, SEED } from './data.js';

const HOPS = 3;
const [OURS, MAP, LIBRARY] = ['ours', 'Map of lists of edges', 'graphology'];

/** All ids within three steps of one, over edges in a Map. */
function overMap({ store }: Data): (seed: string) => readonly string[] {
  const [out, into] = [new Map<string, EdgeRecord[]>(), new Map<string, EdgeRecord[]>()];
  const put = (map: Map<string, EdgeRecord[]>, id: string, edge: EdgeRecord) => {
    const known = map.get(id);
    if (known) known.push(edge);
    else map.set(id, [edge]);
  };
  for (const edge of store.edges) {
    put(out, edge.from, edge);
    put(into, edge.to, edge);
  }
  return (seed) => {
    const seen = new Set([seed]);
    let level = [seed];
    for (let hop = 0; hop < HOPS; hop++) {
      const next: string[] = [];
      const take = (id: string) => {
        if (seen.has(id)) return;
        seen.add(id);
        next.push(id);
      };
      for (const id of level) {
        for (const { to } of out.get(id) ?? []) take(to);
        for (const { from } of into.get(id) ?? []) take(from);
      }
      level = next;
    }
    return [...seen];
  };
}

/** The same over the library. */
function overLibrary({ store }: Data): (seed: string) => readonly string[] {
  const graph = new Graphology({ multi: true });
  for (const id of Object.keys(store.nodes)) graph.addNode(id);
  for (const { from, to, type } of store.edges) graph.addDirectedEdge(from, to, { type });
  return (seed) => {
    const seen = new Set([seed]);
    let level = [seed];
    for (let hop = 0; hop < HOPS; hop++) {
      const next: string[] = [];
      for (const id of level) {
        graph.forEachNeighbor(id, (other) => {
          if (seen.has(other)) return;
          seen.add(other);
          next.push(other);
        });
      }
      level = next;
    }
    return [...seen];
  };
}

/** Row 7: who is within three steps of somebody. */
export async function hops(quick: boolean): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [label, nodes, count] of [
    ['100k', 100_000, quick ? 3 : 10],
    ['10k', 10_000, 20],
    ['1k', 1_000, 40],
  ] as const) {
    const data = openData(nodes);
    const { graph } = data;
    const random = createRandom(SEED + 6);
    const seeds = Array.from({ length: count }, () => random.below(nodes));
    const of = (name: string, reach: (seed: number) => Iterable<string>, times: number): Alternative => ({
      name,
      sample: async () => {
        let last: Iterable<string> = [];
        const began = performance.now();
        for (let i = 0; i < times; i++) for (const seed of seeds) last = reach(seed);
        const ms = (performance.now() - began) / seeds.length / times;
        return { ms, answer: digest([...last].sort()) };
      },
    });
    const [map, library] = [overMap(data), overLibrary(data)];
    const id = (slot: number): string => graph.nodes.ids[slot] ?? '';
    const ours = (seed: number) => graph.adjacency.within([seed], HOPS, graph.nodes.size);
    await collect();
    const rounds = await interleave(
      [
        {
          ...of(OURS, () => [], 1),
          sample: async () => {
            let last = new Int32Array(0);
            const times = nodes === 100_000 ? 5 : 20;
            const began = performance.now();
            for (let i = 0; i < times; i++) for (const seed of seeds) last = ours(seed) as typeof last;
            const ms = (performance.now() - began) / seeds.length / times;
            return { ms, answer: digest(Array.from(last, id).sort()) };
          },
        },
        of(MAP, (seed) => map(id(seed)), 1),
        of(LIBRARY, (seed) => library(id(seed)), 1),
      ],
      quick ? 3 : 5,
    );
    const large = nodes === 100_000;
    const name = large ? 'memory-hops' : `memory-hops-${label}`;
    const what = `all nodes within three steps, both ways, ${label} nodes`;
    outcomes.push(
      compare(rounds, {
        name,
        what: `${what}: a Map of lists of edges / ours`,
        goal: large ? atLeast(12, 30) : atLeast(1),
        ours: OURS,
        peer: MAP,
        inverted: true,
        notes: [`seed ${SEED}; ${ours(seeds[0] ?? 0).length} nodes reached from the first seed`],
      }),
      {
        ...compare(rounds, {
          name: `${name}-graphology`,
          what: `${what}: graphology / ours`,
          goal: large ? atLeast(20, 50) : atLeast(1),
          ours: OURS,
          peer: LIBRARY,
          inverted: true,
        }),
        alternatives: [],
      },
    );
  }
  return outcomes;
}
