import { expect, test } from 'vitest';
import { plainHost, plugin, testHost } from '../setup.js';
import { openServer } from './model.js';
import { room, said, storeName, until } from './room.js';

test('an answer comes in pieces, its calls run as guests, and all of it is there after a reload', async () => {
  await using host = testHost();
  await host.plugins.install({
    code: plugin(
      "ctx.log('doubling'); await ctx.progress({ done: 1, total: 2 }); return { twice: args.x * 2 };",
      'double',
    ),
  });
  const { model, asked } = await openServer(
    { content: 'Let me see.', tools: [{ name: 'double', args: { x: 21 } }] },
    { content: 'It is forty-two.' },
  );
  const name = storeName();
  const chat = await room(host, name);
  chat.connect(model);
  const pieces = new Set<string>();
  chat.onChange(() => pieces.add(chat.state.lines.at(-1)?.text ?? ''));
  await chat.send('What is twice 21?');
  expect(said(chat)).toEqual(['user: What is twice 21?', 'assistant: Let me see.', 'assistant: It is forty-two.']);
  // Both answers came word by word.
  expect([...pieces]).toEqual(expect.arrayContaining(['Let ', 'It is ']));
  const [, first] = chat.state.lines;
  expect(first?.calls).toMatchObject([
    {
      ...{ tool: 'double', args: { x: 21 }, state: 'done', result: { value: { twice: 42 } } },
      ...{ log: [{ text: 'doubling' }], progress: { done: 1, total: 2 } },
    },
  ]);
  expect(first?.calls[0]?.usage?.memoryBytes).toBeGreaterThan(0);
  expect(chat.state).toMatchObject({ busy: false, sessions: [{ label: 'What is twice 21?', turns: 1 }] });
  expect((await asked())[0]?.tools?.map(({ function: { name } }) => name)).toEqual(['stello_create_session', 'double']);

  const again = await room(host, name);
  expect(said(again)).toEqual(said(chat));
  expect(again.state.lines.map(({ at }) => at)).toEqual([0, 1, 3]);
  expect(again.state.lines[1]?.calls).toMatchObject([
    { tool: 'double', state: 'done', result: { value: { twice: 42 } } },
  ]);
});

test('a tool that throws is a failed call with its own error, also after a reload, and the model goes on', async () => {
  await using host = testHost();
  await host.plugins.install({ code: plugin("throw new Error('no such city');", 'weather') });
  const { model } = await openServer({ tools: [{ name: 'weather' }] }, { content: 'I could not find it.' });
  const name = storeName();
  const chat = await room(host, name);
  chat.connect(model);
  await chat.send('How is the weather?');
  const failure = { code: 'TOOL_ERROR', message: expect.stringContaining('no such city') };
  expect(chat.state.lines[1]?.calls).toMatchObject([{ state: 'failed', failure }]);
  expect(chat.state.lines.at(-1)?.text).toBe('I could not find it.');
  expect((await room(host, name)).state.lines[1]?.calls).toMatchObject([{ state: 'failed', failure }]);
});

test('a stop keeps what was said until then, and the conversation goes on', async () => {
  await using host = plainHost();
  const { model, play, asked } = await openServer({ content: 'One two three', hold: true });
  const name = storeName();
  const chat = await room(host, name);
  chat.connect(model);
  const sending = chat.send('Count.');
  await until(chat, () => chat.state.lines.at(-1)?.text === 'One two three');
  expect(chat.state).toMatchObject({ busy: true, sessions: [{ busy: true }] });
  chat.stop();
  await sending;
  const last = { text: 'One two three', ended: 'stopped', streaming: false };
  expect(chat.state.lines.at(-1)).toMatchObject(last);
  expect((await room(host, name)).state.lines.at(-1)).toMatchObject(last);
  await play({ content: 'Four.' });
  await chat.send('Go on.');
  expect((await asked())[0]?.messages.slice(1).map(({ content }) => content)).toEqual([
    'Count.',
    'One two three',
    'Go on.',
  ]);
  expect((await room(host, name)).state.lines.map(({ at }) => at)).toEqual([0, 1, 2, 3]);
});

test('a stop within a call ends the guest; of one call alone it ends that call, and the model goes on', async () => {
  await using host = testHost();
  await host.plugins.install({ code: plugin('await new Promise(() => {});', 'wait') });
  const { model, play, asked } = await openServer({ tools: [{ name: 'wait', id: 'a' }] });
  const name = storeName();
  const chat = await room(host, name);
  chat.connect(model);
  const running = () => chat.state.lines.at(-1)?.calls[0]?.state === 'running';
  let sending = chat.send('Wait.');
  await until(chat, running);
  chat.stop();
  await sending;
  expect(chat.state.lines.at(-1)?.calls).toMatchObject([{ state: 'stopped' }]);

  await play({ tools: [{ name: 'wait', id: 'a' }] }, { content: 'Then not.' });
  sending = chat.send('Wait again.');
  await until(chat, running);
  chat.stopCall(chat.state.lines.at(-1)?.calls[0]?.id ?? 0);
  await sending;
  expect(chat.state.lines.at(-1)?.text).toBe('Then not.');
  expect((await asked())[1]?.messages.at(-1)).toMatchObject({
    role: 'tool',
    content: 'the user has stopped this call',
  });
  const again = await room(host, name);
  expect(again.state.lines.flatMap(({ calls }) => calls.map(({ state }) => state))).toEqual(['stopped', 'stopped']);
});

test('a model that fails is told with the message, which is kept, and asked again on retry', async () => {
  await using host = plainHost();
  const { model, play, asked } = await openServer({ status: 401 });
  const name = storeName();
  const chat = await room(host, name);
  chat.connect(model);
  await chat.send('Hello?');
  expect(chat.state.lines.at(-1)).toMatchObject({ ended: 'failed', failure: { code: 'MODEL_FAILED' } });
  expect(said(await room(host, name))).toEqual(['user: Hello?']);
  await play({ content: 'Hello!' });
  await chat.retry(chat.state.lines.at(-1)?.id ?? '');
  expect(said(chat)).toEqual(['user: Hello?', 'assistant: Hello!']);
  expect((await asked())[0]?.messages).toHaveLength(2);
  expect(said(await room(host, name))).toEqual(said(chat));
});

test('without a model a message is kept, and its answer says what is missing', async () => {
  await using host = plainHost();
  const chat = await room(host);
  await chat.send('Anybody?');
  expect(chat.state.model.kind).toBe('none');
  expect(chat.state.lines).toMatchObject([
    { text: 'Anybody?' },
    { ended: 'failed', failure: { code: 'MODEL_FAILED' } },
  ]);
});

test('retry asks anew: the answer of before goes when there is another one, and stays where there is none', async () => {
  await using host = plainHost();
  const { model, play } = await openServer({ content: 'Seven.' }, { status: 500 }, { content: 'Eight.' });
  const name = storeName();
  const chat = await room(host, name);
  chat.connect(model);
  await chat.send('A number?');
  await chat.retry(chat.state.lines[1]?.id ?? '');
  expect(chat.state.lines.map(({ text, ended }) => ended ?? text)).toEqual(['A number?', 'Seven.', 'failed']);
  expect(said(await room(host, name))).toEqual(['user: A number?', 'assistant: Seven.']);
  await play({ content: 'Eight.' });
  await chat.retry(chat.state.lines[2]?.id ?? '');
  expect(said(chat)).toEqual(['user: A number?', 'assistant: Eight.']);
  expect(said(await room(host, name))).toEqual(said(chat));
});
