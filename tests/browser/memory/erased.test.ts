import { expect, test } from 'vitest';
import { plainHost } from '../setup.js';

test('who holds a session when everything is erased has an empty memory, which is kept again', async () => {
  const store = `erased-${crypto.randomUUID()}`;
  const host = plainHost({ store });
  const graph = await host.memory.open('tavern');
  const { session } = graph;
  await session.createNode({ type: 'thread', title: 'Before' });
  await graph.recordInjection({ visibleIds: ['n_1'] });
  const injected: number[] = [];
  graph.onInjectionChanged(({ visibleIds }) => injected.push(visibleIds.size));
  await host.erase();
  expect(await session.listVisibleCandidates()).toEqual([]);
  expect((await graph.getInjectionState()).visibleIds.size).toBe(0);
  expect(injected).toEqual([0]);
  const changed = new Promise<number>((resolve) => graph.onChange(({ nodes }) => nodes > 0 && resolve(nodes)));
  await session.createNode({ type: 'thread', title: 'After' });
  expect(await changed).toBe(1);
  // Whoever opens it now has the same one.
  expect(await host.memory.open('tavern')).toBe(graph);
  await host.dispose();
  await using reloaded = plainHost({ store });
  const titles = (await (await reloaded.memory.open('tavern')).listNodes()).map(({ title }) => title);
  expect(titles).toEqual(['After']);
  await reloaded.erase();
});

test('what is asked while everything is being erased is done when it has gone', async () => {
  await using host = plainHost({ store: `erased-${crypto.randomUUID()}` });
  const graph = await host.memory.open('tavern');
  const messages = [{ is_user: true, mes: 'Hello' }, { mes: 'One.' }];
  await graph.follow(messages);
  await graph.session.createNode({ type: 'thread', title: 'Before' });
  await graph.recordInjection({ visibleIds: ['n_1'] });
  // What is before the model is forgotten as soon as erasing begins.
  const begun = new Promise<unknown>((resolve) => graph.onInjectionChanged(resolve));
  const erasing = host.erase();
  await begun;
  const other = host.memory.open('another');
  await graph.session.createNode({ type: 'thread', title: 'Meanwhile' });
  await (await other).session.createNode({ type: 'thread', title: 'Elsewhere' });
  await erasing;
  expect((await graph.listNodes()).map(({ title }) => title)).toEqual(['Meanwhile']);
  expect((await (await other).listNodes()).map(({ title }) => title)).toEqual(['Elsewhere']);
  // It belongs to the message that was the last one: the chat is known as it was.
  await graph.follow(messages.slice(0, 1));
  expect(await graph.listNodes()).toEqual([]);
  await host.erase();
  expect(await host.memory.chats()).toEqual([]);
});
