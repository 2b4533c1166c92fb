import { expect, test } from 'vitest';
import { memoryLogStore } from '../../../worker/adapters/memory-stores.js';
import { ChatGraph } from '../../../worker/memory/chat/chat-graph.js';
import { branchChat } from '../../../worker/memory/chat/mirror.js';
import { type Logs, logsOn, openLogs } from '../../../worker/memory/log/logs.js';
import { makeOwnStorage } from '../../../worker/memory/log/storage.js';

const open = (logs: Logs, chat: string) =>
  ChatGraph.open({ logs, chat, types: undefined, ownTypes: undefined, onChange: () => {} });
const create = (graph: ChatGraph, title: string) => graph.write(title, 'createNode', [{ type: 'thread', title }]);
const titles = (graph: ChatGraph) => graph.reads.api.listNodes({}).map(({ title }) => title);

async function main(logs: Logs): Promise<ChatGraph> {
  const graph = await open(logs, 'main');
  for (const title of ['one', 'two', 'three']) await create(graph, title);
  return graph;
}

test('a branch whose chat is written to meanwhile is there whole or not at all', async () => {
  for (let steps = 0; steps < 30; steps++) {
    const logs = openLogs({ store: null });
    const [, branch] = [await main(logs), await open(logs, 'branch')];
    const copying = branchChat(logs, 'main', 'branch', 1);
    for (let step = 0; step < steps; step++) await null;
    await create(branch, 'own');
    const whole = await copying;
    const all = whole ? ['one', 'two', 'three', 'own'] : ['own'];
    expect(titles(await open(logs, 'branch'))).toEqual(all);
  }
});

test('a branch that is cut off has nothing yet, and is made the next time', async () => {
  const logStore = memoryLogStore();
  const logs = logsOn(makeOwnStorage(logStore));
  await main(logs);
  let writes = 0;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  // The process ends with the second write that the copying makes.
  const ending = <T>(work: () => Promise<T>): Promise<T> => {
    writes += 1;
    if (writes <= 1) return work();
    end();
    return new Promise(() => {});
  };
  const cut = logsOn(
    makeOwnStorage({
      ...logStore,
      insert: (guard, holds, pairs) => ending(() => logStore.insert(guard, holds, pairs)),
      transact: (keys, decide, durability) => ending(() => logStore.transact(keys, decide, durability)),
    }),
  );
  await Promise.race([branchChat(cut, 'main', 'branch', 1), ended]);
  await branchChat(logs, 'main', 'branch', 1);
  expect(titles(await open(logs, 'branch'))).toEqual(['one', 'two', 'three']);
});
