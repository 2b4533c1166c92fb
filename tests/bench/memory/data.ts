import { generateGraph } from '../../../examples/memory-sample/graph.js';
import { createProse } from '../../../examples/memory-sample/prose.js';
import { createRandom, type Random } from '../../../examples/memory-sample/random.js';
import { Graph } from '../../../worker/memory/graph/graph.js';
import type { StoreData } from '../../../worker/memory/graph/records.js';
import { Injection } from '../../../worker/memory/reads/injection.js';
import { Reads } from '../../../worker/memory/reads/reads.js';
import { typesInForce } from '../../../worker/memory/schema/normalize.js';
import { TypeIndex } from '../../../worker/memory/schema/type-index.js';
import { FuzzyIndex } from '../../../worker/memory/search/fuzzy-index.js';
import { LiveSearch } from '../../../worker/memory/search/live-search.js';
import { searchText } from '../../../worker/memory/search/search-text.js';
import type { RawStore } from '../../fixtures/memory/naive/store.js';
import { tokensOf } from '../../fixtures/memory/naive/tokens.js';

/** Of everything that is made up here. */
export const SEED = 11;

/** A graph of so many nodes, as the engine has it and as the naive version has it. */
export interface Data {
  readonly store: StoreData;
  /** The same; nodes in a Map, where the naive version finds them fastest. */
  readonly naive: RawStore;
  readonly graph: Graph;
  readonly types: TypeIndex;
  readonly search: LiveSearch;
  readonly injection: Injection;
  /** Reads that have cached nothing yet. */
  reads(): Reads;
  /** Slots and texts of all nodes that a search looks at. */
  readonly texts: readonly { readonly id: number; readonly text: string }[];
  accept(slot: number): boolean;
}

/** Makes a graph and everything that reads it. */
export function openData(nodes: number): Data {
  const store = generateGraph({ seed: SEED, nodes });
  const graph = Graph.from(store as never);
  const types = new TypeIndex(typesInForce(undefined, undefined), graph.nodes);
  const [search, injection] = [new LiveSearch(graph, 'bigram', (texts) => new FuzzyIndex(texts)), new Injection()];
  const accept = (slot: number) => graph.nodes.isActive(slot) && !types.isDiagnostic(slot);
  const texts = [...graph.nodes.slots()].filter(accept).map((id) => ({ id, text: searchText(graph, types, id) }));
  return {
    ...{ store, graph, types, search, injection, texts, accept },
    naive: { ...store, nodes: new Map(Object.entries(store.nodes)) },
    reads: () => new Reads({ graph, types: () => types, injection, search, frozen: false }),
  };
}

const made = (count: number, make: (random: Random) => string, salt: number): readonly string[] => {
  const random = createRandom(SEED + salt);
  return Array.from({ length: count }, () => make(random));
};

/** Queries of one to eight words, as common and as rare as those of the texts; 35 of 100 in Chinese. */
export function mixedQueries(count: number): readonly string[] {
  const prose = createProse(createRandom(SEED + 1));
  return made(count, (random) => prose.phrase(1 + random.below(8), random.chance(0.35)), 2);
}

/** Queries of one to six of the thirty words that most texts hold. */
export function commonQueries({ texts }: Data, count: number): readonly string[] {
  const counts = new Map<string, number>();
  for (const { text } of texts) {
    for (const token of new Set(tokensOf(text, 'bigram'))) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  const words = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 30)
    .map(([word]) => word);
  return made(count, (random) => Array.from({ length: 1 + random.below(6) }, () => random.pick(words)).join(' '), 3);
}

/** What somebody asks before making a person, a place or a thread: a name, a part of one, or one that nobody has. */
export function nameQueries({ store }: Data, count: number): readonly string[] {
  const names = Object.values(store.nodes)
    .filter(({ type }) => type !== 'event')
    .map(({ title }) => title);
  const part = (random: Random): string => {
    const name = random.pick(names);
    const words = name.split(' ');
    const drawn = random.next();
    if (drawn < 0.4) return name;
    if (drawn < 0.8) return words.length > 1 ? random.pick(words) : name.slice(0, 2);
    if (drawn < 0.9) return `${name}x`;
    return name.slice(0, 2 + random.below(4));
  };
  return made(count, part, 4);
}

/** One letter or character of a name. */
export const letterQueries = ({ store }: Data, count: number): readonly string[] => {
  const titles = Object.values(store.nodes).map(({ title }) => title.replaceAll(' ', ''));
  return made(
    count,
    (random) => {
      const title = random.pick(titles);
      return title[random.below(title.length)] ?? 'a';
    },
    5,
  );
};

/** A number for a list of any length, by which two lists can be compared. */
export function digest(list: Iterable<unknown>): string {
  let [hash, count] = [0x811c9dc5, 0];
  for (const item of list) {
    const text = JSON.stringify(item);
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    hash = Math.imul(hash ^ 10, 0x01000193);
    count += 1;
  }
  return `${count} of ${(hash >>> 0).toString(16)}`;
}

/** Lets the garbage of what came before go, where the browser was told that it may be asked. */
export async function collect(): Promise<void> {
  const { gc } = globalThis as { gc?: (options: { type: 'major'; execution: 'async' }) => Promise<void> };
  await gc?.({ type: 'major', execution: 'async' });
}
