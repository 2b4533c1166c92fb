import { expect, test, vi } from 'vitest';
import { ChatGraph } from '../../../worker/memory/chat/chat-graph.js';
import { replaceBy } from '../../../worker/memory/chat/replace.js';
import { normalizeStore } from '../../../worker/memory/commits/normalize-store.js';
import type { Chat } from '../../../worker/memory/commits/types.js';
import type { Graph } from '../../../worker/memory/graph/graph.js';
import { type Logs, openLogs } from '../../../worker/memory/log/logs.js';

const open = (logs: Logs, messages?: Chat) =>
  ChatGraph.open({ logs, chat: 'chat', types: undefined, ownTypes: undefined, onChange: () => {} }, messages);

const answer = (swipe_id = 0) => ({ is_user: false, mes: 'answer', swipe_id });
const question = { is_user: true, mes: 'question' };
let batches = 0;
const create = async (graph: ChatGraph, title: string): Promise<string> => {
  batches += 1;
  const made = await graph.write(`batch-${batches}`, 'createNode', [{ type: 'thread', title }]);
  return (made as { readonly id: string }).id;
};
const titles = (graph: ChatGraph) => graph.reads.api.listNodes({}).map(({ title }) => title);

test('a number that a node of another swipe has is not given again, so that both nodes can be seen at once', async () => {
  const logs = openLogs({ store: null });
  const graph = await open(logs, [question, answer()]);
  await create(graph, 'first swipe of floor 1');
  await graph.follow(1, [answer(1)]);
  await graph.follow(2, [question, answer()]);
  expect(await create(graph, 'floor 3')).toBe('n_2');
  await graph.follow(1, [answer(0), question, answer()]);
  expect(titles(graph)).toEqual(['first swipe of floor 1', 'floor 3']);
  const fresh = await open(logs, [question, answer(1), question, answer()]);
  expect([titles(fresh), fresh.graph.counters.nodeSeq]).toEqual([['floor 3'], 2]);
});

test('the number of a node that went with its message, or that another tab has made, is not given again', async () => {
  const logs = openLogs({ store: null });
  const [graph, other] = [await open(logs, [question, answer()]), await open(logs, [question, answer(1)])];
  await create(graph, 'gone soon');
  expect(await create(other, 'hidden here')).toBe('n_2');
  expect(await create(graph, 'after it')).toBe('n_3');
  await graph.amend({ kind: 'truncate', batch: 'cut', length: 1 });
  await graph.follow(1, []);
  expect([titles(graph), await create(graph, 'new')]).toEqual([[], 'n_4']);
  expect(await create(await open(logs, [question]), 'newer')).toBe('n_5');
  await graph.write('import', 'commit', [{ plan: replaceBy(normalizeStore({ nodeSeq: 1 })) }]);
  expect(await create(graph, 'after an import with counters of its own')).toBe('n_6');
});

test('a snapshot tells the numbers of nodes that were hidden or gone when it was written', async () => {
  const logs = openLogs({ store: null });
  const graph = await open(logs, [question, answer(1)]);
  for (let at = 0; at < 5; at++) await create(graph, 'hidden');
  await graph.follow(1, [answer(0)]);
  const plan = (now: Graph) => now.apply([], { ...now.counters, nodeSeq: 0 });
  for (let at = 0; at < 1_000; at++) await graph.write(`fill-${at}`, 'commit', [{ plan }]);
  const log = await logs.open('chat');
  await vi.waitFor(async () => expect(await log.readSnapshot()).toBeDefined(), { timeout: 10_000 });
  const fresh = await open(logs, [question, answer(0)]);
  expect(fresh.recent(5)).toEqual([]);
  expect(await create(fresh, 'new')).toBe('n_6');
  for (const one of [graph, fresh]) one.close();
});
