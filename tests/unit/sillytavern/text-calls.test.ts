import { expect, test } from 'vitest';
import type { Context, StoredMessage } from '../../../src/hosts/sillytavern/base/context.js';
import type { PromptMessage } from '../../../src/hosts/sillytavern/base/prompt.js';
import { askedIn, promptLanguage, readAs } from '../../../src/hosts/sillytavern/text-calls/dialect.js';
import { alike, shownSoFar, shownText } from '../../../src/hosts/sillytavern/text-calls/display.js';
import { Injection } from '../../../src/hosts/sillytavern/text-calls/injection.js';
import {
  asksForText,
  callsOf,
  chooseCalls,
  chooseDefaultCalls,
  renameChats,
} from '../../../src/hosts/sillytavern/text-calls/mode.js';
import type { Host } from '../../../src/index.js';
import type { ParsedMessage } from '../../../worker/protocol/text-calls.js';
import { textCallsService } from '../../../worker/text-calls/service.js';

const parsed = async (text: string): Promise<ParsedMessage> =>
  textCallsService().parse({ text, options: { dialect: 'bracket-call' } }, new AbortController().signal);

/** As much of a host as choices and prompts need. */
function tavern(chat: StoredMessage[] = [{ mes: 'Hello.' }]) {
  const saved: string[] = [];
  const prompts: { [key: string]: string } = {};
  const context = {
    chat,
    chatId: 'chat 1',
    characterId: 0,
    characters: [{ avatar: 'ann.png' }],
    chatMetadata: { other: 1 } as { [key: string]: unknown },
    extensionSettings: {} as { [key: string]: unknown },
    extensionPrompts: prompts,
    getCurrentLocale: () => 'zh-tw',
    saveSettingsDebounced: () => void saved.push('settings'),
    saveMetadata: async () => void saved.push('chat'),
    setExtensionPrompt: (key: string, text: string) => {
      prompts[key] = text;
    },
  };
  return { saved, prompts, context: context as unknown as Context };
}

test('a chat has its own choice, else that for all chats, else native calls, and every format is read', async () => {
  const { context, saved } = tavern();
  expect(callsOf(context)).toEqual({ mode: 'native', dialect: 'auto' });
  chooseDefaultCalls(context, { mode: 'text', dialect: 'react' });
  expect(callsOf(context)).toEqual({ mode: 'text', dialect: 'react' });
  await chooseCalls(context, { mode: 'off' });
  expect(callsOf(context)).toEqual({ mode: 'off', dialect: 'react' });
  expect(context.chatMetadata).toEqual({ other: 1, bulkhead: { calls: { mode: 'off', dialect: 'react' } } });
  expect(saved).toEqual(['settings', 'settings', 'chat']);
  await expect(chooseCalls(tavern([]).context, { mode: 'off' })).rejects.toThrow('no chat is open');
});

test('a chat’s file switches calls off, and never on: what is on, the user has chosen', async () => {
  const { context } = tavern();
  const file = (calls: unknown) => Object.assign(context.chatMetadata ?? {}, { bulkhead: { calls } });
  file({ mode: 'text', dialect: 'react' });
  expect(callsOf(context)).toEqual({ mode: 'native', dialect: 'auto' });
  expect(asksForText(context)).toBe(true);
  file({ mode: 'off' });
  expect([callsOf(context).mode, asksForText(context)]).toEqual(['off', false]);
  file('text');
  expect(callsOf(context).mode).toBe('native');
  chooseDefaultCalls(context, { mode: 'off' });
  for (const mode of ['native', 'text']) {
    file({ mode });
    expect(callsOf(context).mode).toBe('off');
  }
  await chooseCalls(context, { mode: 'text' });
  expect([callsOf(context).mode, asksForText(context)]).toEqual(['text', false]);
  // Of a file that says something else meanwhile, only no counts.
  file({ mode: 'native', dialect: 'react' });
  expect(callsOf(context)).toEqual({ mode: 'text', dialect: 'auto' });
  file({ mode: 'off' });
  expect(callsOf(context).mode).toBe('off');
  // Another chat of the same file is another chat.
  file({ mode: 'text' });
  expect(callsOf({ ...context, chatId: 'chat 2' }).mode).toBe('off');
  expect(callsOf({ ...context, characters: [{ avatar: 'eve.png' }] }).mode).toBe('off');
});

test('what was chosen for a chat goes along when the host gives it another name, and for so many chats', async () => {
  const { context } = tavern();
  await chooseCalls(context, { mode: 'text' });
  renameChats(context, [
    { from: 'ann.png/chat 1', to: 'ann.png/chat 9' },
    { from: 'toString', to: 'x' },
  ]);
  expect(callsOf(context).mode).toBe('native');
  expect(callsOf({ ...context, chatId: 'chat 9' }).mode).toBe('text');
  for (let at = 0; at < 510; at++) await chooseCalls({ ...context, chatId: `more ${at}` }, { mode: 'text' });
  expect(callsOf({ ...context, chatId: 'chat 9' }).mode).toBe('native');
  expect(callsOf({ ...context, chatId: 'more 509' }).mode).toBe('text');
});

test('dialects and languages that are not known are the usual ones', () => {
  expect(['react', 'morse', '', 'auto'].map(readAs)).toEqual(['react', 'auto', 'auto', 'auto']);
  const asked = (kept: string, model?: string) => askedIn(kept, { getChatCompletionModel: () => model ?? '' });
  expect(asked('react', 'qwen3-coder-plus')).toBe('react');
  expect(asked('auto', 'qwen3-coder-plus')).toBe('qwen3-coder-xml');
  expect(askedIn('auto', {})).toBe('bracket-call');
  expect(['zh-cn', 'zh-tw', 'zh', 'zh-Hant-HK', 'de-de', ''].map(promptLanguage)).toEqual([
    'zh-Hans',
    'zh-Hant',
    'zh-Hans',
    'zh-Hant',
    'en',
    'en',
  ]);
});

test('what is shown of a message is all of it but the calls', async () => {
  const text = '<think>Hm [CALL: a]</think>Look:\n\n[CALL: b({"x":")]"})]\n\nand [CALL: c(1)] [CALL: d';
  expect(shownText(text, await parsed(text))).toBe('<think>Hm [CALL: a]</think>Look:\n\nand  [CALL: d');
});

test('while it arrives, what is shown is what is certain', async () => {
  const text = 'Look: [CALL: b(x=1)] so';
  const { events } = await parsed(text);
  expect([0, 3, 6, 12, 21, 23].map((length) => shownSoFar(text, events, length))).toEqual([
    '',
    'Loo',
    'Look: ',
    'Look: ',
    'Look:  ',
    'Look:  so',
  ]);
  expect(shownSoFar(text, events.slice(0, 1), 23)).toBe('Look: ');
  // Without the white space at its ends, and with a quote that the host has closed.
  expect([alike(' "Look', '"Look"'), alike('Look ', 'Look'), alike('Look at that', 'Something else')]).toEqual([
    6,
    4,
    undefined,
  ]);
});

const SYSTEM = 'How to call {{user}}.';
const REMINDER = '[You can call.]';

async function injection(system = SYSTEM) {
  const { context, prompts } = tavern();
  let asked = 0;
  const skills = {
    list: () => [{ name: 'a', description: '', enabled: true }],
    prompt: async () => {
      asked += 1;
      return { system, reminder: system === '' ? '' : REMINDER, omitted: [], tokens: 1 };
    },
  };
  const injected = new Injection({ skills } as unknown as Host, () => context);
  await injected.begin();
  return { injected, prompts, context, asked: () => asked };
}

test('the list has its place among the system prompts, without macros, and is written once', async () => {
  const { injected, prompts, asked } = await injection();
  const [text = ''] = Object.values(prompts);
  expect(text).toBe('How to call {\u200b{user}}.');
  await injected.begin();
  expect(asked()).toBe(1);
  injected.end();
  expect(Object.values(prompts)).toEqual(['']);
});

test('what a request lacks of the two is added, and nothing twice', async () => {
  const { injected } = await injection();
  const messages: PromptMessage[] = [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'One.' },
    { role: 'assistant', content: 'Two.' },
    { role: 'user', content: [{ type: 'text', text: 'Three.' }] },
    { role: 'system', content: 'Result of a' },
  ];
  injected.complete(messages);
  injected.complete(messages);
  expect(messages).toEqual([
    { role: 'system', content: 'Be kind.' },
    { role: 'system', content: 'How to call {\u200b{user}}.' },
    { role: 'user', content: 'One.' },
    { role: 'assistant', content: 'Two.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Three.' },
        { type: 'text', text: REMINDER },
      ],
    },
    { role: 'system', content: 'Result of a' },
  ]);
});

test('without a message of the user there is no reminder, and with nothing enabled there is nothing', async () => {
  const { injected } = await injection();
  const messages: PromptMessage[] = [{ role: 'system', content: 'Be kind.' }];
  injected.complete(messages);
  expect(messages.map(({ content }) => content)).toEqual(['Be kind.', 'How to call {\u200b{user}}.']);
  const none = await injection('');
  const user: PromptMessage[] = [{ role: 'user', content: 'One.' }];
  none.injected.complete(user);
  expect([user, none.prompts]).toEqual([[{ role: 'user', content: 'One.' }], {}]);
});
