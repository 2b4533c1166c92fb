import { expect, test } from 'vitest';
import { ChatGraph } from '../../../worker/memory/chat/chat-graph.js';
import { Uploads } from '../../../worker/memory/chat/files.js';
import { mergeMirror, mirrorOf } from '../../../worker/memory/chat/mirror.js';
import { readMirror } from '../../../worker/memory/chat/mirror-text.js';
import type { Chat } from '../../../worker/memory/commits/types.js';
import { MemoryOverlay } from '../../../worker/memory/guests/overlay.js';
import { openLogs } from '../../../worker/memory/log/logs.js';
import { exportJson } from '../../../worker/memory/transfer/json.js';
import { plainMirror } from '../../fixtures/memory-mirror.js';

const device = (messages?: Chat, logs = openLogs({ store: null })) =>
  ChatGraph.open({ logs, chat: 'chat', types: undefined, ownTypes: undefined, onChange: () => {} }, messages);
let batches = 0;
const add = async (graph: ChatGraph, title: string): Promise<string> => {
  batches += 1;
  const made = await graph.write(`batch-${batches}`, 'createNode', [{ type: 'thread', title }]);
  return (made as { readonly id: string }).id;
};
const rename = (graph: ChatGraph, id: string, title: string) => {
  batches += 1;
  return graph.write(`batch-${batches}`, 'editNode', [{ id, title }]);
};
const titles = (graph: ChatGraph) =>
  graph.reads.api
    .listNodes({})
    .map(({ title }) => title)
    .sort();
const send = async (from: ChatGraph, to: ChatGraph, length?: number) =>
  mergeMirror(to, (await mirrorOf(from, 262_144)).text, length);

test('two devices that go on from one memory have everything of both, however often they meet', async () => {
  const [a, b] = [await device(), await device()];
  await add(a, 'base');
  await send(a, b);
  const two = await add(a, 'A two');
  const other = await add(b, 'B two');
  await send(b, a);
  await send(a, b);
  await add(b, 'B three');
  await rename(a, two, 'A two, edited');
  await rename(b, other, 'B two, edited');
  await send(b, a);
  await send(a, b);
  const all = ['A two, edited', 'B three', 'B two, edited', 'base'];
  expect([titles(a), titles(b)]).toEqual([all, all]);
  expect(await send(a, b)).toBe(false);
});

test('two devices that have begun the same chat by themselves keep their nodes apart', async () => {
  const [a, b] = [await device(), await device()];
  const own = await add(a, 'of A');
  const their = await add(b, 'of B');
  expect([own, their]).toEqual(['n_1', 'n_1']);
  await send(b, a);
  await send(a, b);
  await rename(a, own, 'of A, edited');
  await rename(b, their, 'of B, edited');
  await send(a, b);
  await send(b, a);
  const all = ['of A, edited', 'of B, edited'];
  expect([titles(a), titles(b)]).toEqual([all, all]);
  expect(a.graph.nodes.find('n_1')).toBeGreaterThanOrEqual(0);
});

test('a mirror that comes while the first node is being written keeps its nodes apart from that', async () => {
  const a = await device();
  await add(a, 'of A');
  const { text } = await mirrorOf(a, 262_144);
  for (let steps = 0; steps < 20; steps++) {
    const b = await device();
    const writing = add(b, 'of B');
    for (let step = 0; step < steps; step++) await null;
    await Promise.all([writing, mergeMirror(b, text)]);
    expect(titles(b)).toEqual(['of A', 'of B']);
  }
});

test('a mirror that comes when another tab has written the first node keeps its nodes apart from that', async () => {
  const a = await device();
  await add(a, 'of A');
  const logs = openLogs({ store: null });
  const [tab, other] = [await device(undefined, logs), await device(undefined, logs)];
  await add(other, 'of B');
  await send(a, tab);
  expect(titles(tab)).toEqual(['of A', 'of B']);
  expect(titles(await device(undefined, logs))).toEqual(['of A', 'of B']);
});

test('a third device that has it from the second tells nodes from each other as the first does', async () => {
  const [a, b, c] = [await device(), await device(), await device()];
  await add(a, 'base');
  await send(a, b);
  await add(b, 'of B');
  await send(b, c);
  await add(c, 'of C');
  await add(a, 'of A');
  for (const [from, to] of [
    [c, a],
    [b, a],
    [a, b],
    [a, c],
  ] as const)
    await send(from, to);
  for (const one of [a, b, c]) expect(titles(one)).toEqual(['base', 'of A', 'of B', 'of C']);
});

test('another tab of a device that has it from elsewhere gives its nodes the device’s letters too', async () => {
  const a = await device();
  await add(a, 'base');
  const logs = openLogs({ store: null });
  const [tab, other] = [await device(undefined, logs), await device(undefined, logs)];
  await send(a, tab);
  const made = [await add(tab, 'here'), await add(other, 'there'), await add(a, 'of A')];
  expect(made[0]?.slice(3)).toMatch(/^_.{6}$/);
  expect(made).toEqual(['n_2', 'n_3', 'n_2'].map((id, at) => (at < 2 ? id + made[0]?.slice(3) : id)));
});

test('a memory that came from elsewhere is known as such also after it went through a file', async () => {
  const [a, b, c] = [await device(), await device(), await device()];
  await add(a, 'base');
  await send(a, b);
  const text = exportJson(await b.whole());
  await new Uploads().take(c, { batch: 'import', upload: 'u', text, last: true });
  const [ours, theirs] = [await add(a, 'of A'), await add(c, 'of C')];
  expect(theirs).not.toBe(ours);
  await send(c, a);
  await send(a, c);
  expect([titles(a), titles(c)]).toEqual([1, 2].map(() => ['base', 'of A', 'of C']));
});

test('what a plugin writes beside a memory that came from elsewhere has the device’s letters too', async () => {
  const [a, b] = [await device(), await device()];
  await add(a, 'base');
  await send(a, b);
  const writer = { plugin: 'p', types: null };
  const options = { type: 'thread', title: 'staged' };
  const request = { kind: 'write', method: 'createNode', options, ops: 1 } as const;
  const staged = await new MemoryOverlay(b).write(writer, request);
  expect(staged).toEqual({ id: await add(b, 'written') });
});

test('what one device has taken away with its messages goes on the other, and does not come back', async () => {
  const chat = [
    { is_user: true, mes: 'q' },
    { is_user: false, mes: 'a' },
    { is_user: true, mes: 'q' },
    { is_user: false, mes: 'a' },
  ];
  const [a, b] = [await device(chat), await device(chat)];
  await add(a, 'of floor 3');
  await send(a, b);
  expect(titles(b)).toEqual(['of floor 3']);
  await a.amend({ kind: 'truncate', batch: 't', length: 2 });
  await a.follow(2, []);
  await send(a, b);
  await b.follow(2, chat.slice(2));
  expect(titles(b)).toEqual([]);
  expect(await send(b, a)).toBe(false);
  await a.follow(2, chat.slice(2));
  expect(titles(a)).toEqual([]);
});

test('what belongs to messages that a chat has not got is left out', async () => {
  const chat = [
    { is_user: true, mes: 'q' },
    { is_user: false, mes: 'a' },
  ];
  const [a, b] = [await device(chat), await device()];
  await add(a, 'of floor 1');
  await send(a, b, 1);
  expect(b.info.commits).toBe(0);
});

test('a mirror that has no room for everything has the newest', async () => {
  const [a, b] = [await device(), await device()];
  for (let at = 0; at < 50; at++) await add(a, `title ${at}`);
  const { text, whole } = await mirrorOf(a, 1_000);
  expect([whole, text.length <= 1_000]).toEqual([false, true]);
  await mergeMirror(b, text);
  expect(titles(b)).toContain('title 49');
  expect((await mirrorOf(a, 262_144)).whole).toBe(true);
});

test('a stranger’s mirror touches nothing that is here, and leaves numbers to give out', async () => {
  const [mine, stranger] = [await device(), await device()];
  await add(mine, 'mine');
  await add(stranger, 'theirs');
  const given = plainMirror(await readMirror((await mirrorOf(stranger, 262_144)).text));
  const [commit] = given.commits;
  if (!commit) throw new Error('nothing was kept');
  commit.ops.push({ op: 'delete_node', nodeId: 'n_1' });
  const most = Number.MAX_SAFE_INTEGER;
  commit.counters = { nodeSeq: most, seqCounter: most, appliedSeqTo: most, loggedSeqTo: most };
  await mergeMirror(mine, JSON.stringify(given));
  // What it deletes is its own node of that name.
  expect(titles(mine)).toEqual(['mine']);
  await add(mine, 'another');
  const [newest] = mine.reads.api.listNodes({}).filter(({ title }) => title === 'another');
  expect(newest?.seqTo).toBeLessThan(1e9);
});
