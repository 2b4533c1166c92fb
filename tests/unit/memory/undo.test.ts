import { expect, test } from 'vitest';
import { ChatGraph } from '../../../worker/memory/chat/chat-graph.js';
import type { Chat } from '../../../worker/memory/commits/types.js';
import { type Logs, openLogs } from '../../../worker/memory/log/logs.js';

const open = (logs: Logs = openLogs({ store: null }), messages?: Chat) =>
  ChatGraph.open({ logs, chat: 'chat', types: undefined, ownTypes: undefined, onChange: () => {} }, messages);

const answer = (swipe_id = 0) => ({ is_user: false, mes: 'answer', swipe_id });
const question = { is_user: true, mes: 'question' };
let batches = 0;
const write = async (graph: ChatGraph, method: 'createNode' | 'editNode', options: object): Promise<string> => {
  batches += 1;
  const made = await graph.write(`batch-${batches}`, method, [options]);
  return (made as { readonly id: string }).id;
};
const create = (graph: ChatGraph, title: string) => write(graph, 'createNode', { type: 'thread', title });
const titles = (graph: ChatGraph) => graph.reads.api.listNodes({}).map(({ title }) => title);

test('two undos at once take two changes back', async () => {
  const graph = await open();
  for (const title of ['one', 'two', 'three']) await create(graph, title);
  expect(await Promise.all([graph.undo('u1'), graph.undo('u2')])).toEqual([true, true]);
  expect(titles(graph)).toEqual(['one']);
  expect(await Promise.all([graph.undo('u3'), graph.undo('u4')])).toEqual([true, false]);
  expect([titles(graph), graph.info.canUndo]).toEqual([[], false]);
});

test('an undo that is asked for while an edit is under way takes that edit back, and no other', async () => {
  const graph = await open();
  const id = await create(graph, 'v0');
  await write(graph, 'editNode', { id, title: 'v1' });
  const edit = write(graph, 'editNode', { id, title: 'v2', setFields: { note: 'new' } });
  const undo = graph.undo('u');
  await edit;
  expect([await undo, titles(graph)]).toEqual([true, ['v1']]);
  expect(graph.reads.api.getNode(id)?.fields).toEqual({});
});

test('an undo that meets a change of another tab, which is not known here yet, takes nothing back', async () => {
  const logs = openLogs({ store: null });
  const graph = await open(logs);
  const id = await create(graph, 'v0');
  await write(graph, 'editNode', { id, title: 'v1' });
  const other = await open(logs);
  // The one hears of the other's change only when it writes.
  graph.close();
  await write(other, 'editNode', { id, title: 'by another' });
  expect([await graph.undo('u'), titles(graph)]).toEqual([false, ['by another']]);
});

test('after the memory was removed nothing of before it can be undone, nor is any turn stale', async () => {
  const logs = openLogs({ store: null });
  const graph = await open(logs, [question, answer()]);
  await create(graph, 'removed');
  graph.edited(1);
  await logs.remove('chat');
  await graph.reload();
  expect(graph.info).toMatchObject({ canUndo: false, stale: [] });
  const other = await open(logs);
  await create(other, 'from elsewhere');
  await graph.follow(0, [question, answer()]);
  await graph.reload();
  expect([graph.info.canUndo, await graph.undo('u'), titles(graph)]).toEqual([false, false, ['from elsewhere']]);
});

test('an undo belongs to the message of the change it takes back, whatever becomes of later messages', async () => {
  const graph = await open(openLogs({ store: null }), [question, answer()]);
  await create(graph, 'unwanted');
  await graph.follow(2, [question, answer()]);
  expect(await graph.undo('u')).toBe(true);
  await graph.follow(3, [answer(1)]);
  expect(titles(graph)).toEqual([]);
  await graph.follow(1, [answer(1), question, answer()]);
  await graph.follow(1, [answer(0), question, answer()]);
  expect([titles(graph), graph.info.shown]).toEqual([[], 2]);
  const { commits } = await graph
    .everything()
    .then((all) => ({ commits: all.map(({ floor, swipe }) => [floor, swipe]) }));
  expect(commits).toEqual([
    [1, 0],
    [1, 0],
  ]);
});

test('an undo goes with its change when swipes are numbered anew', async () => {
  const logs = openLogs({ store: null });
  const graph = await open(logs);
  await graph.follow(0, [question, answer(1)]);
  await create(graph, 'unwanted');
  await graph.amend({ kind: 'removeSwipe', batch: 'r', floor: 1, swipe: 0 });
  await graph.follow(1, [answer(0)]);
  expect([await graph.undo('u'), titles(graph)]).toEqual([true, []]);
  expect(await graph.everything()).toMatchObject([{ swipe: 0 }, { swipe: 0 }]);
});

test('an undo does not bring back what a swipe has hidden since', async () => {
  const graph = await open(openLogs({ store: null }), [question, answer()]);
  const id = await create(graph, 'v0');
  await graph.follow(2, [question, answer()]);
  await write(graph, 'editNode', { id, title: 'of a swipe' });
  await graph.follow(4, [question, answer()]);
  await write(graph, 'editNode', { id, setFields: { note: 'n' } });
  await graph.follow(3, [answer(1), question, answer()]);
  expect([graph.info.canUndo, await graph.undo('u1'), titles(graph)]).toEqual([true, true, ['v0']]);
  expect(await graph.undo('u2')).toBe(true);
  expect(titles(graph)).toEqual([]);
});

test('a change upon one that was undone beneath it cannot be undone, for that would bring the other back', async () => {
  const graph = await open(openLogs({ store: null }), [question, answer()]);
  const id = await create(graph, 'of floor 1');
  await graph.follow(2, [question, answer()]);
  await write(graph, 'editNode', { id, title: 'of floor 3' });
  await graph.follow(3, [answer(1)]);
  expect([await graph.undo('u1'), titles(graph)]).toEqual([true, []]);
  await graph.follow(3, [answer(0)]);
  expect([graph.info.canUndo, await graph.undo('u2'), titles(graph)]).toEqual([false, false, []]);
});

test('an undo that is sent again, here or to the next worker, answers as it did and is done once', async () => {
  const logs = openLogs({ store: null });
  const graph = await open(logs);
  for (const title of ['one', 'two']) await create(graph, title);
  expect([await graph.undo('u'), await graph.undo('u'), titles(graph)]).toEqual([true, true, ['one']]);
  const next = await open(logs);
  expect([await next.undo('u'), titles(next), next.info.commits]).toEqual([true, ['one'], 3]);
  expect(await next.undo('other')).toBe(false);
});

test('fifty changes can be undone, and done and undone again', async () => {
  const graph = await open();
  for (let at = 0; at < 60; at++) await create(graph, `t${at}`);
  let undone = 0;
  while (await graph.undo(crypto.randomUUID())) undone += 1;
  expect([undone, titles(graph).length]).toEqual([50, 10]);
  await create(graph, 'new');
  expect([await graph.undo('u1'), await graph.undo('u2'), titles(graph).length]).toEqual([true, false, 10]);
});
