import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  floorFromAssistantSeq,
  inFlightAnchor,
  resolveTarget,
  swipeMap,
} from '../../../../worker/memory/commits/chat.js';
import { normalizeStore } from '../../../../worker/memory/commits/normalize-store.js';
import { normalizeLog, removeSwipe, replay, truncate } from '../../../../worker/memory/commits/replay.js';
import type { Chat, FloorCommit } from '../../../../worker/memory/commits/types.js';
import type { EdgeRecord, StoreData } from '../../../../worker/memory/graph/records.js';

const vectors = new URL('../../../conformance/vectors/memory-graph/', import.meta.url);
const read = (file: string) => JSON.parse(readFileSync(new URL(file, vectors), 'utf8'));

interface Input {
  readonly commits: readonly FloorCommit[];
  readonly chat: Chat;
  readonly newChatLength: number;
  readonly floor: number;
  readonly swipeId: number;
  readonly seq: number;
  readonly raw: unknown;
  readonly override: { readonly floor: number } | null;
}

const FUNCTIONS: { readonly [name: string]: (input: Input) => unknown } = {
  materialize: ({ commits, chat }) => replay(commits, swipeMap(chat)).state,
  truncate: ({ commits, newChatLength }) => truncate(commits, newChatLength),
  removeSwipe: ({ commits, floor, swipeId }) => removeSwipe(commits, floor, swipeId),
  normalizeLog: ({ raw }) => normalizeLog(raw),
  swipeMap: ({ chat }) => swipeMap(chat),
  resolveTarget: ({ chat, override }) => resolveTarget(chat, override),
  floorFromAssistantSeq: ({ chat, seq }) => floorFromAssistantSeq(chat, seq),
  inFlightAnchor: ({ chat }) => inFlightAnchor(chat),
};

const floorCases = read('floor-state.json').cases as { id: string; fn: string; input: Input; expected: unknown }[];

test.each(floorCases.map((one) => [`${one.fn}: ${one.id}`, one] as const))('%s', (_name, { fn, input, expected }) => {
  const before = structuredClone(input);
  expect(FUNCTIONS[fn]?.(input)).toEqual(expected);
  expect(input).toEqual(before);
});

const storeCases = read('store-normalize.json').cases as { id: string; input: StoreData; expected: StoreData }[];
const identity = ({ from, to, type }: EdgeRecord) => [from, to, type];

test.each(storeCases.map((one) => [one.id, one] as const))(
  'a store is normalised: %s',
  (_name, { input, expected }) => {
    const { edges, ...rest } = normalizeStore(input);
    const { edges: expectedEdges, ...expectedRest } = expected;
    expect(rest).toEqual(expectedRest);
    expect(edges.map(identity)).toEqual(expectedEdges.map(identity));
    expect(edges.map(({ seqTo }) => seqTo)).toEqual(input.edges.map(({ seqTo }) => seqTo));
    expect(normalizeStore({ ...rest, edges })).toEqual({ ...rest, edges });
  },
);

test('there are vectors to check', () => {
  expect([floorCases.length, storeCases.length]).toEqual([21, 5]);
});
