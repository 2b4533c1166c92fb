import { expect, test } from 'vitest';
import type { LLMAdapter, Message } from '../../../src/engine/index.js';
import { plainHost } from '../setup.js';
import { room, said, until } from './room.js';

/** A model that says what it is given one after another, and keeps what it was asked. */
function scripted(answers: readonly string[]): LLMAdapter & { readonly asked: Message[][] } {
  const asked: Message[][] = [];
  return {
    asked,
    async complete(messages) {
      asked.push(structuredClone(messages));
      return { content: answers[asked.length - 1] ?? 'I see.', toolCalls: [] };
    },
  };
}

const remembered = async (host: ReturnType<typeof plainHost>, session: string) => {
  const graph = await host.memory.open(`session/${session}`);
  const events = await graph.listNodes({ types: ['event'] });
  return events.map(({ fields }) => `${fields.speaker}: ${fields.summary}`);
};

test('a session remembers what is said, before and after it is switched on, and shows the model what fits', async () => {
  await using host = plainHost();
  const chat = await room(host);
  const model = scripted(['Noted.']);
  chat.connect({ name: 'scripted', llm: model });
  await chat.send('My sister Lily is allergic to peanuts.');
  const { current } = chat.state;
  expect(chat.state.sessions[0]).toMatchObject({ remembers: false });
  await chat.remember(current, true);
  expect(chat.state.sessions[0]).toMatchObject({ remembers: true });
  expect(await remembered(host, current)).toEqual([
    'User: My sister Lily is allergic to peanuts.',
    'Assistant: Noted.',
  ]);
  for (let at = 0; at < 30; at++) await chat.send(`Let us talk about stone number ${at}.`);
  await chat.send('Can Lily eat peanut butter?');
  const last = model.asked.at(-1) ?? [];
  expect(last.filter(({ role }) => role === 'system').at(-1)?.content).toContain('Lily is allergic to peanuts');
  expect(await remembered(host, current)).toHaveLength(64);
  // What the model was shown is no part of the session.
  expect(said(chat).join()).not.toContain('What is remembered');
});

test('another answer, a fork and switching off take the memory along', async () => {
  await using host = plainHost();
  const chat = await room(host);
  chat.connect({ name: 'scripted', llm: scripted(['One.', 'Two.', 'Three.', 'Four.']) });
  await chat.send('Hello!');
  const { current } = chat.state;
  await chat.remember(current, true);
  await chat.send('And then?');
  await chat.retry(chat.state.lines.at(-1)?.id ?? '');
  const story = ['User: Hello!', 'Assistant: One.', 'User: And then?', 'Assistant: Three.'];
  expect(await remembered(host, current)).toEqual(story);
  const fork = await chat.fork(current, chat.state.lines[1]?.id);
  expect(await remembered(host, fork)).toEqual(story.slice(0, 2));
  await chat.send('Another way.');
  expect(await remembered(host, fork)).toEqual([...story.slice(0, 2), 'User: Another way.', 'Assistant: Four.']);
  expect(await remembered(host, current)).toEqual(story);
  const graph = await host.memory.open(`session/${fork}`);
  await graph.session.createNode({ type: 'thread', title: 'The key' });
  await chat.remember(fork, false);
  expect(await remembered(host, fork)).toEqual([]);
  // What somebody else has written stays.
  expect((await graph.listNodes()).map(({ title }) => title)).toEqual(['The key']);
  // A session that was removed keeps its memory until that is for good.
  await chat.remove(current);
  await chat.undo();
  expect(await remembered(host, current)).toEqual(story);
  await chat.remove(fork);
  chat.forgetRemoved();
  await expect.poll(() => host.memory.chats()).toEqual([`session/${current}`]);
});

test('the connected model writes a session’s memory once enough was said; what that cost is with the session', async () => {
  await using host = plainHost();
  const chat = await room(host);
  const asked: Message[][] = [];
  const lily = { type: 'character_sheet', title: 'Lily', fields: { traits: 'allergic to peanuts' } };
  const llm: LLMAdapter = {
    async complete(messages) {
      const isExtraction = String(messages[0]?.content).includes('You keep the memory of a chat');
      if (isExtraction) asked.push(structuredClone(messages));
      return { content: isExtraction ? JSON.stringify({ create: [lily] }) : 'I see.', toolCalls: [] };
    },
  };
  chat.connect({ name: 'scripted', llm });
  await chat.send('My sister Lily is allergic to peanuts.');
  const { current } = chat.state;
  const row = () => chat.state.sessions.find(({ id }) => id === current);
  await chat.extract(current, true);
  for (let at = 0; at < 5; at++) await chat.send(`Stone number ${at}.`);
  await until(chat, () => row()?.extraction?.upTo === 12 && row()?.extraction?.status === 'idle');
  expect(asked).toHaveLength(1);
  expect(row()).toMatchObject({ extracts: true, extraction: { requests: 1, written: 1 } });
  const graph = await host.memory.open(`session/${current}`);
  expect((await graph.listNodes()).map(({ title }) => title)).toEqual(['Lily']);
  await chat.extract(current, false);
  expect(row()).toMatchObject({ extracts: false });
  expect((await graph.listNodes()).map(({ title }) => title)).toEqual(['Lily']);
});
