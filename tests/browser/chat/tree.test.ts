import { expect, test } from 'vitest';
import { failure, plainHost } from '../setup.js';
import { openServer } from './model.js';
import { room, said, storeName } from './room.js';

test('there are several chats; one is forked at a message, renamed, archived, and knows nothing of the others', async () => {
  await using host = plainHost();
  const { model, asked, play } = await openServer({ content: 'A1' }, { content: 'A2' }, { content: 'B1' });
  const name = storeName();
  const chat = await room(host, name);
  chat.connect(model);
  await chat.send('first');
  await chat.send('second');
  const first = chat.state.current;
  const other = await chat.create();
  await chat.send('elsewhere');
  expect(
    (await asked())
      .at(-1)
      ?.messages.map(({ content }) => content)
      .slice(1),
  ).toEqual(['elsewhere']);

  await chat.open(first);
  const fork = await chat.fork(first, chat.state.lines[1]?.id);
  expect(chat.state.current).toBe(fork);
  expect(said(chat)).toEqual(['user: first', 'assistant: A1']);
  await play({ content: 'A2b' });
  await chat.send('another second');
  await chat.rename(fork, 'the other way');
  await chat.archive(other);
  const rows = (at: typeof chat) =>
    at.state.sessions.map(({ label, depth, archived, turns }) => [label, depth, archived, turns]);
  const expected = [
    ['first', 0, false, 2],
    ['the other way', 1, false, 2],
    ['elsewhere', 0, true, 1],
  ];
  expect(rows(chat)).toEqual(expected);
  const again = await room(host, name);
  expect(rows(again)).toEqual(expected);
  expect(again.state.current).toBe(fork);
  await chat.open(first);
  expect(said(chat)).toEqual(['user: first', 'assistant: A1', 'user: second', 'assistant: A2']);
});

test('the last message of the user is edited in its place; an earlier one in a fork, and the old branch stays', async () => {
  await using host = plainHost();
  const { model, asked } = await openServer(
    ...[{ content: 'A1' }, { content: 'A2' }, { content: 'A2 anew' }, { content: 'B1' }],
  );
  const name = storeName();
  const chat = await room(host, name);
  chat.connect(model);
  await chat.send('one');
  await chat.send('two');
  const first = chat.state.current;
  await chat.edit(chat.state.lines[2]?.id ?? '', 'two!');
  expect(chat.state.current).toBe(first);
  expect(said(chat)).toEqual(['user: one', 'assistant: A1', 'user: two!', 'assistant: A2 anew']);
  await chat.edit(chat.state.lines[0]?.id ?? '', 'uno');
  expect(chat.state.current).not.toBe(first);
  expect(said(chat)).toEqual(['user: uno', 'assistant: B1']);
  expect(
    (await asked())
      .at(-1)
      ?.messages.slice(1)
      .map(({ content }) => content),
  ).toEqual(['uno']);
  expect(chat.state.sessions.map(({ label, depth }) => [label, depth])).toEqual([
    ['one', 0],
    ['uno', 1],
  ]);
  await chat.open(first);
  expect(said(chat)).toEqual(['user: one', 'assistant: A1', 'user: two!', 'assistant: A2 anew']);
  expect((await failure(chat.edit(chat.state.lines[1]?.id ?? '', 'no'))).code).toBe('BAD_ARGS');
});

test('the model forks a session by itself, and its child stands in the tree', async () => {
  await using host = plainHost();
  const { model } = await openServer(
    { tools: [{ name: 'stello_create_session', args: { label: 'Rooms', profile: 'branch' } }] },
    { content: 'I have made one.' },
  );
  const chat = await room(host);
  chat.connect(model);
  await chat.send('Make a session for the rooms.');
  expect(chat.state.sessions.map(({ label, depth }) => [label, depth])).toEqual([
    ['Make a session for the rooms.', 0],
    ['Rooms', 1],
  ]);
  expect(chat.state.lines[1]?.calls).toMatchObject([{ tool: 'stello_create_session', state: 'done' }]);
});

test('a removed session goes with its forks, and comes back with all that was said', async () => {
  await using host = plainHost();
  const { model } = await openServer({ content: 'A1' }, { content: 'B1' }, { content: 'C1' });
  const name = storeName();
  const chat = await room(host, name);
  chat.connect(model);
  await chat.send('kept');
  await chat.create();
  await chat.send('parent');
  const parent = chat.state.current;
  await chat.fork(parent);
  await chat.send('child');
  await chat.remove(parent);
  expect(chat.state).toMatchObject({ removed: { label: 'parent', count: 2 }, sessions: [{ label: 'kept' }] });
  expect(said(chat)).toEqual(['user: kept', 'assistant: A1']);
  expect((await room(host, name)).state.sessions).toHaveLength(1);
  await chat.undo();
  expect(chat.state.sessions.map(({ label, depth }) => [label, depth])).toEqual([
    ['kept', 0],
    ['parent', 0],
    ['parent (2)', 1],
  ]);
  expect(chat.state.removed).toBeUndefined();
  expect(said(chat)).toEqual(['user: parent', 'assistant: B1']);
  expect((await room(host, name)).state.sessions).toHaveLength(3);
});

test('a skill that is switched off is neither told nor read, in forks as well; a fork can never read more', async () => {
  await using host = plainHost();
  for (const skill of ['open', 'secret']) {
    host.skills.register({ name: skill, description: `what is ${skill}`, action: () => skill });
  }
  const { model, play, asked } = await openServer({ content: 'Hello.' });
  const chat = await room(host);
  chat.connect(model);
  await chat.send('Hi.');
  const parent = chat.state.current;
  const child = await chat.fork(parent);
  const listed = async () =>
    (await asked()).at(-1)?.tools?.find(({ function: { name } }) => name === 'activate_skill')?.function.description ??
    '';
  expect(chat.state.skills.map(({ name, on }) => [name, on])).toEqual([
    ['open', true],
    ['secret', true],
  ]);
  await chat.open(parent);
  await chat.switchSkill('secret', false);
  await chat.open(child);
  expect(chat.state.skills).toMatchObject([
    { name: 'open', on: true, locked: false },
    { name: 'secret', on: false, locked: true },
  ]);
  expect((await failure(chat.switchSkill('secret', true))).code).toBe('BAD_ARGS');
  await play({ tools: [{ name: 'activate_skill', args: { name: 'secret' } }] }, { content: 'I may not.' });
  await chat.send('Read it.');
  expect(await listed()).toContain('open');
  expect(await listed()).not.toContain('secret');
  expect(chat.state.lines.at(-2)?.calls).toMatchObject([{ state: 'failed' }]);

  await chat.open(parent);
  await chat.switchSkill('secret', true);
  await play({ tools: [{ name: 'activate_skill', args: { name: 'secret' } }] }, { content: 'Read.' });
  await chat.send('Read it.');
  expect(chat.state.lines.at(-2)?.calls).toMatchObject([{ state: 'done' }]);
  // What was off in the fork stays off until somebody switches it on there.
  await chat.open(child);
  expect(chat.state.skills).toMatchObject([{ name: 'open' }, { name: 'secret', on: false, locked: false }]);
});

test('a model makes a few sessions with one message, however often it calls, and a user as many as he likes', async () => {
  await using host = plainHost();
  const many = Array.from({ length: 12 }, (_, at) => ({
    ...{ name: 'stello_create_session', args: { label: `${at} ${'x'.repeat(100_000)}` }, id: `c${at}` },
  }));
  const { model, play } = await openServer({ tools: many }, { content: 'Made.' });
  const chat = await room(host);
  chat.connect(model);
  await chat.send('Make twelve.');
  const calls = chat.state.lines.flatMap((line) => line.calls);
  expect(calls.filter(({ state }) => state === 'done')).toHaveLength(8);
  expect(calls.at(-1)).toMatchObject({
    state: 'failed',
    failure: { message: expect.stringContaining('no more than 8') },
  });
  expect(chat.state.sessions).toHaveLength(9);
  expect(Math.max(...chat.state.sessions.map(({ label }) => label.length))).toBe(200);
  const { current } = chat.state;
  for (let count = 0; count < 9; count += 1) await chat.fork(current);
  expect(chat.state.sessions).toHaveLength(18);
  await chat.open(current);
  await play({ tools: many.slice(0, 2) }, { content: 'Made.' });
  await chat.send('Two more.');
  expect(chat.state.sessions).toHaveLength(20);
});
