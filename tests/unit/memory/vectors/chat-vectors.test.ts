import { expect, test } from 'vitest';
import { memoryLogStore } from '../../../../worker/adapters/memory-stores.js';
import { ChatGraph } from '../../../../worker/memory/chat/chat-graph.js';
import { ChatVectors } from '../../../../worker/memory/chat/chat-vectors.js';
import type { Chat } from '../../../../worker/memory/commits/types.js';
import { openLogs } from '../../../../worker/memory/log/logs.js';
import type { EmbeddingMaker } from '../../../../worker/protocol/embeddings.js';
import type { LogStore } from '../../../../worker/protocol/storage.js';

const MAKER = { source: 'function:x', model: 'm' };
const NEVER = new AbortController().signal;
const DIMS = 4;
const question = { is_user: true, mes: 'question' };
const answer = (swipe_id = 0) => ({ is_user: false, mes: 'answer', swipe_id });

const openChat = (messages?: Chat, chat = 'chat') =>
  ChatGraph.open(
    { logs: openLogs({ store: null }), chat, types: undefined, ownTypes: undefined, onChange: () => {} },
    messages,
  );
const create = (chat: ChatGraph, name: string, count: number) => {
  const ops = Array.from({ length: count }, (_, i) => ({ op: 'create', type: 'thread', title: `${name} ${i}` }));
  return chat.write(name, 'applyExtractionBatch', [{ ops }]);
};

/** Makes everything that is missing. @returns how many texts that were. */
async function embed(vectors: ChatVectors): Promise<number> {
  for (let made = 0; ; ) {
    const { texts } = await vectors.wanted(500, NEVER);
    if (texts.length === 0) return made;
    made += texts.length;
    const values = new Float32Array(texts.length * DIMS).map((_, i) => 1 + (i % 7));
    const hashes = texts.map(({ hash }) => hash);
    await vectors.put(hashes, DIMS, values);
  }
}

const keys = async (logStore: LogStore) => [...(await logStore.list('')).keys()];
const makerOf = (key: string) => JSON.parse(key.slice(0, key.lastIndexOf(':')));

test('two that ask at once after a restart find everything that was kept, and delete none of it', async () => {
  const chat = await openChat();
  await create(chat, 'one', 450);
  const logStore = memoryLogStore();
  expect(await embed(new ChatVectors(logStore, chat, MAKER))).toBe(450);
  const again = new ChatVectors(logStore, chat, MAKER);
  const both = await Promise.all([again.wanted(50, NEVER), again.wanted(50, NEVER)]);
  expect(both).toEqual([1, 2].map(() => ({ texts: [], indexed: 450, total: 450 })));
  expect(await keys(logStore)).toHaveLength(450);
});

test('what was not looked at when somebody stopped is looked at the next time', async () => {
  const chat = await openChat();
  await create(chat, 'one', 450);
  const logStore = memoryLogStore();
  const vectors = new ChatVectors(logStore, chat, MAKER);
  const stop = new AbortController();
  const stopped = vectors.wanted(1, stop.signal);
  const other = vectors.wanted(1, NEVER);
  stop.abort();
  await expect(stopped).rejects.toThrow();
  expect(await other).toMatchObject({ indexed: 0, total: 450 });
  expect(await embed(vectors)).toBe(450);
});

test('other node types make other texts', async () => {
  const chat = await openChat();
  await chat.write('one', 'createNode', [{ type: 'thing', title: 'x', fields: { a: 'apple', z: 'zebra' } }]);
  const typesWith = (...embeddingColumns: string[]) => [
    { id: 'thing', tableName: 't', tableColumns: ['title', 'a', 'z'], embeddingColumns },
  ];
  chat.setTypes(typesWith('a', 'title'), undefined);
  const vectors = new ChatVectors(memoryLogStore(), chat, MAKER);
  const { texts: before } = await vectors.wanted(5, NEVER);
  chat.setTypes(typesWith('z', 'title'), undefined);
  const { texts: after } = await vectors.wanted(5, NEVER);
  expect(after).not.toEqual(before);
  expect(after).toEqual((await new ChatVectors(memoryLogStore(), chat, MAKER).wanted(5, NEVER)).texts);
});

test('a swipe that comes back finds its vectors, in this tab and after a restart', async () => {
  const chat = await openChat([question, answer()]);
  await create(chat, 'one', 20);
  const logStore = memoryLogStore();
  const vectors = new ChatVectors(logStore, chat, MAKER);
  expect(await embed(vectors)).toBe(20);
  await chat.follow(1, [answer(1)]);
  expect(await vectors.wanted(50, NEVER)).toMatchObject({ total: 0 });
  expect(vectors.search(new Float32Array(DIMS).fill(1), 5, () => true)).toEqual([]);
  // Another tab that shows the other swipe takes nothing away either.
  expect(await new ChatVectors(logStore, chat, MAKER).wanted(50, NEVER)).toMatchObject({ total: 0 });
  await chat.follow(1, [answer(0)]);
  expect(await vectors.wanted(50, NEVER)).toMatchObject({ texts: [], indexed: 20 });
  expect(vectors.search(new Float32Array(DIMS).fill(1), 5, () => true)).toHaveLength(5);
  expect(await new ChatVectors(logStore, chat, MAKER).wanted(50, NEVER)).toMatchObject({ texts: [], indexed: 20 });
});

test('a search during which the chat begins anew finds nodes of the graph that is there then, by their own vectors', async () => {
  const logs = openLogs({ store: null });
  const chat = await ChatGraph.open({ logs, chat: 'chat', types: undefined, ownTypes: undefined, onChange: () => {} });
  const kept = memoryLogStore();
  await create(chat, 'before', 20);
  await embed(new ChatVectors(kept, chat, MAKER));
  let begun = false;
  const logStore: LogStore = {
    ...kept,
    async after(prefix, after, limit) {
      if (!begun) {
        begun = true;
        await logs.remove('chat');
        await chat.reload();
        await create(chat, 'anew', 10);
      }
      return kept.after(prefix, after, limit);
    },
  };
  const vectors = new ChatVectors(logStore, chat, MAKER);
  const query = new Float32Array(DIMS).fill(1);
  const find = () => vectors.nearest(query, 5, NEVER, (hits) => hits.map(({ doc }) => chat.graph.nodes.titles[doc]));
  expect(await find()).toEqual([]);
  await embed(vectors);
  expect(await find()).toHaveLength(5);
});

test('of vectors that nothing needs no more stay than there is use for', async () => {
  const chat = await openChat([question, answer()]);
  await create(chat, 'one', 2_100);
  const logStore = memoryLogStore();
  const vectors = new ChatVectors(logStore, chat, MAKER);
  await embed(vectors);
  await chat.follow(1, [answer(1)]);
  await vectors.wanted(0, NEVER);
  expect(await keys(logStore)).toHaveLength(2_000);
  await chat.follow(1, [answer(0)]);
  expect(await embed(vectors)).toBe(100);
});

test('a maker that has made everything takes the place of the ones before, in this chat alone', async () => {
  const [chat, other] = [await openChat(), await openChat(undefined, 'chat two')];
  for (const one of [chat, other]) await create(one, 'one', 3);
  const logStore = memoryLogStore();
  const newer: EmbeddingMaker = { source: 'function:x', model: 'n' };
  for (const one of [chat, other]) await embed(new ChatVectors(logStore, one, MAKER));
  const vectors = new ChatVectors(logStore, chat, newer);
  await vectors.wanted(0, NEVER);
  expect(await keys(logStore)).toHaveLength(6);
  await embed(vectors);
  const kept = (await keys(logStore)).map(makerOf);
  expect(kept.filter(([name]) => name === 'mg_chat')).toEqual([1, 2, 3].map(() => ['mg_chat', 'function:x', 'n']));
  expect(kept).toHaveLength(6);
});

test('vectors that come when their chat was removed are not kept', async () => {
  const chat = await openChat();
  await create(chat, 'one', 3);
  const logStore = memoryLogStore();
  const vectors = new ChatVectors(logStore, chat, MAKER);
  const { texts } = await vectors.wanted(2, NEVER);
  const hashes = texts.map(({ hash }) => hash);
  await vectors.put(hashes, DIMS, new Float32Array(2 * DIMS).fill(1));
  expect(await keys(logStore)).toHaveLength(2);
  await chat.write('two', 'deleteNode', [{ id: 'n_1' }]);
  await vectors.forget();
  expect(await keys(logStore)).toEqual([]);
  await vectors.put(hashes, DIMS, new Float32Array(2 * DIMS).fill(1));
  expect(await keys(logStore)).toHaveLength(1);
});
