import { floorFromAssistantSeq, inFlightAnchor, resolveTarget, swipeMap } from '../../../worker/memory/floor/chat.js';
import { normalizeLog, removeSwipe, truncate } from '../../../worker/memory/floor/floor-log.js';
import { materialize } from '../../../worker/memory/floor/replay.js';
import type { Chat, FloorCommit } from '../../../worker/memory/floor/types.js';
import { Graph, type RawStore } from '../../../worker/memory/graph/graph.js';
import { normalizeStore, normalizeTypes, type StoreData } from '../../../worker/memory/index.js';
import { DEFAULT_TYPES } from '../../../worker/memory/schema/defaults.js';
import { TypeIndex } from '../../../worker/memory/schema/type-index.js';
import { tokenize } from '../../../worker/memory/search/tokens.js';
import { embeddingText, syncPlan, vectorHash } from '../../../worker/memory/vectors/embedding-text.js';
import { applyBatch } from '../../../worker/memory/writes/batch.js';
import { extractorCreates } from '../../../worker/memory/writes/extractor.js';
import { encode } from '../../fixtures/memory/decode.js';
import { type Checked, checked } from './outcome.js';

interface Case<I = unknown, E = unknown> {
  readonly id: string;
  readonly input: I;
  readonly expected: E;
}
interface File<C> {
  readonly cases: readonly C[];
}
type Dict = { readonly [key: string]: unknown };

/** The extractor's own batches. */
export function* nativeUpsert({
  cases,
}: File<{
  readonly id: string;
  readonly store: RawStore;
  readonly ops: readonly unknown[];
  readonly maxSeq: number;
  readonly expected: object;
  readonly storeAfter: Dict;
}>): Generator<Checked> {
  for (const { id, store, ops, maxSeq, expected, storeAfter } of cases) {
    const graph = Graph.from(structuredClone(store));
    const creates = extractorCreates(graph, new TypeIndex(DEFAULT_TYPES, graph.nodes));
    const { applied, rejected } = applyBatch(graph, ops, maxSeq, creates);
    const after = graph.toStore() as unknown as Dict;
    const parts = Object.fromEntries(Object.keys(storeAfter).map((name) => [name, after[name]]));
    yield checked(id, encode({ ...expected, storeAfter }), encode({ applied, rejected, storeAfter: parts }));
  }
}

interface VectorIndexCase {
  readonly id: string;
  readonly store: StoreData;
  readonly profile: { readonly source: string; readonly model: string };
  readonly texts: Dict;
  readonly hashes: Dict;
  readonly plan: unknown;
}

/** Texts, hashes and the plan that brings an empty index up to date. */
export function* vectorIndex({ cases }: File<VectorIndexCase>): Generator<Checked> {
  const typeOf = (type: string) => DEFAULT_TYPES.find(({ id }) => id === type.trim().toLowerCase());
  for (const { id, store, profile, texts, hashes, plan } of cases) {
    const nodes = Object.values(store.nodes);
    const own = nodes.map((node) => [node.id, embeddingText(node, typeOf(node.type))] as const);
    const keys = nodes.map((node, at) => [node.id, vectorHash(node, own[at]?.[1] ?? '', profile)] as const);
    const actual = { texts: Object.fromEntries(own), hashes: Object.fromEntries(keys) };
    yield checked(id, { texts, hashes, plan }, { ...actual, plan: encode(syncPlan(nodes, [], profile, typeOf)) });
  }
}

/** Texts for prompts are everybody's own. */
const PROMPTS = new Set(['extractHint', 'columnHints', 'extractionInstructions', 'summarizeInstruction', 'rule']);

const told = (expected: unknown, actual: unknown): unknown =>
  typeof expected === 'object' && expected !== null && !Array.isArray(expected)
    ? Object.fromEntries(
        Object.keys(expected)
          .filter((key) => !PROMPTS.has(key))
          .map((key) => [key, told((expected as Dict)[key], (actual as Dict | undefined)?.[key])]),
      )
    : actual;

/** Schemas put in order. */
export function* schemas({ cases }: File<Case<unknown, readonly unknown[]>>): Generator<Checked> {
  for (const { id, input, expected } of cases) {
    const types = normalizeTypes(input);
    const compared = expected.map((one, at) => told(one, types[at]));
    const actual = types.length === expected.length ? compared : types;
    yield checked(id, encode(expected.map((one) => told(one, one))), encode(actual));
  }
}

/** Stores put in order; their edges also keep their ordinals. */
export function* stores({ cases }: File<Case<unknown, Dict>>): Generator<Checked> {
  const plain = (store: Dict) =>
    encode({
      ...store,
      edges: (store.edges as readonly Dict[]).map(({ from, to, type }) => ({ from, to, type })),
    });
  for (const { id, input, expected } of cases) {
    yield checked(id, plain(expected), plain(normalizeStore(input) as unknown as Dict));
  }
}

/** Texts cut into words, runs whole. */
export function* tokenizer({
  cases,
}: File<{ readonly text: string; readonly tokens: readonly string[] }>): Generator<Checked> {
  for (const [at, { text, tokens }] of cases.entries())
    yield checked(`tokenizer ${at + 1}`, tokens, tokenize(text, 'run'));
}

interface FloorInput {
  readonly commits: readonly FloorCommit[];
  readonly chat: Chat;
  readonly newChatLength: number;
  readonly floor: number;
  readonly swipeId: number;
  readonly seq: number;
  readonly raw: unknown;
  readonly override: { readonly floor: number } | null;
}

const FLOORS: { readonly [name: string]: (input: FloorInput) => unknown } = {
  materialize: ({ commits, chat }) => materialize(commits, chat),
  truncate: ({ commits, newChatLength }) => truncate(commits, newChatLength),
  removeSwipe: ({ commits, floor, swipeId }) => removeSwipe(commits, floor, swipeId),
  normalizeLog: ({ raw }) => normalizeLog(raw),
  swipeMap: ({ chat }) => swipeMap(chat),
  resolveTarget: ({ chat, override }) => resolveTarget(chat, override),
  floorFromAssistantSeq: ({ chat, seq }) => floorFromAssistantSeq(chat, seq),
  inFlightAnchor: ({ chat }) => inFlightAnchor(chat),
};

/** The functions behind a log that is tied to messages. */
export function* floors({ cases }: File<Case<FloorInput> & { readonly fn: string }>): Generator<Checked> {
  for (const { id, fn, input, expected } of cases) {
    yield checked(`${fn}: ${id}`, encode(expected), encode(FLOORS[fn]?.(input)));
  }
}

/** Spreading activation is optional, and its weights are nowhere written down. */
export function* diffusion({ cases }: File<{ readonly id: string }>): Generator<Checked> {
  for (const { id } of cases) {
    yield { id, ok: true, skipped: 'diffusion is an optional feature that Bulkhead does not have' };
  }
}
