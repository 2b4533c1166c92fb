import { KeywordIndex } from '../../../worker/memory/search/keyword-index.js';
import { naiveReads } from '../../fixtures/memory/naive/reads.js';
import { atLeast, type Outcome } from '../outcome.js';
import { compare, median } from '../rounds.js';
import { type Asked, askAll, p50, p99 } from './asked.js';
import { collect, commonQueries, type Data, mixedQueries, openData, SEED } from './data.js';
import { askMiniSearch, type Found, flexSearch, miniSearch, orama } from './peers.js';

const K = 20;
const [OURS, INDEX, MINI, ORAMA, FLEX, NAIVE] = [
  'ours, with its 20 views',
  'ours, the index alone',
  'MiniSearch, ranked as we do',
  'Orama (BM25)',
  'FlexSearch (other hits)',
  'naive scan',
];

/** Of a query, so that p99 is what one in a hundred takes. */
const EACH = 400;

function ofNodes({ graph }: Data) {
  const slot = (hit: { readonly id: string; readonly score: number }) => [graph.nodes.find(hit.id), hit.score];
  return {
    views: (hits: readonly { readonly id: string; readonly score: number }[]) => JSON.stringify(hits.map(slot)),
    hits: (hits: readonly Found[]) => JSON.stringify(hits.map(({ doc, score }) => [doc, score])),
  };
}

/** Who answers like the contract: our two, MiniSearch, and the naive version. */
function exact(data: Data, mini: ReturnType<typeof miniSearch>, naives: number, minis: number): Asked[] {
  const [reads, naive, show] = [data.reads(), naiveReads(data.naive), ofNodes(data)];
  return [
    { name: OURS, each: EACH, ask: (query) => reads.keywordSearch({ query, k: K }), show: show.views },
    {
      name: INDEX,
      each: EACH,
      ask: (query) => data.search.keyword(query, K, data.types, data.accept),
      show: show.hits,
    },
    { name: MINI, each: minis, ask: (query) => askMiniSearch(mini, query, K), show: show.hits },
    { name: NAIVE, each: naives, ask: (query) => naive.keywordSearch({ query, k: K }), show: show.views },
  ];
}

/** Words of any kind: rows 1 and 2 of the goals, and the sizes at which nobody needs an index. */
export async function keyword(quick: boolean): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const rounds = quick ? 2 : 5;
  for (const [label, nodes] of [
    ['100k', 100_000],
    ['10k', 10_000],
    ['1k', 1_000],
  ] as const) {
    const data = openData(nodes);
    const large = label === '100k';
    const mini = miniSearch(data.texts);
    const askers = exact(data, mini, large ? (quick ? 1 : 8) : quick ? 10 : 40, quick ? 30 : EACH);
    const others: Asked[] = [];
    if (!quick || !large) {
      const [flex, bm25] = [flexSearch(data.texts), await orama(data.texts)];
      others.push(
        { name: FLEX, each: large ? 100 : EACH, ask: (query) => flex(query, K) },
        { name: ORAMA, each: large ? 100 : EACH, ask: (query) => bm25(query, K) },
      );
    }
    await collect();
    const asked = await askAll([...askers, ...others], mixedQueries((rounds + 1) * EACH), rounds);
    const name = large ? 'memory-keyword' : `memory-keyword-${label}`;
    const notes = [
      `${nodes} nodes, seed ${SEED}; each query timed by itself; queries of one to eight words, common and rare`,
      'Orama and FlexSearch rank otherwise: their speed is no comparison of equals',
    ];
    outcomes.push(
      compare(asked, {
        name,
        what: `keywordSearch at ${label} nodes: naive scan (the median of its queries, which all take as long) / ours (p99)`,
        goal: large ? atLeast(150, 500) : atLeast(1),
        ours: p99(OURS),
        peer: p50(NAIVE),
        inverted: true,
        notes,
      }),
      {
        ...compare(asked, {
          name: `${name}-mini`,
          what: `the same, index against index: MiniSearch / ours, both p99, equal answers, ${label} nodes`,
          goal: large ? atLeast(30, 150) : atLeast(1),
          ours: p99(INDEX),
          peer: p99(MINI),
          inverted: true,
        }),
        alternatives: [],
      },
    );
  }
  return outcomes;
}

/** The losing mix: only words that most texts hold. Row 2b. */
export async function common(quick: boolean): Promise<Outcome[]> {
  const rounds = quick ? 2 : 5;
  const data = openData(100_000);
  const mini = miniSearch(data.texts);
  await collect();
  const askers = exact(data, mini, quick ? 2 : 8, quick ? 60 : EACH);
  const asked = await askAll(askers, commonQueries(data, (rounds + 1) * EACH), rounds);
  const what = 'queries made of the thirty commonest words only, 100k nodes';
  return [
    compare(asked, {
      name: 'memory-common',
      what: `${what}: MiniSearch / ours, both p99, equal answers`,
      goal: atLeast(60, 250),
      ours: p99(INDEX),
      peer: p99(MINI),
      inverted: true,
      notes: [`seed ${SEED}`],
    }),
    {
      ...compare(asked, {
        name: 'memory-common-naive',
        what: `${what}: naive scan / ours, both p50`,
        goal: atLeast(80),
        ours: p50(OURS),
        peer: p50(NAIVE),
        inverted: true,
      }),
      alternatives: [],
    },
  ];
}

const answers = (ask: (query: string) => readonly Found[]): string =>
  JSON.stringify(mixedQueries(20).map((query) => ask(query).map(({ doc, score }) => [doc, score])));

function built({ texts }: Data): KeywordIndex {
  const index = new KeywordIndex();
  for (const { id, text } of texts) index.set(id, text);
  return index;
}

/** Rows 3 and 5: making an index, and what one changed node costs. */
export async function build(quick: boolean): Promise<Outcome[]> {
  const rounds = quick ? 2 : 5;
  const data = openData(100_000);
  const [ours, peer, once, replaced, anew] = [[], [], [], [], []] as number[][] as [
    number[],
    number[],
    number[],
    number[],
    number[],
  ];
  const timed = <T>(into: number[], count: number, round: number, work: () => T): T => {
    const began = performance.now();
    const done = work();
    if (round >= 0) into.push((performance.now() - began) / count);
    return done;
  };
  let differ: string | null = null;
  const check = (index: KeywordIndex, mini: ReturnType<typeof miniSearch>, when: string) => {
    const same = answers((query) => index.search(query, K)) === answers((query) => askMiniSearch(mini, query, K));
    if (!same) differ ??= `${when}, the two find other nodes`;
  };
  for (let round = quick ? 0 : -1; round < rounds; round++) {
    await collect();
    const index = timed(ours, 1, round, () => built(data));
    await collect();
    const mini = timed(peer, 1, round, () => miniSearch(data.texts));
    check(index, mini, 'built');
    const changed = data.texts
      .filter((_, i) => i % 250 === 0)
      .map(({ id, text }, i) => ({ id, text: `${text} ${data.texts[i * 7]?.text.slice(0, 40)}` }));
    timed(once, changed.length, round, () => {
      for (const { id, text } of changed) index.set(id, text);
    });
    timed(replaced, changed.length, round, () => {
      for (const one of changed) mini.replace(one);
    });
    anew.push(ours.at(-1) ?? Number.NaN);
    check(index, mini, 'changed');
  }
  const names = { ours: 'ours', peer: 'MiniSearch' };
  const of = (times: readonly (readonly [string, readonly number[]])[]) => ({
    ...{ count: rounds, differ },
    of: (name: string) => new Map(times).get(name) ?? [],
    timings: times.map(([name, all]) => ({ name, p50: median(all), min: Math.min(...all), max: Math.max(...all) })),
  });
  const update = of([
    [names.ours, once],
    [names.peer, replaced],
    ['ours, built anew', ours],
  ]);
  return [
    compare(
      of([
        [names.ours, ours],
        [names.peer, peer],
      ]),
      {
        ...names,
        name: 'memory-build',
        what: 'making the index of 100k nodes: MiniSearch / ours, equal answers',
        goal: atLeast(3, 8),
        inverted: true,
        notes: [
          `seed ${SEED}; both read the same texts, MiniSearch by an expression and without a second look at the words`,
        ],
      },
    ),
    compare(update, {
      ...names,
      name: 'memory-update',
      what: 'one changed node at 100k: MiniSearch / ours, mean of 400, equal answers afterwards',
      goal: atLeast(1.5, 5),
      inverted: true,
      notes: ['neither clears away what was replaced within so few'],
    }),
    {
      ...compare(update, {
        ours: names.ours,
        peer: 'ours, built anew',
        name: 'memory-update-anew',
        what: 'one changed node at 100k: making the whole index anew / changing it',
        goal: atLeast(10_000),
        inverted: true,
      }),
      alternatives: [],
    },
  ];
}
