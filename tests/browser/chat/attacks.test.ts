import { expect, test } from 'vitest';
import type { LLMAdapter, Message } from '../../../src/engine/index.js';
import type { Host } from '../../../src/index.js';
import { plainHost } from '../setup.js';
import { room, said, storeName } from './room.js';

const url = new URL('/examples/notebook/notebook.plugin.js', location.href).href;

/** A model that writes one note, and says what came of it. */
const writer = () => {
  const heard: Message[][] = [];
  const llm: LLMAdapter = {
    complete: async (messages) => {
      heard.push(messages);
      const last = messages.at(-1);
      if (last?.role === 'tool') return { content: `It said: ${last.content}` };
      return { content: '', toolCalls: [{ id: 'c', name: 'write_note', input: { title: 'A', text: 'B' } }] };
    },
  };
  return { model: { name: 'a model', llm }, heard };
};

const asked = (host: Host) =>
  new Promise<number>((resolve) => {
    const look = () => {
      const [ask] = host.asks.list();
      if (!ask) return;
      off();
      resolve(ask.id);
    };
    const off = host.asks.onChange(look);
  });

async function begun(host: Host) {
  await host.plugins.install({ url }, { enable: true, allow: 'all' });
  const chat = await room(host);
  const { model, heard } = writer();
  chat.connect(model);
  await chat.create();
  const ask = asked(host);
  const sending = chat.send('Write.');
  return { chat, heard, sending, ask: await ask };
}

const notes = async (host: Host) => (await host.tools.execute('read_notes', {})).value;
const states = (chat: Awaited<ReturnType<typeof room>>) =>
  chat.state.lines.flatMap((line) => line.calls.map(({ state }) => state));

test('a stop while a question is open takes it back, and a late answer does nothing', async () => {
  await using host = plainHost();
  const { chat, sending, ask } = await begun(host);
  const [{ scopes } = { scopes: [] }] = host.asks.list();
  chat.stop();
  await sending;
  expect(host.asks.list()).toEqual([]);
  try {
    host.asks.answer(ask, scopes[0] ?? null);
  } catch {
    // It may say that there is no such question.
  }
  expect(await notes(host)).toEqual({ notes: [] });
  expect(states(chat)).toEqual(['stopped']);
});

test('a session that is removed while a question is open takes it along; brought back, no call of it is open', async () => {
  await using host = plainHost();
  const { chat, sending } = await begun(host);
  await chat.remove(chat.state.current);
  await sending.catch(() => {});
  expect(host.asks.list()).toEqual([]);
  await chat.undo();
  expect(chat.state.busy).toBe(false);
  expect(states(chat).includes('running')).toBe(false);
  expect(await notes(host)).toEqual({ notes: [] });
  const next = asked(host);
  const again = chat.send('Again.');
  const id = await next;
  host.asks.answer(id, host.asks.list()[0]?.scopes[0] ?? null);
  await again;
  expect(said(chat).at(-1)).toMatch(/^assistant: It said/);
});

test('a fork of a session with an open question knows nothing of its call, and the question stays with the session', async () => {
  await using host = plainHost();
  const { chat, sending, ask } = await begun(host);
  const { current } = chat.state;
  const child = await chat.fork(current);
  expect(chat.state.current).toBe(child);
  expect(states(chat)).toEqual([]);
  expect(host.asks.list().map(({ id }) => id)).toEqual([ask]);
  host.asks.answer(ask, null);
  await sending;
  await chat.open(current);
  expect(states(chat)).toEqual(['failed']);
});

test('a plugin that is removed while its call waits ends the call, and the turn goes on', async () => {
  await using host = plainHost();
  const { chat, sending } = await begun(host);
  await host.plugins.remove('notebook');
  await sending;
  expect(host.asks.list()).toEqual([]);
  expect(states(chat)).toHaveLength(1);
  expect(said(chat).at(-1)).toMatch(/^assistant: It said/);
});

test('the kill switch ends a call of a turn with its question', async () => {
  await using host = plainHost();
  const { chat, sending } = await begun(host);
  await host.kill();
  await sending;
  expect(host.asks.list()).toEqual([]);
  expect(chat.state.busy).toBe(false);
  await host.resume();
  expect(await notes(host)).toEqual({ notes: [] });
});

test('an answer in very many pieces takes a time that grows with them, and the page is told of all', async () => {
  await using host = plainHost();
  const chat = await room(host);
  const timed = async (count: number) => {
    async function* stream() {
      for (let at = 0; at < count; at += 1) yield { delta: 'x ' };
    }
    chat.connect({ name: 'm', llm: { complete: async () => ({ content: '' }), stream } });
    const begin = performance.now();
    await chat.send('Go on.');
    expect(chat.state.lines.at(-1)?.text).toHaveLength(count * 2);
    return performance.now() - begin;
  };
  await timed(1_000);
  const small = await timed(20_000);
  const large = await timed(200_000);
  expect(large).toBeLessThan(small * 40 + 500);
});

test('what another tab has said meanwhile is neither dropped by a retry nor by an edit, and is shown with the next message', async () => {
  await using host = plainHost();
  const name = storeName();
  const llm: LLMAdapter = { complete: async (messages) => ({ content: `answer ${messages.length}` }) };
  const [one, other] = [await room(host, name), await room(host, name)];
  for (const chat of [one, other]) chat.connect({ name: 'm', llm });
  await one.send('Go on.');
  await other.begin();
  expect(said(other)).toEqual(said(one));
  await other.send('Go on.');
  const all = said(other);
  expect(all).toHaveLength(4);
  for (const change of [
    () => one.retry(one.state.lines[1]?.id ?? ''),
    () => other.edit(other.state.lines[2]?.id ?? '', 'Otherwise.'),
  ]) {
    const before = said(await room(host, name));
    const failure = await change().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'BAD_ARGS' });
    expect(said(await room(host, name))).toEqual(before);
    await one.send('And?');
  }
  expect(said(one).slice(0, 4)).toEqual(all);
  expect(said(one)).toEqual(said(await room(host, name)));
  await other.send('Both.');
  expect(said(other)).toEqual(said(await room(host, name)));
});
