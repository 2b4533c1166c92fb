import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { Context, StoredMessage } from '../../../src/hosts/sillytavern/base/context.js';
import { Answers } from '../../../src/hosts/sillytavern/text-calls/answers.js';

const NAMES = [
  'GENERATION_STARTED',
  'GENERATION_STOPPED',
  'GENERATION_ENDED',
  'GENERATE_AFTER_COMBINE_PROMPTS',
  'CHAT_COMPLETION_PROMPT_READY',
  'MESSAGE_RECEIVED',
];

/** The events of the host, told by hand; in the orders that were seen in the real one. */
function tavern(mode = 'text') {
  const events = new EventEmitter();
  const state = { chatId: 'one', chat: [{ mes: 'Hello.' }, { mes: 'An answer.' }] as StoredMessage[] };
  const context = {
    eventSource: events,
    eventTypes: Object.fromEntries(NAMES.map((name) => [name, name])),
    characterId: 0,
    characters: [{ avatar: 'a.png' }],
    chatMetadata: {},
    extensionSettings: { bulkhead: { calls: { mode } } },
  };
  const seen: unknown[] = [];
  const answers = new Answers(() => ({ ...context, ...state }) as unknown as Context, {
    begin: async () => void seen.push('begin'),
    composed: (chat) => void seen.push(chat),
    background: () => {},
    answered: ({ index, from }) => void seen.push([index, from]),
    passed: () => void seen.push('passed'),
  });
  const tell = (name: string, ...payload: unknown[]) => events.emit(name, ...payload);
  return {
    ...{ answers, seen, state, tell },
    start: (type = 'normal', dryRun = false) => tell('GENERATION_STARTED', type, {}, dryRun),
    compose(chat: string, dryRun = false) {
      tell('GENERATE_AFTER_COMBINE_PROMPTS', { prompt: '', dryRun });
      tell('CHAT_COMPLETION_PROMPT_READY', { chat, dryRun });
    },
    raw: (chat: string) => tell('CHAT_COMPLETION_PROMPT_READY', { chat, dryRun: false }),
    receive: (index: unknown = 1, type = 'normal') => tell('MESSAGE_RECEIVED', index, type),
  };
}

test('only the prompt of a generation that speaks is completed, whatever else is asked in its middle', () => {
  const st = tavern();
  st.raw('raw before');
  st.start();
  st.raw('raw between');
  st.start('normal', true);
  st.compose('dry', true);
  st.start('quiet');
  st.compose('quiet');
  st.tell('GENERATION_ENDED', 1);
  st.compose('ours');
  st.compose('another');
  st.raw('raw after');
  st.receive();
  expect(st.seen).toEqual(['begin', 'ours', [1, 0]]);
});

test('a message is read once, and only the one that a generation has written in full', () => {
  const st = tavern();
  st.receive();
  st.start();
  st.receive(0, 'first_message');
  st.receive(1, 'extension');
  st.receive('1');
  st.receive();
  st.receive();
  expect(st.seen.splice(0)).toEqual(['begin', [1, 0]]);
  st.start();
  st.tell('GENERATION_STOPPED');
  st.receive();
  st.start();
  st.state.chatId = 'two';
  st.receive();
  expect(st.seen.splice(0)).toEqual(['begin', 'passed', 'begin', 'passed']);
  // What was there before is not called again.
  st.start('continue');
  st.receive(1, 'continue');
  expect(st.seen).toEqual(['begin', [1, 'An answer.'.length]]);
});

test.each(['native', 'off'])('%s: nothing is told and nothing is read', (mode) => {
  const st = tavern(mode);
  st.start();
  st.compose('ours');
  st.receive();
  expect(st.seen).toEqual(['passed']);
});
