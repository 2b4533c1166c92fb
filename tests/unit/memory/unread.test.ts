import { expect, test } from 'vitest';
import { memoryLogStore } from '../../../worker/adapters/memory-stores.js';
import { ChatGraph } from '../../../worker/memory/chat/chat-graph.js';
import { logsOn } from '../../../worker/memory/log/logs.js';
import { makeOwnStorage } from '../../../worker/memory/log/storage.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { LogStore } from '../../../worker/protocol/storage.js';

const question = { is_user: true, mes: 'question' };
const answer = (swipe_id = 0) => ({ is_user: false, mes: 'answer', swipe_id });
const WRITES = 300;

/** A chat with more changes than can be taken back without its log, and what is done before each reading of the log. */
async function longChat() {
  const reading = { before: async () => {} };
  const kept = memoryLogStore();
  const logStore: LogStore = {
    ...kept,
    async after(prefix, after, limit) {
      await reading.before();
      return kept.after(prefix, after, limit);
    },
  };
  const graph = await ChatGraph.open(
    {
      logs: logsOn(makeOwnStorage(logStore)),
      chat: 'chat',
      types: undefined,
      ownTypes: undefined,
      onChange: () => {},
    },
    [question, answer()],
  );
  for (let at = 0; at < WRITES; at++)
    await graph.write(`batch-${at}`, 'createNode', [{ type: 'thread', title: 'one' }]);
  return { graph, reading };
}

test('a swipe that cannot be followed changes nothing, and nothing is written before it has been', async () => {
  const { graph, reading } = await longChat();
  reading.before = async () => {
    throw new BulkheadError('STORE_FAILED', 'nothing can be read');
  };
  const failed = expect.objectContaining({ code: 'STORE_FAILED' });
  await expect(graph.follow(1, [answer(1)])).rejects.toEqual(failed);
  expect(graph.graph.nodes.count).toBe(WRITES);
  const create = () => graph.write('second', 'createNode', [{ type: 'thread', title: 'second swipe' }]);
  await expect(create()).rejects.toEqual(failed);
  reading.before = async () => {};
  expect(await create()).toEqual({ id: `n_${WRITES + 1}` });
  expect(graph.reads.api.listNodes({}).map(({ title }) => title)).toEqual(['second swipe']);
});

test.each(['follow', 'reload'] as const)('nobody sees half a graph during a %s', async (method) => {
  const { graph, reading } = await longChat();
  const seen: number[] = [];
  reading.before = async () => {
    seen.push(Object.keys(graph.graph.toStore().nodes).length, graph.reads.api.listNodes({}).length);
  };
  await (method === 'follow' ? graph.follow(1, [answer(1)]) : graph.reload());
  expect(new Set(seen)).toEqual(new Set([WRITES]));
  expect(graph.graph.nodes.count).toBe(method === 'follow' ? 0 : WRITES);
});
