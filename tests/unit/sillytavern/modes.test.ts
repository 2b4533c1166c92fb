import { expect, test } from 'vitest';
import type { Context } from '../../../src/hosts/sillytavern/base/context.js';
import { anchorOf, capsuleOf, keepCapsule } from '../../../src/hosts/sillytavern/modes/capsules.js';
import { readReply } from '../../../src/hosts/sillytavern/modes/reply.js';
import { chatRequest } from '../../../src/hosts/sillytavern/modes/request.js';

test('answers are read in the shapes of each API that the host passes on', () => {
  const call = { id: 'c1', name: 'add', input: { a: 1 } };
  expect(
    readReply({
      choices: [
        {
          message: {
            content: 'Hm.',
            reasoning_content: 'thinking',
            tool_calls: [{ id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }],
          },
        },
      ],
      usage: { prompt_tokens: 7, completion_tokens: 3 },
    }),
  ).toEqual({ content: 'Hm.', toolCalls: [call], reasoning: 'thinking', usage: { inputTokens: 7, outputTokens: 3 } });
  expect(
    readReply({
      content: [
        { type: 'text', text: 'Hm.' },
        { type: 'tool_use', ...call },
      ],
      usage: { input_tokens: 7, output_tokens: 3 },
    }),
  ).toEqual({ content: 'Hm.', toolCalls: [call], usage: { inputTokens: 7, outputTokens: 3 } });
  expect(
    readReply({
      choices: [{ message: { content: '' } }],
      responseContent: { parts: [{ functionCall: { name: 'add', args: { a: 1 } } }] },
    }),
  ).toEqual({ content: '', toolCalls: [{ ...call, id: '' }] });
  expect(
    readReply({
      message: {
        content: [{ type: 'text', text: 'Hm.' }],
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }],
      },
    }),
  ).toEqual({ content: 'Hm.', toolCalls: [call] });
});

test('an answer that is none of these says nothing and calls nothing', () => {
  expect(readReply('just text')).toEqual({ content: 'just text' });
  for (const strange of [undefined, null, 7, {}, { choices: [] }, { choices: 'x', content: 3 }, { content: [null] }]) {
    expect(readReply(strange)).toEqual({ content: null, toolCalls: [] });
  }
});

test('a request is the host’s own settings with an agent’s messages and tools', async () => {
  const context = {
    chatCompletionSettings: { temp_openai: 0.5 },
    getChatCompletionModel: () => 'a-model',
    ChatCompletionService: {
      presetToGeneratePayload: async (settings: { temp_openai?: number }, _none: object, payload: object) => ({
        ...payload,
        temperature: settings.temp_openai,
        max_tokens: 300,
      }),
    },
  } as unknown as Context;
  const tools = [{ name: 'add', description: 'Adds.', inputSchema: { type: 'object' } }];
  const ask = (replyTokens: number | undefined, given = tools) =>
    chatRequest(context, [{ role: 'user', content: 'hi' }], { tools: given, stream: false, replyTokens });
  expect(await ask(1_500)).toEqual({
    ...{ temperature: 0.5, max_tokens: 1_500, model: 'a-model', stream: false, tool_choice: 'auto' },
    messages: [{ role: 'user', content: 'hi' }],
    tools: [{ type: 'function', function: { name: 'add', description: 'Adds.', parameters: { type: 'object' } } }],
  });
  // More than is asked for is the user's choice; without tools nothing is said of any.
  expect(await ask(100, [])).toEqual({
    ...{ temperature: 0.5, max_tokens: 300, model: 'a-model', stream: false },
    messages: [{ role: 'user', content: 'hi' }],
  });
});

test('an anchor is the user’s last words and their place', () => {
  const user = (mes: string) => ({ is_user: true, mes });
  const answer = { is_user: false, mes: 'yes' };
  const now = anchorOf({ chat: [answer, user('hi')] });
  expect(anchorOf({ chat: [answer, user('hi'), answer, { is_user: true, is_system: true, mes: 'hidden' }] })).toBe(now);
  expect(anchorOf({ chat: [answer, user('ho')] })).not.toBe(now);
  expect(anchorOf({ chat: [answer, answer, user('hi')] })).not.toBe(now);
  expect(anchorOf({ chat: [answer] })).toBe(anchorOf({ chat: [] }));
});

test('a capsule is kept beside what else the chat’s file holds, and strange ones are none', () => {
  let saves = 0;
  const chatMetadata: { [key: string]: unknown } = { bulkhead: { recall: false } };
  const context = {
    chatMetadata,
    saveMetadataDebounced: () => {
      saves += 1;
    },
  } as unknown as Context;
  const capsule = { mode: 'loop', text: 'Mind the gap.', anchor: '1:a', lore: [{ book: 'B', uid: '1' }] } as const;
  keepCapsule(context, capsule);
  expect(capsuleOf(context)).toEqual(capsule);
  expect(chatMetadata.bulkhead).toMatchObject({ recall: false });
  keepCapsule(context, undefined);
  expect([chatMetadata, saves]).toEqual([{ bulkhead: { recall: false } }, 2]);
  for (const strange of [7, 'text', {}, { mode: 'chaos', text: 'x' }, { mode: 'loop', text: '' }]) {
    expect(capsuleOf({ chatMetadata: { bulkhead: { capsule: strange } } })).toBeUndefined();
  }
  const odd = { mode: 'spec', text: 'x', anchor: 7, lore: [{ book: 'B' }, null, 'x'] };
  expect(capsuleOf({ chatMetadata: { bulkhead: { capsule: odd } } })).toEqual({ mode: 'spec', text: 'x' });
});
