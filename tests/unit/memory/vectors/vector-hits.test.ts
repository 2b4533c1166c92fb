import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { NodeRecord, StoreData } from '../../../../worker/memory/graph/records.js';
import {
  type BackendHit,
  backendCount,
  type HitNodes,
  hitCount,
  vectorHits,
} from '../../../../worker/memory/vectors/vector-hits.js';

interface SearchVectors {
  readonly store: StoreData;
  readonly cases: readonly {
    readonly id: string;
    readonly args: readonly [{ readonly query: string; readonly types?: string[]; readonly k?: number }];
    readonly backendHits: readonly BackendHit[];
    readonly expected: { readonly ok: readonly { readonly id: string; readonly score: number }[] };
  }[];
}

const file = new URL('../../../conformance/vectors/memory-graph/vector-search.json', import.meta.url);
const { store, cases } = JSON.parse(readFileSync(file, 'utf8')) as SearchVectors;
const nodes = new Map(Object.entries(store.nodes));
const lookup: HitNodes<NodeRecord> = { node: (id) => nodes.get(id) };

test.each(cases)('recorded hits become the recorded nodes: $id', ({ args: [options], backendHits, expected }) => {
  // A blank query never reaches the index.
  const hits = options.query.trim() === '' ? [] : backendHits;
  const found = vectorHits(hits, lookup, options).map(({ node, score }) => ({ id: node.id, score }));
  expect(found).toEqual(expected.ok.map(({ id, score }) => ({ id, score })));
});

test('a hit is found by the hash of its vector too, and a node that is hit twice comes once', () => {
  const idOfHash = (hash: number) => (hash === 5 ? 'n_13' : undefined);
  const hits = [
    { hash: 5, score: 0.4 },
    { hash: 6, score: 0.9 },
    { nodeId: 'gone', hash: 5, score: 0.5 },
    { nodeId: 'n_13', score: 0.6 },
    { nodeId: 'n_1', score: Number.NaN },
    { score: 1 },
  ];
  expect(vectorHits(hits, { ...lookup, idOfHash }).map(({ node, score }) => [node.id, score])).toEqual([['n_13', 0.6]]);
});

test('types are compared in any case, blank ones do not count, and traces of recalls are no memories', () => {
  const kinds = ['Event', 'recall', 'recall_trace', 'recalled'];
  const all = new Map(kinds.map((type) => [type, { id: type, type, archived: false }]));
  const hits = kinds.map((nodeId, i) => ({ nodeId, score: 1 - i / 10 }));
  const ids = (types?: string[]) =>
    vectorHits(hits, { node: (id) => all.get(id) }, { types }).map(({ node }) => node.id);
  expect(ids()).toEqual(['Event', 'recalled']);
  expect(ids([' '])).toEqual(['Event', 'recalled']);
  expect(ids([' eVENT '])).toEqual(['Event']);
  expect(ids(['recall'])).toEqual([]);
});

test('k is a whole number of at least 1, 20 when it is none, and the index is asked for 20 at least', () => {
  expect([undefined, 'x', Number.NaN, 0, -3, 2.9, 30].map(hitCount)).toEqual([20, 20, 20, 1, 1, 2, 30]);
  expect([undefined, 1, 30].map(backendCount)).toEqual([20, 20, 30]);
});
