import { byTimeline } from '../../../worker/memory/search/order.js';
import { nameTexts } from '../../../worker/memory/search/search-text.js';
import { atLeast, type Outcome } from '../outcome.js';
import { compare } from '../rounds.js';
import { type Asked, askAll, p50 } from './asked.js';
import { collect, type Data, letterQueries, nameQueries, openData, SEED } from './data.js';

const [OURS, LOOP] = ['ours', 'every name in lower case at each call'];

/** What suggests itself: each name of each node in lower case, at each call. */
function loop({ graph, types, texts }: Data): (query: string) => readonly number[] {
  const names = texts.map(({ id }) => ({ id, names: nameTexts(graph, types, id) }));
  const order = byTimeline(graph);
  return (query) => {
    const wanted = query.trim().toLowerCase();
    const found: number[] = [];
    for (const { id, names: own } of names) {
      for (const name of own) {
        if (!name.toLowerCase().includes(wanted)) continue;
        found.push(id);
        break;
      }
    }
    return found.sort(order);
  };
}

/** Row 6, and what an index of names is no good for. */
export async function names(quick: boolean): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const rounds = quick ? 3 : 5;
  for (const [label, nodes] of [
    ['100k', 100_000],
    ['10k', 10_000],
    ['1k', 1_000],
  ] as const) {
    const data = openData(nodes);
    const large = label === '100k';
    const slow = large ? (quick ? 20 : 80) : 400;
    const plain = loop(data);
    const askers = (each: number): Asked[] => [
      {
        name: OURS,
        each,
        times: large ? 1 : 20,
        ask: (query) => data.search.names(query, data.types, data.accept),
        show: (found: readonly number[]) => JSON.stringify(found),
      },
      {
        name: LOOP,
        each: Math.min(each, slow),
        times: nodes === 1_000 ? 20 : 1,
        ask: plain,
        show: (found: readonly number[]) => JSON.stringify(found),
      },
    ];
    for (const slice of data.search.prepare('names', data.types)) void slice;
    // The index of parts is finished by searches.
    for (let i = 0; i < nodes / 500; i++) data.search.names('none of them', data.types, data.accept);
    await collect();
    const usual = await askAll(askers(400), nameQueries(data, (rounds + 1) * 400), rounds);
    const letters = await askAll(askers(large ? 20 : 100), letterQueries(data, (rounds + 1) * 100), rounds);
    const name = large ? 'memory-names' : `memory-names-${label}`;
    outcomes.push(
      compare(usual, {
        name,
        what: `findByName at ${label} nodes: a loop over all names, each made lower case / ours, both p50`,
        goal: large ? atLeast(30, 100) : atLeast(1),
        ours: p50(OURS),
        peer: p50(LOOP),
        inverted: true,
        notes: [`seed ${SEED}; names, parts of names, and names that nobody has`],
      }),
      compare(letters, {
        name: `${name}-letter`,
        what: `the same for one letter, which most names hold, at ${label} nodes, both p50`,
        goal: atLeast(1),
        ours: p50(OURS),
        peer: p50(LOOP),
        inverted: true,
      }),
    );
  }
  return outcomes;
}
