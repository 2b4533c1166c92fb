import { BulkheadError } from '../../protocol/errors.js';
import type { NodeView, RecallOptions, RecallView } from '../../protocol/memory-types.js';
import { show } from '../../protocol/show.js';
import { dayOf } from '../dates/dates.js';
import type { Graph } from '../graph/graph.js';
import { toFilter } from '../graph/text.js';
import type { TypeIndex } from '../schema/type-index.js';
import type { RecallIndex } from '../search/recall-index.js';
import { type Scored, Top } from '../search/top.js';
import { Candidates } from './candidates.js';
import { choose, knownText, type Shown } from './choose.js';
import { questionsOf } from './question.js';
import { bitOf, reasonsOf } from './reasons.js';
import { shownText } from './shown-text.js';

/** Nodes and characters that are shown where the caller says nothing. */
const NODES = 8;
const CHARACTERS = 1_500;
/** Candidates of which the best are chosen: near-duplicates and what does not fit fall out. */
const SPARE = 40;
const MOST_NODES = 500;
/** Nodes that are always shown, at most, and the part of the characters that they may take. */
const MOST_HELD = 40;
const HELD = 0.4;
/** Messages whose repetitions are left out, at most. */
const MOST_KNOWN = 50;
/** Reasons that a query itself gives. */
const ASKED = bitOf('words') | bitOf('name') | bitOf('meaning') | bitOf('time');
/** The best hit by meaning counts so much of the best hit by words. */
const MEANING = 0.3;
/** The newest node counts so much more than the oldest, in parts of the best score. */
const RECENT = 0.02;

export interface RecallParts {
  readonly graph: Graph;
  readonly types: TypeIndex;
  readonly index: RecallIndex;
  /** Hits of a search by meaning, best first. Default: none. */
  readonly meaning?: readonly Scored[] | undefined;
  readonly view: (slot: number) => NodeView;
}

/** What is asked for, with everything that was left out. @throws `BAD_ARGS` naming what is wrong. */
export function readRecall({ query, messages, k = NODES, chars = CHARACTERS, types, now }: RecallOptions) {
  const texts = messages?.map((one) => (typeof one === 'string' ? one : one?.mes)) ?? [query];
  if (!texts.every((text) => typeof text === 'string') || (messages && query !== undefined))
    throw new BulkheadError(
      'BAD_ARGS',
      `recall: a query, or messages as { mes }, the newest last; got ${show(messages ?? query)}`,
    );
  for (const [name, value] of Object.entries({ k, chars }))
    if (!(typeof value === 'number' && value >= 0))
      throw new BulkheadError('BAD_ARGS', `recall: ${name} is a number from 0; got ${show(value)}`);
  const budget = { k: Math.min(MOST_NODES, Math.floor(k)), chars };
  if (now !== undefined && dayOf(now) === undefined)
    throw new BulkheadError(
      'BAD_ARGS',
      `recall: now is a number of milliseconds, or a date such as 2023-05-12; got ${show(now)}`,
    );
  const newest = messages?.at(-1);
  const asked = dayOf(now ?? (typeof newest === 'object' ? newest.send_date : undefined));
  return { texts: texts as readonly string[], budget, types, asked, hasContext: messages !== undefined };
}

/** Chooses what a model is shown: the nodes that fit the texts, the best first, within a budget. */
export function recall({ graph, types, index, meaning = [], view }: RecallParts, options: RecallOptions): RecallView[] {
  const { texts, budget, types: only, asked, hasContext } = readRecall(options);
  const { nodes } = graph;
  const filter = toFilter(only);
  const accept = (slot: number): boolean =>
    nodes.isActive(slot) && !types.isDiagnostic(slot) && (!filter || filter.has(nodes.types.key(nodes.typeKey(slot))));
  const candidates = new Candidates(graph, index, accept);
  for (const question of questionsOf(texts, index, asked)) candidates.ask(question);
  candidates.mean(meaning, MEANING);

  const best = new Top(budget.k + SPARE);
  for (const [slot, { score }] of candidates.found) best.offer(slot, score + RECENT * recencyOf(graph, slot));
  const always = heldSlots(graph, index.held, accept).map((slot) => ({
    slot,
    candidate: { score: 1, why: bitOf('always') },
    ...shownText(graph, slot),
  }));
  const first = fitting(always, budget.chars * HELD);
  const ranked = shown(graph, candidates, best.sorted(), new Set(first.map(({ slot }) => slot)));
  const known = hasContext ? texts.slice(-MOST_KNOWN).map(knownText) : [];
  return choose(ranked, first, budget, known).map(({ slot, candidate: { score, why }, text }) => ({
    ...view(slot),
    score,
    why: reasonsOf(why),
    text,
  }));
}

function* shown(
  graph: Graph,
  { found }: Candidates,
  ranked: readonly Scored[],
  held: ReadonlySet<number>,
): Generator<Shown> {
  for (const { doc: slot } of ranked) {
    const candidate = found.get(slot);
    if (!candidate || held.has(slot)) continue;
    const { text, said } = shownText(graph, slot);
    // A mere name is shown where it was asked about.
    if (text === '' || (said === '' && (candidate.why & ASKED) === 0)) continue;
    yield { slot, candidate, text, said };
  }
}

/** How new a node is: 1 for the newest turn, 0 for one without a turn. */
function recencyOf({ nodes, counters }: Graph, slot: number): number {
  const seq = nodes.seq[slot] as number;
  const latest = Math.max(1, counters.seqCounter);
  return Number.isNaN(seq) || seq < 0 ? 0 : Math.min(1, seq / latest);
}

/** Nodes that a model is always shown, the newest first. */
function heldSlots({ nodes }: Graph, held: Iterable<number>, accept: (slot: number) => boolean): number[] {
  const newest = new Top(MOST_HELD);
  for (const slot of held) if (accept(slot)) newest.offer(slot, nodes.seqOr(slot, -1));
  return newest.sorted().map(({ doc }) => doc);
}

/** As many of them as fit a part of the budget. */
function fitting(shown: readonly Shown[], chars: number): readonly Shown[] {
  let left = chars;
  return shown.filter(({ text }) => {
    if (text.length > left) return false;
    left -= text.length;
    return true;
  });
}
