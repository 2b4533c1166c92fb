import { expect, test } from 'vitest';
import type { Context } from '../../../src/hosts/sillytavern/base/context.js';
import { profileOf, sendRequest, settingsOf } from '../../../src/hosts/sillytavern/modes/request.js';
import { worldInfoText } from '../../../src/hosts/sillytavern/studio/task.js';

const words = (key: string, values: object = {}) => `${key} ${JSON.stringify(values)}`;
const contextOf = (more: object): Context => more as Context;

test('world info is told as the host writes it, as a text, or as JSON', () => {
  expect(worldInfoText(null)).toBe('');
  expect(worldInfoText(undefined)).toBe('');
  expect(worldInfoText('  The well is dry. ')).toBe('The well is dry.');
  expect(worldInfoText({ worldInfoBefore: 'One.', worldInfoAfter: 'Two.', worldInfoString: 'One.Two.' })).toBe(
    'One.\nTwo.',
  );
  expect(worldInfoText({ worldInfoBefore: '', worldInfoString: 'Deep.' })).toBe('Deep.');
  expect(worldInfoText({ worldInfoBefore: '', worldInfoAfter: '' })).toBe('');
  expect(worldInfoText({ town: 'Oslo' })).toBe('{"town":"Oslo"}');
});

test('of a preset only what is said of answers is taken, never where they come from', () => {
  const preset = {
    temperature: 0.3,
    openai_max_tokens: 90,
    chat_completion_source: 'claude',
    custom_url: 'http://x',
    prompts: [],
  };
  const context = contextOf({
    getPresetManager: (api: string) => ({
      getCompletionPresetByName: (name: string) => (api === 'openai' && name === 'Mild' ? preset : undefined),
    }),
  });
  expect(settingsOf(context, words, 'Mild')).toEqual({ temperature: 0.3, openai_max_tokens: 90 });
  expect(settingsOf(context, words, '')).toEqual({});
  expect(() => settingsOf(context, words, 'Wild')).toThrow('studio.noPreset {"name":"Wild"}');
});

test('a profile is found by its name among those to chat completion sources, or said to be missing', () => {
  const profiles = [
    { id: 'a', name: 'Same', mode: 'tc' },
    { id: 'b', name: 'Same', mode: 'cc' },
  ];
  const context = contextOf({ ConnectionManagerRequestService: { getSupportedProfiles: () => profiles } });
  expect(profileOf(context, words, 'Same')?.id).toBe('b');
  expect(profileOf(context, words, '')).toBe(undefined);
  expect(() => profileOf(context, words, 'Other')).toThrow('studio.noProfile {"name":"Other"}');
  expect(() => profileOf(contextOf({}), words, 'Same')).toThrow('studio.noProfile');
});

test('a profile’s answers are as long as its preset says, and as long as they have to be', async () => {
  const sent: unknown[][] = [];
  const context = contextOf({
    ConnectionManagerRequestService: { sendRequest: async (...args: unknown[]) => void sent.push(args) },
    getPresetManager: () => ({ getCompletionPresetByName: () => ({ openai_max_tokens: 5_000 }) }),
  });
  const request = {
    messages: [{ role: 'user', content: 'hi' }],
    stream: false,
    max_tokens: 300,
    temperature: 0.3,
    model: 'm',
  };
  const profile = { id: 'p', mode: 'cc', preset: 'Long' };
  const sending = { profile, extract: false, signal: undefined };
  await sendRequest(context, request, { ...sending, isPreset: false, replyTokens: 4_096 });
  await sendRequest(
    context,
    { ...request, tools: ['t'], tool_choice: 'auto' },
    { ...sending, isPreset: true, replyTokens: 4_096 },
  );
  expect(sent.map(([, , tokens]) => tokens)).toEqual([5_000, 4_096]);
  expect(sent[0]?.slice(3)).toEqual([expect.objectContaining({ includePreset: true, extractData: false }), {}]);
  // Of the request only how the model samples goes along: its model is the profile’s own.
  expect(sent[1]?.[4]).toEqual({ temperature: 0.3, tools: ['t'], tool_choice: 'auto' });
});
