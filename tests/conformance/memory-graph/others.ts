import { floorFromAssistantSeq, inFlightAnchor, resolveTarget, swipeMap } from '../../../worker/memory/commits/chat.js';
import { normalizeLog, removeSwipe, replay, truncate } from '../../../worker/memory/commits/replay.js';
import type { Chat, FloorCommit } from '../../../worker/memory/commits/types.js';
import { Graph, type RawStore } from '../../../worker/memory/graph/graph.js';
import { normalizeStore, normalizeTypes, type StoreData } from '../../../worker/memory/index.js';
import { DEFAULT_TYPES } from '../../../worker/memory/schema/defaults.js';
import { TypeIndex } from '../../../worker/memory/schema/type-index.js';
import { tokenize } from '../../../worker/memory/search/tokens.js';
import { embeddingText, vectorHash } from '../../../worker/memory/vectors/embedding-text.js';
import { applyBatch } from '../../../worker/memory/writes/batch.js';
import { extractorCreates } from '../../fixtures/memory/contract/extractor.js';
import { planOfEmpty } from '../../fixtures/memory/contract/plan.js';
import { encode } from '../../fixtures/memory/decode.js';
import { whole } from '../keys.js';
import { type Checked, checked } from './outcome.js';

interface Case<I = unknown, E = unknown> {
  readonly id: string;
  readonly input: I;
  readonly expected: E;
}
type Dict = { readonly [key: string]: unknown };

interface UpsertCase {
  readonly id: string;
  readonly store: RawStore;
  readonly ops: readonly unknown[];
  readonly maxSeq: number;
  readonly expected: object;
  readonly storeAfter: Dict;
}

/** The extractor's own batches. */
export function nativeUpsert(one: UpsertCase): Checked {
  const graph = Graph.from(structuredClone(whole(one.store)));
  const creates = extractorCreates(graph, new TypeIndex(DEFAULT_TYPES, graph.nodes));
  const { applied, rejected } = applyBatch(graph, whole(one.ops), one.maxSeq, creates);
  const after = graph.toStore() as unknown as Dict;
  const storeAfter = whole(one.storeAfter);
  const parts = Object.fromEntries(Object.keys(storeAfter).map((name) => [name, after[name]]));
  const expected = encode({ ...whole(one.expected), storeAfter });
  return checked(one.id, expected, encode({ applied, rejected, storeAfter: parts }));
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
export function vectorIndex(one: VectorIndexCase): Checked {
  const typeOf = (type: string) => DEFAULT_TYPES.find(({ id }) => id === type.trim().toLowerCase());
  const profile = whole(one.profile);
  const nodes = Object.values(whole(one.store).nodes);
  const own = nodes.map((node) => [node.id, embeddingText(node, typeOf(node.type))] as const);
  const keys = nodes.map((node, at) => [node.id, vectorHash(node, own[at]?.[1] ?? '', profile)] as const);
  const actual = { texts: Object.fromEntries(own), hashes: Object.fromEntries(keys) };
  const expected = { texts: whole(one.texts), hashes: whole(one.hashes), plan: whole(one.plan) };
  return checked(one.id, expected, { ...actual, plan: encode(planOfEmpty(nodes, profile, typeOf)) });
}

/** Texts for prompts are everybody's own. */
const PROMPTS = new Set(['extractHint', 'columnHints', 'extractionInstructions', 'summarizeInstruction', 'rule']);

/** Of a value the fields that are recorded, but for texts of prompts: a type of ours has further ones. */
const told = (recorded: unknown, value: unknown): unknown => {
  if (typeof recorded !== 'object' || recorded === null || Array.isArray(recorded)) return value;
  const fields = Object.entries(recorded).filter(([key]) => !PROMPTS.has(key));
  return Object.fromEntries(fields.map(([key, inner]) => [key, told(inner, Object(value)[key])]));
};

/** Schemas put in order. */
export function schemas({ id, input, expected }: Case<unknown, readonly unknown[]>): Checked {
  const recorded = whole(expected);
  const types = normalizeTypes(whole(input));
  const found = types.length === recorded.length ? recorded.map((one, at) => told(one, types[at])) : types;
  return checked(id, encode(recorded.map((one) => told(one, one))), encode(found));
}

const EDGES = 'store-normalize.json: edges keep their `seqTo`; compare edges by (from, to, type).';

/** Stores put in order; their edges also keep their ordinals. */
export function stores({ id, input, expected }: Case<unknown, Dict>): Checked {
  const recorded = whole(expected);
  const found = normalizeStore(whole(input)) as unknown as Dict;
  const exact = checked(id, encode(recorded), encode(found));
  if (exact.ok) return exact;
  const plain = (store: Dict) => {
    const edges = (store.edges as readonly Dict[]).map(({ from, to, type }) => ({ from, to, type }));
    return encode({ ...store, edges });
  };
  const ruled = checked(id, plain(recorded), plain(found));
  return ruled.ok ? { ...ruled, overruled: EDGES } : ruled;
}

interface TokenCase {
  readonly text: string;
  readonly tokens: readonly string[];
}

/** Texts cut into words, runs whole. */
export const tokenizer = ({ text, tokens }: TokenCase, _file: unknown, at: number): Checked =>
  checked(`tokenizer ${at + 1}`, whole(tokens), tokenize(text, 'run'));

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
  materialize: ({ commits, chat }) => replay(whole(commits), swipeMap(whole(chat))).state,
  truncate: ({ commits, newChatLength }) => truncate(whole(commits), newChatLength),
  removeSwipe: ({ commits, floor, swipeId }) => removeSwipe(whole(commits), floor, swipeId),
  normalizeLog: ({ raw }) => normalizeLog(whole(raw)),
  swipeMap: ({ chat }) => swipeMap(whole(chat)),
  resolveTarget: ({ chat, override }) => resolveTarget(whole(chat), whole(override)),
  floorFromAssistantSeq: ({ chat, seq }) => floorFromAssistantSeq(whole(chat), seq),
  inFlightAnchor: ({ chat }) => inFlightAnchor(whole(chat)),
};

/** The functions behind a log that is tied to messages. */
export function floors({ id, fn, input, expected }: Case<FloorInput> & { readonly fn: string }): Checked {
  const play = FLOORS[fn];
  if (!play) throw new Error(`unknown: case.fn ${fn}`);
  return checked(`${fn}: ${id}`, encode(whole(expected)), encode(play(input)));
}

/** Spreading activation is optional, and its weights are nowhere written down. */
export function diffusion(one: { readonly id: string }): Checked {
  return { id: whole(one).id, ok: true, skipped: 'diffusion is an optional feature that Bulkhead does not have' };
}
