import { expect, test } from 'vitest';
import type { Context, StoredMessage } from '../../../src/hosts/sillytavern/base/context.js';
import { broughtToModes } from '../../../src/hosts/sillytavern/modes/describe-chat.js';
import { Incoming } from '../../../src/hosts/sillytavern/text-calls/incoming.js';

const model = { api: 'openai', model: 'm' };
const CHAT: StoredMessage[] = [
  { name: 'Eve', mes: 'greeting' },
  { name: 'User', is_user: true, mes: 'Look it up.' },
  { name: 'Ann', mes: 'the model’s own', extra: model },
  {
    name: 'weather',
    mes: 'Result of weather\n---\nrain',
    extra: { type: 'narrator', bulkhead: { skill: 'weather', state: 'done' } },
  },
  { name: 'Ann', mes: '', is_system: true, extra: { tool_invocations: [{ name: 'search', result: { hit: 1 } }] } },
  { name: 'Bob', mes: 'sent as Bob', extra: { api: 'manual' } },
  { name: 'User', is_user: true, mes: 'written by a tool', extra: { bulkhead: true } },
  { name: 'Note', is_system: true, mes: 'hidden from the model' },
  { name: 'Ann', mes: 'the answer', extra: model },
];

/** A host that tells its events. */
function tavern(chat: StoredMessage[]) {
  const listeners = new Map<string, (...args: unknown[]) => unknown>();
  const names = ['GENERATION_STARTED', 'WORLD_INFO_ACTIVATED', 'GENERATE_AFTER_COMBINE_PROMPTS'];
  const context = {
    chat,
    eventTypes: Object.fromEntries(names.map((name) => [name, name])),
    eventSource: {
      on: (name: string, listener: () => void) => listeners.set(name, listener),
      removeListener: () => {},
    },
    extensionPrompts: {
      bulkhead_memory: { value: 'remembered', position: 0 },
      bulkhead_calls: { value: 'how to call', position: 0 },
      '2_floating_prompt': { value: 'note of {{user}}', position: 1 },
      PERSONA_DESCRIPTION: { value: 'I am Ann', position: 1 },
      gone: { value: 'nowhere', position: -1 },
    },
    substituteParams: (text: string) => text.replace('{{user}}', 'Ann'),
  } as unknown as Context;
  const incoming = new Incoming(() => context);
  const tell = (name: string, ...args: unknown[]) => listeners.get(name)?.(...args);
  return { context, incoming, tell };
}

const shortOf = (list: readonly { source: object; text: string }[]) =>
  list
    .filter(({ text }) => text.trim() !== '')
    .map(({ source, text }) => [...Object.values(source), text.trim()].join(': '));

test('what came into the chat since the user’s last message, by others than user and model, is told with its source', () => {
  const { incoming } = tavern(CHAT);
  expect(shortOf(incoming.before(8))).toEqual([
    'tool: weather: rain',
    'tool: search: {"hit":1}',
    'message: Bob: sent as Bob',
    'message: User: written by a tool',
  ]);
  expect(shortOf(incoming.before(1))).toEqual(['message: Eve: greeting']);
  expect(shortOf(tavern([...CHAT, { is_user: true, mes: 'Go on.' }]).incoming.before(10))).toEqual([]);
});

test('what was put into the request counts, until the next one: world info, prompts of others, what was added or stands behind', () => {
  const { incoming, tell } = tavern(CHAT.slice(0, 3));
  tell('GENERATION_STARTED', 'normal', {}, false);
  tell('WORLD_INFO_ACTIVATED', [{ content: 'of the world' }, {}]);
  tell('GENERATION_STARTED', 'normal', {}, true);
  tell('GENERATE_AFTER_COMBINE_PROMPTS', { dryRun: true });
  tell('GENERATE_AFTER_COMBINE_PROMPTS', { dryRun: false });
  incoming.composed(
    [
      { role: 'system', content: 'the card' },
      { role: 'user', content: [{ type: 'text', text: '[file.txt]\nof a file\nLook it up.' }] },
      { role: 'assistant', content: 'the model’s own' },
      { role: 'system', content: 'how to call\nplaced behind' },
    ],
    'how to call',
  );
  expect(shortOf(incoming.before(3))).toEqual([
    'file: [file.txt]\nof a file',
    'prompt: SillyTavern: placed behind',
    'world-info: of the world',
    'memory: remembered',
    'prompt: Author’s Note: note of Ann',
  ]);
  tell('GENERATION_STARTED', 'normal', {}, false);
  expect(shortOf(incoming.before(3))).toEqual([]);
});

test('agents of modes may have taken a call from world info, notes, results, and what their run has handed on', () => {
  const told = broughtToModes([
    { role: 'system', content: '# Ann and User\nthe card' },
    { role: 'system', content: '# World\nof the world' },
    { role: 'system', content: 'Open Notes\n- [1] a note' },
    { role: 'tool', content: 'before', toolCallId: 'c0' },
    { role: 'user', content: 'User: Look.' },
    { role: 'user', content: 'handed on', automatic: true },
    { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'search', input: {} }] },
    { role: 'tool', content: 'found', toolCallId: 'c1' },
  ]);
  expect(shortOf(told)).toEqual([
    'world-info: # World\nof the world',
    'guidance: Open Notes\n- [1] a note',
    'guidance: handed on',
    'tool: search: found',
  ]);
});
