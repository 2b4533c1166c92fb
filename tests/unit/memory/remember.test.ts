import { expect, test } from 'vitest';
import { ChatGraph } from '../../../worker/memory/chat/chat-graph.js';
import { mergeMirror, mirrorOf } from '../../../worker/memory/chat/mirror.js';
import { forgetSaid, remember } from '../../../worker/memory/chat/remember.js';
import { type Logs, openLogs } from '../../../worker/memory/log/logs.js';

interface Said {
  readonly name: string;
  readonly mes: string;
  readonly is_user: boolean;
  readonly swipe_id: number;
}

const me = (mes: string): Said => ({ name: 'Me', mes, is_user: true, swipe_id: 0 });
const ada = (mes: string, swipe_id = 0): Said => ({ name: 'Ada', mes, is_user: false, swipe_id });

const openChat = (logs: Logs, messages: readonly Said[], chat = 'chat') =>
  ChatGraph.open({ logs, chat, types: undefined, ownTypes: undefined, onChange: () => {} }, messages);

/** The chat shows these messages, and all of them are to be remembered. */
async function say(graph: ChatGraph, messages: readonly Said[], edited: readonly number[] = []): Promise<number> {
  await graph.follow(0, []);
  await graph.follow(0, messages);
  const said = messages.map(({ name, mes, swipe_id }, floor) => ({ floor, swipe: swipe_id, name, mes }));
  return remember(graph, said, new Set(edited));
}

const events = (graph: ChatGraph) =>
  graph.reads.api.listNodes({ types: ['event'] }).map(({ fields: { speaker, summary } }) => `${speaker}: ${summary}`);
const people = (graph: ChatGraph) =>
  graph.reads.api.listNodes({ types: ['character_sheet'] }).map(({ title }) => title);
let batches = 0;
const write = (graph: ChatGraph, method: 'createNode' | 'editNode' | 'deleteNode', options: object) => {
  batches += 1;
  return graph.write(`batch-${batches}`, method, [options]) as Promise<{ readonly id: string }>;
};

const STORY = [me('Hello!'), ada('Welcome to the inn.'), me('My sister Lily is allergic to nuts.'), ada('I see.')];

test('both sides of a chat are remembered, once, and what is said later is added', async () => {
  const graph = await openChat(openLogs({ store: null }), STORY);
  expect(await say(graph, STORY)).toBe(4);
  const all = ['Me: Hello!', 'Ada: Welcome to the inn.', 'Me: My sister Lily is allergic to nuts.', 'Ada: I see.'];
  expect(events(graph)).toEqual(all);
  expect(people(graph)).toEqual(['Me', 'Ada']);
  expect(await say(graph, STORY)).toBe(0);
  expect(await say(graph, [...STORY, me('Goodbye.')])).toBe(1);
  expect(events(graph)).toEqual([...all, 'Me: Goodbye.']);
  expect(graph.reads.api.recall({ query: 'Is Lily allergic?' })[0]?.text).toContain('allergic to nuts');
  expect(graph.reads.api.getNeighbors('said_2_0_0').map(({ node }) => node.title)).toEqual(['Me']);
});

test('swipes, edits, deletions and branches take what is remembered along', async () => {
  const logs = openLogs({ store: null });
  const graph = await openChat(logs, STORY);
  await say(graph, STORY);
  const swiped = [...STORY.slice(0, 3), ada('Another answer.', 1)];
  expect(await say(graph, swiped)).toBe(1);
  expect(events(graph)).not.toContain('Ada: I see.');
  expect(await say(graph, STORY)).toBe(0);
  expect(events(graph)).toContain('Ada: I see.');
  // Edited, and edited back.
  const edited = [...STORY.slice(0, 2), me('My brother is allergic to milk.'), ...STORY.slice(3)];
  expect(await say(graph, edited)).toBe(1);
  expect(events(graph)[2]).toBe('Me: My brother is allergic to milk.');
  expect(await say(graph, STORY, [2])).toBe(1);
  expect(events(graph)[2]).toBe('Me: My sister Lily is allergic to nuts.');
  // Deleted, and said again with the same words.
  await graph.amend({ kind: 'truncate', batch: 'cut', length: 2 });
  expect(await say(graph, STORY.slice(0, 2))).toBe(0);
  expect(events(graph)).toHaveLength(2);
  expect(await say(graph, STORY)).toBe(2);
  expect(events(graph)).toHaveLength(4);
  // A message in the middle is gone: the others have moved up.
  await graph.amend({ kind: 'truncate', batch: 'cut-again', length: 3 });
  const shorter = [...STORY.slice(0, 1), ...STORY.slice(2)];
  await say(graph, shorter);
  expect(events(graph)).toEqual(['Me: Hello!', 'Me: My sister Lily is allergic to nuts.', 'Ada: I see.']);
});

test('a long message becomes several events in whole sentences; a shorter one in its place leaves nothing of it', async () => {
  const long = Array.from({ length: 40 }, (_, at) => `This is sentence number ${at} of a long story.`).join(' ');
  const graph = await openChat(openLogs({ store: null }), [ada(long)]);
  await say(graph, [ada(long)]);
  const summaries = graph.reads.api.listNodes({ types: ['event'] }).map(({ fields }) => String(fields.summary));
  expect(summaries.length).toBeGreaterThan(2);
  expect(summaries.join(' ')).toBe(long);
  expect(summaries.every((one) => one.endsWith('.') && one.length <= 600)).toBe(true);
  await say(graph, [ada('Short.')]);
  expect(events(graph)).toEqual(['Ada: Short.']);
  await say(graph, [ada('')]);
  expect(events(graph)).toEqual([]);
});

test('what a user has changed or deleted in the memory stays so; a person that is known is not made twice', async () => {
  const graph = await openChat(openLogs({ store: null }), STORY);
  const { id } = await write(graph, 'createNode', {
    type: 'character_sheet',
    title: 'ada',
    fields: { traits: 'calm' },
  });
  await say(graph, STORY);
  expect(people(graph).toSorted()).toEqual(['Me', 'ada']);
  expect(graph.reads.api.getNeighbors(id).length).toBe(2);
  await write(graph, 'editNode', { id: 'said_1_0_0', setFields: { summary: 'Ada welcomed me.' } });
  await write(graph, 'deleteNode', { id: 'said_0_0_0' });
  expect(await say(graph, [...STORY, me('More.')])).toBe(1);
  expect(events(graph)).toContain('Ada: Ada welcomed me.');
  expect(events(graph)).not.toContain('Me: Hello!');
});

test('all of it can be taken away, and remembered again; other memories stay', async () => {
  const graph = await openChat(openLogs({ store: null }), STORY);
  await write(graph, 'createNode', { type: 'thread', title: 'The key' });
  await say(graph, STORY);
  expect(await forgetSaid(graph)).toBe(4);
  expect(graph.reads.api.listNodes({}).map(({ title }) => title)).toEqual(['The key']);
  expect(await forgetSaid(graph)).toBe(0);
  expect(await say(graph, STORY)).toBe(4);
  expect(events(graph)).toHaveLength(4);
});

test('another device gets what was written beside the messages, and keeps the messages itself, with the same ids', async () => {
  const [first, second] = [openLogs({ store: null }), openLogs({ store: null })];
  const one = await openChat(first, STORY);
  await say(one, STORY);
  await write(one, 'createNode', { type: 'thread', title: 'The key', links: [link('said_2_0_0')] });
  const { text } = await mirrorOf(one, 1e6, true);
  expect(text).not.toContain('allergic');
  const two = await openChat(second, STORY);
  await say(two, STORY);
  await write(two, 'createNode', { type: 'thread', title: 'The lamp' });
  expect(await mergeMirror(two, text)).toBe(true);
  const titles = two.reads.api.listNodes({ types: ['thread'] });
  expect(titles.map(({ title }) => title).toSorted()).toEqual(['The key', 'The lamp']);
  const key = titles.find(({ title }) => title === 'The key');
  expect(two.reads.api.getNeighbors(key?.id ?? '').map(({ node }) => node.id)).toContain('said_2_0_0');
  expect(events(two)).toHaveLength(4);
  // And back: nothing is there twice.
  expect(await mergeMirror(one, (await mirrorOf(two, 1e6, true)).text)).toBe(true);
  expect(one.reads.api.listNodes({ types: ['thread'] })).toHaveLength(2);
  // A device that does not remember by itself gets them as well.
  const third = await openChat(openLogs({ store: null }), STORY, 'third');
  await mergeMirror(third, (await mirrorOf(two, 1e6)).text);
  expect(events(third)).toEqual(events(two));
  expect(await say(third, STORY)).toBe(0);
});

test('a chat of three hundred messages is written as one, and stopping in between keeps what was written', async () => {
  const messages = Array.from({ length: 300 }, (_, at) => (at % 2 ? ada(`Answer ${at}.`) : me(`Question ${at}?`)));
  const graph = await openChat(openLogs({ store: null }), messages);
  expect(await say(graph, messages)).toBe(300);
  expect(graph.info).toMatchObject({ commits: 300, nodes: 302 });
  const other = await openChat(openLogs({ store: null }), messages, 'other');
  await write(other, 'createNode', { type: 'thread', title: 'The key' });
  const stop = new AbortController();
  const said = messages.map(({ name, mes, swipe_id }, floor) => ({ floor, swipe: swipe_id, name, mes }));
  const { add } = other;
  other.add = (make) => add.call(other, make).finally(() => stop.abort());
  await expect(remember(other, said, new Set(), stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
  expect(other.info.commits).toBe(101);
  other.add = add;
  expect(await remember(other, said, new Set())).toBe(200);
});

const link = (id: string) => ({ target: { id }, relation: 'about' });
