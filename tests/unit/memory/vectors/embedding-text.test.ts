import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { StoreData } from '../../../../worker/memory/graph/records.js';
import { stringHash } from '../../../../worker/memory/graph/string-hash.js';
import {
  collectionId,
  type EmbeddedNode,
  type EmbeddedType,
  embeddingText,
  indexedText,
  vectorHash,
} from '../../../../worker/memory/vectors/embedding-text.js';
import { planOfEmpty } from '../../../fixtures/memory/contract/plan.js';

const vectors = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../conformance/vectors/memory-graph/${name}.json`, import.meta.url), 'utf8'),
  ) as unknown;

interface IndexVector {
  readonly id: string;
  readonly store: StoreData;
  readonly profile: { readonly source: string; readonly model: string };
  readonly texts: { readonly [id: string]: string };
  readonly hashes: { readonly [id: string]: number };
  readonly plan: unknown;
}

/** The default schema, as the vectors of its normalisation give it. */
const schema = (vectors('schema-normalize') as { cases: { expected: EmbeddedType[] }[] }).cases[0]?.expected ?? [];
const typeOf = (type: string) => schema.find(({ id }) => id === type.toLowerCase());

test.each((vectors('vector-index') as { cases: IndexVector[] }).cases)(
  'texts, hashes and plan of the recorded store $id',
  ({ store, profile, texts, hashes, plan }) => {
    const nodes = Object.values(store.nodes);
    const own = nodes.map((node) => [node.id, embeddingText(node, typeOf(node.type))] as const);
    expect(Object.fromEntries(own)).toEqual(texts);
    const ownHashes = nodes.map((node) => [node.id, vectorHash(node, texts[node.id] ?? '', profile)]);
    expect(Object.fromEntries(ownHashes)).toEqual(hashes);
    expect(planOfEmpty(nodes, profile, typeOf)).toEqual(plan);
  },
);

const node = (over: Partial<EmbeddedNode> = {}): EmbeddedNode => ({
  id: 'n_1',
  type: 'thread',
  title: 'The debt',
  fields: {},
  seqTo: 3,
  archived: false,
  semanticRollup: false,
  ...over,
});
const maker = { source: 'lab', model: 'm1' };

test('columns come first and in their order, then other fields with their names; an embedding is no text', () => {
  const fields = { mood: 'grim', note: 'due\n in  May', status: 'open', embedding: [1, 2], empty: '', none: null };
  expect(embeddingText(node({ fields }), typeOf('thread'))).toBe('The debt | due in May | mood: grim | status: open');
});

test('a type without embedding columns has its table’s, and an unknown one the built-in list', () => {
  const fields = { status: ['a', 2, { b: 1 }], summary: 'S', other: { deep: true } };
  const bare: EmbeddedType = { id: 'thread', tableColumns: ['status', 'name'], embeddingColumns: [] };
  expect(embeddingText(node({ fields }), bare)).toBe('a, 2, {"b":1} | The debt | summary: S | other: {"deep":true}');
  expect(embeddingText(node({ fields }), undefined)).toBe('The debt | S | a, 2, {"b":1} | other: {"deep":true}');
});

test('fields with the names of an object’s own machinery are ordinary ones', () => {
  const fields = JSON.parse('{"__proto__":"p","constructor":"c"}') as EmbeddedNode['fields'];
  expect(embeddingText(node({ fields }), undefined)).toBe('The debt | __proto__: p | constructor: c');
  const bare: EmbeddedType = { id: 'x', tableColumns: ['toString', '__proto__'], embeddingColumns: [] };
  expect(embeddingText(node({ fields }), bare)).toBe('p | constructor: c');
});

test('archived nodes, rollups of events and nodes without a text are not indexed', () => {
  const nodes = [
    node({ id: 'a', archived: true }),
    node({ id: 'b', type: 'Event', semanticRollup: true }),
    node({ id: 'c', title: ' ' }),
    node({ id: 'd', semanticRollup: true }),
  ];
  const indexed = nodes.filter((one) => indexedText(one, typeOf(one.type)) !== undefined);
  expect(indexed.map(({ id }) => id)).toEqual(['d']);
});

test('the key of a vector is another one when its node, its text, its turn or the maker is', () => {
  const key = (over: Partial<EmbeddedNode> = {}, text = 'T', by = maker) => vectorHash(node(over), text, by);
  expect(key()).toBe(key({ title: 'of no matter' }));
  const others = [key({ id: 'n_2' }), key({}, 'U'), key({ seqTo: 4 }), key({}, 'T', { ...maker, model: 'm2' })];
  expect(new Set([key(), ...others]).size).toBe(5);
});

test('chats have collections of their own, whatever letters their ids are made of', () => {
  expect(collectionId('Alice-2024_01')).toBe('mg_Alice-2024_01');
  const ids = ['对话一', '对话二', 'a b', 'a.b', 'a_b'].map(collectionId);
  expect(new Set(ids).size).toBe(5);
  for (const id of ids) expect(id).toMatch(/^mg_[\w-]+$/);
});

test('the hash is a safe integer, and each part of what it names changes it', () => {
  const hash = (over: Partial<EmbeddedNode>, text = 't', by = maker) => vectorHash(node(over), text, by);
  const all = [
    hash({}),
    hash({ id: 'n_2' }),
    hash({ seqTo: 4 }),
    hash({}, 'u'),
    hash({}, 't', { ...maker, source: 'x' }),
    hash({}, 't', { ...maker, model: 'x' }),
  ];
  expect(new Set(all).size).toBe(all.length);
  for (const value of [...all, stringHash(''), stringHash('文')]) expect(Number.isSafeInteger(value)).toBe(true);
});
