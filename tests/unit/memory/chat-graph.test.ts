import { expect, test } from 'vitest';
import { ChatGraph } from '../../../worker/memory/chat/chat-graph.js';
import { putChat } from '../../../worker/memory/chat/put-chat.js';
import type { Chat } from '../../../worker/memory/commits/types.js';
import { type Logs, openLogs } from '../../../worker/memory/log/logs.js';
import { fc } from '../../fixtures/property.js';

const open = (logs: Logs, messages?: Chat) =>
  ChatGraph.open({ logs, chat: 'chat', types: undefined, ownTypes: undefined, onChange: () => {} }, messages);

const answer = (swipe_id = 0) => ({ is_user: false, mes: 'answer', swipe_id });
const question = { is_user: true, mes: 'question' };
let batches = 0;
type Method = 'createNode' | 'editNode' | 'deleteNode' | 'upsertLinks' | 'deleteLinks';
const write = (graph: ChatGraph, method: Method, options: object) => {
  batches += 1;
  return graph.write(`batch-${batches}`, method, [options]);
};
const titles = (graph: ChatGraph) => graph.reads.api.listNodes({}).map(({ title }) => title);

test('a swipe takes the memory of the other swipe away, and gives it back', async () => {
  const graph = await open(openLogs({ store: null }), [question, answer()]);
  await write(graph, 'createNode', { type: 'event', title: 'first swipe' });
  await graph.follow(1, [answer(1)]);
  expect(titles(graph)).toEqual([]);
  await write(graph, 'createNode', { type: 'event', title: 'second swipe' });
  expect(titles(graph)).toEqual(['second swipe']);
  await graph.follow(1, [answer(0)]);
  expect(titles(graph)).toEqual(['first swipe']);
  expect(graph.info).toMatchObject({ commits: 2, shown: 1 });
});

test('a memory of its own chat file goes and comes with each message and swipe; that of another file is one change', async () => {
  const said = (name: string, mes: string, swipe_id = 0) => ({
    name,
    is_user: name === 'Me',
    is_system: false,
    mes,
    swipe_id,
  });
  const messages = [
    said('Me', 'Lily is allergic to nuts.'),
    said('Ada', 'I see.'),
    said('Me', 'Bye.'),
    said('Ada', 'Farewell.'),
  ];
  const file = ['{"user_name":"Me","character_name":"Ada"}', ...messages.map((one) => JSON.stringify(one))].join('\n');
  const summaries = (graph: ChatGraph) =>
    graph.reads.api.listNodes({ types: ['event'] }).map(({ fields }) => fields.summary);
  const graph = await open(openLogs({ store: null }), messages);
  expect(await putChat(graph, 'import', file)).toMatchObject({ nodes: 6, edges: 4, commits: 4 });
  expect(summaries(graph)).toEqual(messages.map(({ mes }) => mes));
  await graph.follow(3, [said('Ada', 'Another answer.', 1)]);
  expect(summaries(graph)).toEqual(messages.slice(0, 3).map(({ mes }) => mes));
  await graph.follow(3, messages.slice(3));
  expect(summaries(graph)).toHaveLength(4);
  await graph.follow(2, []);
  expect(summaries(graph)).toEqual(messages.slice(0, 2).map(({ mes }) => mes));
  expect(graph.reads.api.recall({ query: 'Is Lily allergic?' })[0]?.text).toBe('Me: Lily is allergic to nuts.');
  const other = await open(openLogs({ store: null }), messages.slice(0, 2));
  expect(await putChat(other, 'import', file)).toMatchObject({ nodes: 6, commits: 1 });
  expect(await putChat(other, 'again', file)).toMatchObject({ nodes: 6, commits: 2 });
});

test('deleted messages and swipes take their memory with them for good, and others stay', async () => {
  const graph = await open(openLogs({ store: null }), [question, answer()]);
  await write(graph, 'createNode', { type: 'event', title: 'one' });
  await graph.follow(2, [question, answer(1)]);
  await write(graph, 'createNode', { type: 'event', title: 'two' });
  await graph.amend({ kind: 'removeSwipe', batch: 'a', floor: 3, swipe: 0 });
  await graph.follow(3, [answer(0)]);
  expect(titles(graph)).toEqual(['one', 'two']);
  await graph.amend({ kind: 'truncate', batch: 'b', length: 2 });
  await graph.follow(2, []);
  expect(titles(graph)).toEqual(['one']);
  await graph.follow(2, [question, answer()]);
  expect(titles(graph)).toEqual(['one']);
});

test('the turn that is being written gives a node its ordinal, and editing it makes it stale until it is written anew', async () => {
  const graph = await open(openLogs({ store: null }), [question, answer(), question, answer()]);
  await write(graph, 'createNode', { type: 'event' });
  expect(graph.reads.api.listNodes({})).toMatchObject([{ title: 'Summary 1', seqTo: 2 }]);
  graph.edited(3);
  expect(graph.info.stale).toEqual([2]);
  await write(graph, 'createNode', { type: 'event' });
  expect(graph.info.stale).toEqual([]);
});

test('undo takes back change after change of this tab, and nothing when another has written since', async () => {
  const logs = openLogs({ store: null });
  const graph = await open(logs);
  const { id } = (await write(graph, 'createNode', { type: 'thread', title: 'crown' })) as { id: string };
  await write(graph, 'editNode', { id, title: 'lost crown', setFields: { status: 'open' } });
  await write(graph, 'createNode', { type: 'thread', title: 'sword', links: [{ target: { id }, relation: 'with' }] });
  expect(await graph.undo('u1')).toBe(true);
  expect([titles(graph), graph.info.edges]).toEqual([['lost crown'], 0]);
  expect(await graph.undo('u2')).toBe(true);
  expect(titles(graph)).toEqual(['crown']);
  const other = await open(logs);
  expect(titles(other)).toEqual(['crown']);
  await write(other, 'createNode', { type: 'thread', title: 'by another' });
  await write(graph, 'editNode', { id: 'nobody' });
  await graph.adopt(() => []);
  await graph.follow(0, []);
  const again = await open(logs);
  expect(titles(again)).toEqual(['crown', 'by another']);
});

test('a write that is sent again answers as it did, also where there is nothing left to do', async () => {
  const logs = openLogs({ store: null });
  const graph = await open(logs);
  const ids: string[] = [];
  for (const title of ['one', 'two', 'three']) {
    ids.push(((await write(graph, 'createNode', { type: 'event', title })) as { readonly id: string }).id);
  }
  const [source = '', target = ''] = ids;
  const link = { source: { id: source }, target: { id: target }, relation: 'knows' };
  const calls = [
    ['createNode', { type: 'event' }],
    ['upsertLinks', { source: link.source, links: [{ target: link.target, relation: 'knows' }] }],
    ['deleteLinks', link],
    ['compactNodes', { type: 'event', childIds: [source, target], summary: 'both' }],
    ['deleteNode', { id: ids[2] }],
    ['applyExtractionBatch', { ops: [{ op: 'delete', nodeId: source }] }],
  ] as const;
  const answers: unknown[] = [];
  for (const [method, options] of calls) answers.push(await graph.write(`once ${method}`, method, [options]));
  const before = graph.info;
  // The worker was lost before it could answer: another one is asked.
  for (const chat of [graph, await open(logs)]) {
    const again: unknown[] = [];
    for (const [method, options] of calls) again.push(await chat.write(`once ${method}`, method, [options]));
    expect(again).toEqual(answers);
    expect(chat.info).toMatchObject({ nodes: before.nodes, edges: before.edges, commits: before.commits });
  }
});

test('a write that is given up while it waits for others is not done, and one that is kept already stays', async () => {
  const graph = await open(openLogs({ store: null }));
  const [early, late] = [new AbortController(), new AbortController()];
  const create = (title: string, signal?: AbortSignal) =>
    graph.write(title, 'createNode', [{ type: 'thread', title }], signal);
  const all = Promise.allSettled([create('first'), create('given up', early.signal), create('last', late.signal)]);
  early.abort();
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  late.abort();
  expect(titles(graph)).toEqual(['first', 'last']);
  expect(graph.reads.api.listNodes({}).map(({ id }) => id)).toEqual(['n_1', 'n_2']);
});

test('the history tells what each change did, as a delta', async () => {
  const graph = await open(openLogs({ store: null }));
  const { id } = (await write(graph, 'createNode', { type: 'thread', title: 'crown' })) as { id: string };
  await write(graph, 'editNode', { id, setFields: { status: 'open' } });
  const [edited, created] = graph.recent(5);
  expect(edited).toMatchObject({ known: true, changes: 1, delta: { [id]: { fields: { status: ['open'] } } } });
  expect(created).toMatchObject({ delta: { [id]: [{ title: 'crown' }] } });
});

/** What may happen to a chat and its memory. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('write' as const), pick: fc.nat(99), what: fc.nat(4) }) },
  fc.record({ kind: fc.constant('turn' as const) }),
  fc.record({ kind: fc.constant('swipe' as const), to: fc.nat(2), back: fc.nat(3) }),
  fc.record({ kind: fc.constant('truncate' as const), by: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('removeSwipe' as const), back: fc.nat(3), swipe: fc.nat(2) }),
  fc.record({ kind: fc.constant('undo' as const) }),
);

test('however a chat goes on and back, its memory is what its log says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 80, size: 'max' }), async (steps) => {
      const logs = openLogs({ store: null });
      let chat: ({ is_user: boolean; mes: string; swipe_id?: number } | null)[] = [question, answer()];
      const graph = await open(logs, chat);
      for (const one of steps) {
        const floor = Math.max(0, chat.length - 1 - ('back' in one ? one.back : 0));
        const ids = graph.reads.api.listNodes({ activeOnly: false }).map(({ id }) => id);
        const pick = ids['pick' in one ? one.pick % Math.max(1, ids.length) : 0] ?? 'n_0';
        if (one.kind === 'write') {
          const other = ids[0] ?? 'n_0';
          if (one.what === 0) await write(graph, 'createNode', { type: 'event', links: [{ target: { id: pick } }] });
          else if (one.what === 1)
            await write(graph, 'editNode', { id: pick, setFields: { summary: String(batches) } });
          else if (one.what === 2) await write(graph, 'deleteNode', { id: pick });
          else if (one.what === 3) {
            await write(graph, 'upsertLinks', { source: { id: pick }, links: [{ target: { id: other } }] });
          } else {
            await write(graph, 'deleteLinks', { source: { id: pick }, target: { id: other }, relation: 'related' });
          }
        } else if (one.kind === 'turn') {
          chat = [...chat, question, answer()];
          await graph.follow(chat.length - 2, chat.slice(-2));
        } else if (one.kind === 'swipe') {
          chat = chat.map((message, at) => (at === floor && message && !message.is_user ? answer(one.to) : message));
          await graph.follow(floor, chat.slice(floor));
        } else if (one.kind === 'truncate') {
          chat = chat.slice(0, Math.max(0, chat.length - one.by));
          await graph.amend({ kind: 'truncate', batch: crypto.randomUUID(), length: chat.length });
          await graph.follow(chat.length, []);
        } else if (one.kind === 'removeSwipe') {
          await graph.amend({ kind: 'removeSwipe', batch: crypto.randomUUID(), floor, swipe: one.swipe });
        } else await graph.undo(crypto.randomUUID());
        const fresh = await open(logs, chat);
        const [now, then] = [graph.graph.toStore(), fresh.graph.toStore()];
        expect(now.nodes).toEqual(then.nodes);
        expect(Object.keys(now.nodes)).toEqual(Object.keys(then.nodes));
        expect([...now.edges].sort(byEnds)).toEqual([...then.edges].sort(byEnds));
        expect(graph.info.shown).toBe(fresh.info.shown);
        fresh.close();
      }
      graph.close();
    }),
    { numRuns: 100 },
  );
});

const byEnds = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
