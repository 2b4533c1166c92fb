import { expect, test } from 'vitest';
import { ChatGraph } from '../../../worker/memory/chat/chat-graph.js';
import { Exports, Uploads } from '../../../worker/memory/chat/files.js';
import { stateOf } from '../../../worker/memory/chat/replace.js';
import { normalizeCommits } from '../../../worker/memory/commits/normalize-commit.js';
import type { Chat } from '../../../worker/memory/commits/types.js';
import type { Commit, GraphOp, NodeRecord } from '../../../worker/memory/graph/records.js';
import { type Logs, openLogs } from '../../../worker/memory/log/logs.js';
import { TRANSFER_LIMITS } from '../../../worker/memory/transfer/content.js';
import { exportJson, importJson } from '../../../worker/memory/transfer/json.js';
import { importLines } from '../../fixtures/memory/import-lines.js';
import { putSample } from '../../fixtures/memory-generator/put-sample.js';

const openChat = (messages?: Chat, logs: Logs = openLogs({ store: null })) =>
  ChatGraph.open({ logs, chat: 'chat', types: undefined, ownTypes: undefined, onChange: () => {} }, messages);

test('two exports of one chat at once are two whole files, each of what was there when it began', async () => {
  const chat = await openChat();
  const exports = new Exports();
  const texts = ['', ''];
  const from: (number | null)[] = [0, 0];
  const take = async (one: 0 | 1) => {
    const part = await exports.next(chat, 'jsonl', from[one] ?? -1);
    texts[one] += part.text;
    from[one] = part.next;
  };
  await putSample(chat, 'one', { nodes: 600 });
  await take(0);
  await putSample(chat, 'two', { seed: 9, nodes: 700 });
  await take(1);
  expect(from).not.toContain(null);
  while (from[0] !== null || from[1] !== null)
    for (const one of [0, 1] as const) if (from[one] !== null) await take(one);
  const sizes = await Promise.all(texts.map(async (text) => (await importLines([text])).store?.nodes.size));
  expect(sizes).toEqual([600, 700]);
});

test('an export while something is written has a graph and the very commits that it comes of', async () => {
  for (let steps = 0; steps < 20; steps++) {
    const chat = await openChat();
    await create(chat, 'one');
    const writing = create(chat, 'two');
    for (let step = 0; step < steps; step++) await null;
    const [{ text }] = await Promise.all([new Exports().next(chat, 'json', 0), writing]);
    const { store, commits = [] } = importJson(text);
    expect(Object.keys(store?.nodes ?? {})).toEqual(Object.keys(stateOf(commits).nodes));
  }
});

test('a part that no export has is refused, and an export that others have pushed out too', async () => {
  const chat = await openChat();
  await putSample(chat, 'one', { nodes: 600 });
  const exports = new Exports();
  const refused = expect.objectContaining({ code: 'BAD_ARGS' });
  await expect(exports.next(chat, 'jsonl', 1)).rejects.toEqual(refused);
  const { next: first } = await exports.next(chat, 'jsonl', 0);
  for (let more = 0; more < 4; more++) await exports.next(chat, 'jsonl', 0);
  expect(first).not.toBeNull();
  await expect(exports.next(chat, 'jsonl', first ?? 0)).rejects.toEqual(refused);
});

const question = { is_user: true, mes: 'question' };
const answer = (swipe_id = 0) => ({ is_user: false, mes: 'answer', swipe_id });
const NONE = { nodeSeq: 0, seqCounter: 0, appliedSeqTo: 0, loggedSeqTo: 0 };

let names = 0;
const create = (chat: ChatGraph, title: string) => {
  names += 1;
  return chat.write(`create-${names}`, 'createNode', [{ type: 'thread', title }]);
};
const titles = (chat: ChatGraph) =>
  chat.reads.api
    .listNodes({})
    .map(({ title }) => title)
    .sort();
const fileOf = async (chat: ChatGraph) => exportJson({ store: chat.graph.toStore(), commits: await chat.everything() });

/** A node as a stranger may write it. */
const node = (id: string, more: object = {}): NodeRecord => ({
  ...{ id, type: 'thread', level: 'semantic', title: id, parentId: '', childrenIds: [], fields: {} },
  ...{ semanticDepth: 0, semanticRollup: false, archived: false, ...more },
});
const commitOf = (batch: string, ...ops: readonly GraphOp[]): Commit => ({
  ...{ batch, floor: null, swipe: 0, ops, counters: NONE, answer: null },
});
const put = (one: NodeRecord): GraphOp => ({ op: 'upsert_node', node: one });

/** A chat with its logs, and how a file is put into it. */
async function target(messages?: Chat) {
  const logs = openLogs({ store: null });
  const chat = await openChat(messages, logs);
  const uploads = new Uploads();
  const take = (text: string) => {
    names += 1;
    return uploads.take(chat, { batch: `import-${names}`, upload: `upload-${names}`, text, last: true });
  };
  return { logs, chat, take };
}

test('of a file with one commit that cannot be taken nothing is', async () => {
  const { logs, chat, take } = await target();
  const good = ['n_1', 'n_2'].map((id) => commitOf(id, put(node(id))));
  const deep = exportJson({ commits: [...good, commitOf('n_3', put(node('n_3', { fields: { a: 'DEEP' } })))] });
  const refused = expect.objectContaining({ code: 'BAD_ARGS' });
  await expect(take(deep.replace('"DEEP"', `${'['.repeat(5_000)}${']'.repeat(5_000)}`))).rejects.toEqual(refused);
  const [first] = good;
  await expect(take(exportJson({ commits: [...good, ...(first ? [first] : [])] }))).rejects.toEqual(refused);
  expect(chat.info).toMatchObject({ nodes: 0, commits: 0 });
  expect(await (await openChat(undefined, logs)).everything()).toEqual([]);
  await take(exportJson({ commits: good }));
  expect(titles(await openChat(undefined, logs))).toEqual(['n_1', 'n_2']);
  expect(chat.info).toMatchObject({ nodes: 2, commits: 2 });
});

test('commits that belong to messages of another chat are put in as the graph that they came to', async () => {
  const source = await openChat([question, answer(), question, answer(2)]);
  await create(source, 'tied');
  const { chat, take } = await target([question, answer()]);
  await take(await fileOf(source));
  expect(titles(chat)).toEqual(['tied']);
  expect(chat.info).toMatchObject({ commits: 1, shown: 1, canUndo: true });
  const bare = await target([question, answer()]);
  await bare.take(exportJson({ commits: await source.everything() }));
  expect(titles(bare.chat)).toEqual(['tied']);
  const same = await target([question, answer(), question, answer(2)]);
  await same.take(exportJson({ commits: await source.everything() }));
  await same.chat.follow(3, [answer()]);
  expect(titles(same.chat)).toEqual([]);
});

test('a chat’s own file brings its hidden swipes back too', async () => {
  const source = await openChat([question, answer()]);
  await create(source, 'first swipe');
  await source.follow(1, [answer(1)]);
  await create(source, 'second swipe');
  const { chat, take } = await target([question, answer(1)]);
  await take(await fileOf(source));
  expect(titles(chat)).toEqual(['second swipe']);
  await chat.follow(1, [answer(0)]);
  expect(titles(chat)).toEqual(['first swipe']);
});

test('an import while something is written is one change, which an undo takes back whole', async () => {
  const source = await openChat();
  await create(source, 'imported');
  const { chat, take } = await target();
  await create(chat, 'old');
  const writing = create(chat, 'meanwhile');
  await Promise.all([writing, take(exportJson({ store: source.graph.toStore() }))]);
  expect(titles(chat)).toEqual(['imported']);
  expect(Object.keys(chat.graph.counters)).toEqual(Object.keys(NONE));
  await chat.undo('undo');
  expect(titles(chat)).toEqual(['meanwhile', 'old']);
});

test('an import while the first node is being written, here or in another tab, loses nothing that is kept', async () => {
  const source = await openChat();
  await create(source, 'imported');
  const text = exportJson({ store: source.graph.toStore(), commits: await source.everything() });
  for (let steps = 0; steps < 20; steps++) {
    const { chat, logs, take } = await target();
    const writer = steps % 2 === 0 ? chat : await openChat(undefined, logs);
    const writing = create(writer, 'first');
    for (let step = 0; step < steps; step++) await null;
    await Promise.all([writing, take(text)]);
    const kept = await openChat(undefined, logs);
    const batches = (await kept.everything()).length;
    // Written upon what was imported, or replaced by it in a change that can be taken back.
    expect([titles(kept), batches]).toEqual([
      batches === 2 && titles(kept).length === 2 ? ['first', 'imported'] : ['imported'],
      2,
    ]);
    expect(await logs.quarantined()).toEqual([]);
  }
});

test.each([
  ['nothing', '{"format":"bulkhead-memory","version":1}'],
  ['no commits', '{"format":"bulkhead-memory","version":1,"commits":[]}'],
  ['no lines', '{"format":"bulkhead-memory","version":1}\n{"end":0}\n'],
  ['turns that the chat has not got', '{"version":8,"coveredSeqTo":9,"opLog":[{"seq":9,"ops":[]}]}'],
  [
    'other swipes only',
    '{"version":1,"commits":[{"floor":1,"swipeId":7,"patches":[{"op":"add","path":"/nodes","value":{}}]}]}',
  ],
])('a file with %s takes nothing away', async (_what, text) => {
  const { chat, take } = await target([question, answer()]);
  await create(chat, 'kept');
  await expect(take(text)).rejects.toEqual(expect.objectContaining({ code: 'BAD_ARGS' }));
  expect([titles(chat), chat.info.commits]).toEqual([['kept'], 1]);
});

test('what another format kept of several swipes is put in as the one that is shown', async () => {
  const { chat, take } = await target([question, answer(1)]);
  await create(chat, 'old');
  const commits = ['first', 'second'].map((title, swipeId) => ({
    ...{ floor: 1, swipeId },
    patches: [{ op: 'add', path: '/nodes', value: { [title]: node(title) } }],
  }));
  await take(JSON.stringify({ version: 1, commits }));
  expect(titles(chat)).toEqual(['second']);
});

test('a file that is far too large is refused while it comes', async () => {
  const { chat } = await target();
  const uploads = new Uploads();
  const part = ' '.repeat(TRANSFER_LIMITS.jsonChars / 8);
  const send = () => uploads.take(chat, { batch: 'b', upload: 'u', text: part, last: false });
  for (let at = 0; at < 8; at++) expect(await send()).toBe(null);
  await expect(send()).rejects.toEqual(expect.objectContaining({ code: 'BAD_ARGS' }));
});

test('what strangers wrote is brought into shape, and no number of theirs is given again', async () => {
  const { chat, take } = await target();
  const most = Number.MAX_SAFE_INTEGER;
  const counters = { nodeSeq: most, seqCounter: most, appliedSeqTo: most, loggedSeqTo: most };
  const odd = commitOf(
    'x'.repeat(5_000),
    put(node('n_5', { parentId: 'nobody', childrenIds: ['n_5', 'ghost'], seqTo: most })),
    put(node('n_6', { title: ' two\nlines ' })),
    put(node('e_1', { level: 'episodic' })),
    { op: 'upsert_edge', edge: { from: 'n_5', to: 'n_5', type: 'self' } },
    { op: 'upsert_edge', edge: { from: 'n_5', to: 'ghost', type: 'x' } },
  );
  await take(exportJson({ commits: [odd] }));
  expect(chat.reads.api.getNode('n_5')).toMatchObject({ parentId: '', childrenIds: [] });
  expect(titles(chat)).toEqual(['n_5', 'two lines']);
  expect(chat.reads.api.listEdges({})).toEqual([]);
  expect(chat.graph.counters.nodeSeq).toBe(6);
  expect(await create(chat, 'next')).toEqual({ id: 'n_7' });
  const [kept] = await chat.everything();
  expect(kept?.batch.length).toBeLessThan(300);
  const high = await target();
  await high.take(exportJson({ commits: [{ ...odd, counters }] }));
  expect(Object.keys(high.chat.graph.counters)).toEqual(Object.keys(NONE));
  await create(high.chat, 'next');
  await high.chat.write('edit', 'editNode', [{ id: 'n_6', title: 'edited' }]);
  expect(titles(high.chat)).toEqual(['edited', 'n_5', 'next']);
});

test('a commit in shape stays as it is', async () => {
  const source = await openChat([question, answer()]);
  const ops = [
    { op: 'create', type: 'thread', title: 'one', ref: 'a', fields: { note: 'x' } },
    { op: 'create', type: 'thread', title: 'two', links: [{ targetRef: 'a', relation: 'knows' }] },
  ];
  await source.write('batch', 'applyExtractionBatch', [{ ops }]);
  const commits = await source.everything();
  expect(JSON.parse(JSON.stringify(normalizeCommits(commits)))).toEqual(JSON.parse(JSON.stringify(commits)));
});

test('what was set aside is imported again: every commit that can still be read, each as one of its own where there is nothing else', async () => {
  const { logs, chat } = await target();
  for (const title of ['Alice', 'Bob', 'Carol']) await create(chat, title);
  await chat.write('link', 'upsertLinks', [
    { source: { id: 'n_1' }, links: [{ target: { id: 'n_2' }, relation: 'knows' }] },
  ]);
  const [id = ''] = await logs.quarantine('chat', 'to see');
  const lines: string[] = [];
  for await (const page of logs.exportQuarantined(id)) for (const pair of page) lines.push(JSON.stringify(pair));
  const file = lines.join('\n');

  const whole = await target();
  await whole.take(file);
  expect(titles(whole.chat)).toEqual(['Alice', 'Bob', 'Carol']);
  expect(whole.chat.info).toMatchObject({ nodes: 3, edges: 2, commits: 4 });

  // One record is lost, and one is no more than a name.
  const holed = await target();
  await create(holed.chat, 'Dora');
  const left = lines
    .filter((line) => !/"record:.*"Bob"/.test(line))
    .map((line) => line.replace(/("key":"record:\S*000003",).*/, '$1"value":7}'));
  await holed.take(left.join('\n'));
  expect(titles(holed.chat)).toEqual(['Alice']);
  expect(holed.chat.info).toMatchObject({ nodes: 1, edges: 0, commits: 2, canUndo: true });

  const refused = expect.objectContaining({ code: 'BAD_ARGS' });
  await expect(holed.take(file.slice(0, -20))).rejects.toEqual(refused);
  await expect(holed.take(lines[0] ?? '')).rejects.toEqual(refused);
  expect(titles(holed.chat)).toEqual(['Alice']);
});
