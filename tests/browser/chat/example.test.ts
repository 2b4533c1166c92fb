import { afterEach, expect, test } from 'vitest';
import recording from '../../../examples/notebook/recording.json?raw';
import { ExamplePlayer, readExample } from '../../../src/chat/example.js';
import type { ChatRoom } from '../../../src/chat/index.js';
import type { Host } from '../../../src/index.js';
import { plainHost } from '../setup.js';
import { openServer } from './model.js';
import { room, said } from './room.js';

const url = new URL('/examples/notebook/notebook.plugin.js', location.href).href;
let off = () => {};
afterEach(() => off());

const player = (chat: ChatRoom, host: Host) =>
  new ExamplePlayer(chat, host, {
    plugin: { id: 'notebook', url },
    recording: async (language) => readExample(JSON.parse(recording), language),
  });

/** Answers the next question, and tells what was asked. */
const answering = (host: Host, yes: boolean) =>
  new Promise<unknown>((resolve) => {
    off = host.asks.onChange(() => {
      const [ask] = host.asks.list();
      if (!ask) return;
      resolve({ tool: ask.tool.name, args: ask.args, effects: ask.effects?.items.length });
      host.asks.answer(ask.id, yes ? (ask.scopes[0] ?? null) : null);
      off();
    });
  });

test('the example installs a stranger’s plugin, calls its tool, asks, and goes on as it was answered', async () => {
  for (const yes of [true, false]) {
    await using host = plainHost();
    const chat = await room(host);
    const example = player(chat, host);
    expect(await example.isFirst()).toBe(true);
    const asked = answering(host, yes);
    await example.play('en');
    expect(example.state.failure).toBeUndefined();
    expect(example.state).toMatchObject({ playing: false, plugin: { id: 'notebook', state: 'on' } });
    expect(await asked).toEqual({
      ...{ tool: 'write_note', args: { title: 'Mara', text: 'Friday, 7 pm, at the harbour' }, effects: 1 },
    });
    expect(chat.state.model.kind).toBe('recorded');
    const calls = chat.state.lines.flatMap((line) => line.calls.map(({ tool, state }) => [tool, state]));
    expect(calls).toEqual(
      yes
        ? [
            ['write_note', 'done'],
            ['read_notes', 'done'],
          ]
        : [['write_note', 'failed']],
    );
    expect(chat.state.lines.at(-1)?.text).toMatch(yes ? /^The note \*\*Mara\*\* is kept/ : /^Then nothing is written/);
    const kept = await host.tools.execute('read_notes', {});
    expect(kept.value).toEqual({ notes: yes ? [{ title: 'Mara', text: 'Friday, 7 pm, at the harbour' }] : [] });
    expect(await example.isFirst()).toBe(false);
  }
});

test('it is played again from its beginning, and its conversation goes on with a model once there is one', async () => {
  await using host = plainHost();
  const chat = await room(host);
  const example = player(chat, host);
  for (const language of ['en', 'zh-Hans']) {
    const asked = answering(host, true);
    await example.play(language);
    await asked;
  }
  expect(chat.state.sessions.map(({ label, recorded }) => [label, recorded])).toEqual([
    ['Example: a note', true],
    ['示例：一条笔记', true],
  ]);
  expect(chat.state.model).toEqual({ kind: 'recorded' });
  const { model, asked } = await openServer({ content: 'Now I answer.' });
  chat.connect(model);
  expect(chat.state.model).toEqual({ kind: 'connected', name: 'scripted-model' });
  chat.connect(null);
  await chat.send('And now?');
  expect(chat.state.lines.at(-1)).toMatchObject({ ended: 'failed', failure: { code: 'MODEL_FAILED' } });
  chat.connect(model);
  await chat.retry(chat.state.lines.at(-1)?.id ?? '');
  expect(said(chat).slice(-2)).toEqual(['user: And now?', 'assistant: Now I answer.']);
  expect(chat.state.model).toEqual({ kind: 'connected', name: 'scripted-model' });
  expect((await asked())[0]?.messages.map(({ role }) => role)).toEqual([
    ...['system', 'user', 'assistant', 'tool', 'assistant', 'tool', 'assistant', 'user'],
  ]);
});

test('an example whose plugin cannot be had says so, and nothing plays', async () => {
  await using host = plainHost();
  const chat = await room(host);
  const example = new ExamplePlayer(chat, host, {
    plugin: { id: 'notebook', url: '/nowhere.js' },
    recording: async (language) => readExample(JSON.parse(recording), language),
  });
  await example.play('en');
  expect(example.state).toMatchObject({ playing: false, failure: { code: 'SOURCE_UNREACHABLE' } });
  expect(chat.state.lines).toEqual([]);
});
