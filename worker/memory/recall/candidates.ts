import type { RecallReason } from '../../protocol/memory-types.js';
import type { Graph } from '../graph/graph.js';
import { NONE } from '../graph/nodes.js';
import { isEvent } from '../search/node-text.js';
import type { RecallIndex } from '../search/recall-index.js';
import type { Scored } from '../search/top.js';
import { eachLinked, linkedTo } from './linked.js';
import type { Question } from './question.js';
import { bitOf } from './reasons.js';

/** Hits by words that are looked at closely. */
const MOST_HITS = 200;
/** What was said by the one who is asked about counts so much more. */
const BY_SPEAKER = 0.8;
/** What is linked to what is named counts so much more. */
const BY_NAME = 0.4;
/** Nodes of the days that are asked about that are looked at. */
const MOST_TIMED = 1_000;
/** A question counts so much of an answer. */
const ASKED = 0.85;
/** A turn passes so much of its score on to the next ones, and to those before; the farther, the less. */
const ONWARDS = 0.4;
const BACKWARDS = 0.25;
const NEAR = 4;
const FADE = 3;
/** Nodes that are passed over on the way to a neighbour: those of other types lie between turns. */
const STRIDE = 12;
/** A link passes so much on; one of many links of a node less. */
const LINKED = 0.3;
const MOST_LINKED = 40;
/** A node with more links than this is about everything, and passes nothing on. */
const MOST_LINKS = 64;
/** What has the name that is asked about, in parts of the best score. */
const NAMED = 0.6;
/** With a best score below this, nothing is really about the text. */
const SURE = 8;

/** A node that may be recalled. */
export interface Candidate {
  score: number;
  /** Reasons, see `reasonsOf`. */
  why: number;
}

/** Finds what may be recalled of one graph. */
export class Candidates {
  readonly #graph: Graph;
  readonly #index: RecallIndex;
  readonly #accept: (slot: number) => boolean;
  readonly #found = new Map<number, Candidate>();

  constructor(graph: Graph, index: RecallIndex, accept: (slot: number) => boolean) {
    this.#graph = graph;
    this.#index = index;
    this.#accept = accept;
  }

  /** All that was found so far, by slot. */
  get found(): ReadonlyMap<number, Candidate> {
    return this.#found;
  }

  /** Adds what one question finds, by words, names, turns around them, and links. */
  ask(question: Question): void {
    const hits = this.#worded(question);
    const timed = this.#timed(question);
    const best = Math.max(hits[0]?.score ?? 0, timed[0]?.score ?? 0);
    const scale = best === 0 ? 0 : (question.weight * Math.min(1, best / SURE)) / best;
    const named = this.#named(question.names);
    for (const { doc, score } of hits) this.#add(doc, score * scale, 'words');
    for (const [doc, score] of this.#around(hits)) this.#add(doc, score * scale, 'near');
    for (const doc of named) this.#add(doc, NAMED * question.weight, 'name');
    for (const { doc, score } of timed) this.#add(doc, score * scale, 'time');
    for (const [doc, score] of this.#linked(hits.slice(0, MOST_LINKED))) this.#add(doc, score * scale, 'link');
  }

  /**
   * Adds hits of a search by meaning, best first, and the turns around them. The best counts `weight`, the last nothing: what a
   * score of 0.8 means is another thing with each model.
   */
  mean(found: readonly Scored[], weight: number): void {
    const hits = found.filter(({ score }) => score > 0);
    const [best = 0, least = 0] = [hits[0]?.score, hits.at(-1)?.score];
    const scale = hits.length > 1 && best > least ? weight / (best - least) : 0;
    const scaled = hits.map(({ doc, score }) => ({ doc, score: scale === 0 ? weight : (score - least) * scale }));
    for (const { doc, score } of scaled) this.#add(doc, score, 'meaning');
    for (const [doc, score] of this.#around(scaled)) this.#add(doc, score, 'near');
  }

  #add(doc: number, score: number, why: RecallReason): void {
    if (!(score > 0) || !this.#accept(doc)) return;
    const known = this.#found.get(doc);
    if (!known) this.#found.set(doc, { score, why: bitOf(why) });
    else {
      known.score += score;
      known.why |= bitOf(why);
    }
  }

  /** Hits by words, those first that are by or about whom the question names. */
  #worded(question: Question): Scored[] {
    return this.#weighed(question, this.#index.search(question.words, MOST_HITS, this.#accept));
  }

  /** What was said on the days that are asked about, or speaks of them. A day counts as a word of as few nodes would; less where a node speaks of a longer time. */
  #timed(question: Question): Scored[] {
    const found = [...this.#index.days.docsIn(question.days, MOST_TIMED)];
    const rarity = this.#index.rarity(found.reduce((sum, { share }) => sum + share, 0));
    const hits = found.map(({ doc, share }) => ({ doc, score: rarity * share }));
    return this.#weighed(question, hits);
  }

  #weighed({ speakers, names }: Question, hits: readonly Scored[]): Scored[] {
    const [speaker] = speakers.length === 1 ? speakers : [];
    const about = this.#linkedToNamed(names, hits);
    return hits
      .map(({ doc, score }) => {
        const by = speaker !== undefined && this.#index.speakers.isNamed(doc, speaker) ? 1 + BY_SPEAKER : 1;
        const of = about.has(doc) ? 1 + BY_NAME : 1;
        return { doc, score: score * by * of * (this.#asks(doc) ? ASKED : 1) };
      })
      .sort((a, b) => b.score - a.score);
  }

  #asks(doc: number): boolean {
    const { summary } = this.#graph.nodes.fields(doc);
    return typeof summary === 'string' && /[?？]\s*$/.test(summary);
  }

  #named(names: readonly string[]): readonly number[] {
    return names.flatMap((name) => [...firstOf(this.#index.names.docsOf(name), NEAR)]);
  }

  /** Those of the hits that are linked to something of these names. */
  #linkedToNamed(names: readonly string[], hits: readonly Scored[]): ReadonlySet<number> {
    const docs = new Set(hits.map(({ doc }) => doc));
    const found = new Set<number>();
    if (docs.size === 0) return found;
    for (const named of this.#named(names))
      eachLinked(this.#graph, named, (other) => {
        if (docs.has(other)) found.add(other);
      });
    return found;
  }

  /** What stands just before and after hits: an answer follows its question, and seldom repeats its words. */
  #around(hits: readonly Scored[]): ReadonlyMap<number, number> {
    const passed = new Map<number, number>();
    for (const { doc, score } of hits) {
      // Only turns follow one another; people and things lie side by side by chance.
      if (!isEvent(this.#graph.nodes, doc)) continue;
      for (const [direction, share] of [
        [1, ONWARDS],
        [-1, BACKWARDS],
      ] as const) {
        let at = doc;
        for (let step = 0; step < NEAR; step++) {
          at = this.#next(at, direction);
          if (at === NONE) break;
          passed.set(at, (passed.get(at) ?? 0) + score * share * Math.exp(-step / FADE));
        }
      }
    }
    return passed;
  }

  /** The next node of the same type in the order in which they were made, if its turn is near. */
  #next(slot: number, direction: 1 | -1): number {
    const { nodes } = this.#graph;
    const type = nodes.typeKey(slot);
    for (
      let at = slot + direction, passed = 0;
      at >= 0 && at < nodes.size && passed < STRIDE;
      at += direction, passed++
    ) {
      if (!nodes.isActive(at) || nodes.typeKey(at) !== type) continue;
      const apart = Math.abs((nodes.seq[at] as number) - (nodes.seq[slot] as number));
      return apart > NEAR ? NONE : at;
    }
    return NONE;
  }

  #linked(hits: readonly Scored[]): ReadonlyMap<number, number> {
    const passed = new Map<number, number>();
    for (const { doc, score } of hits) {
      const others = linkedTo(this.#graph, doc, MOST_LINKS);
      const share = (score * LINKED) / Math.sqrt(Math.max(1, others.length));
      for (const other of others) passed.set(other, Math.max(passed.get(other) ?? 0, share));
    }
    return passed;
  }
}

function* firstOf<T>(items: Iterable<T>, most: number): Generator<T> {
  let left = most;
  for (const item of items) {
    if (left-- <= 0) return;
    yield item;
  }
}
