import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import type { Context, StoredMessage } from '../../../src/hosts/sillytavern/base/context.js';
import { Generations } from '../../../src/hosts/sillytavern/base/generations.js';

const NAMES = [
  'GENERATION_STARTED',
  'GENERATION_ENDED',
  'GENERATION_STOPPED',
  'CHAT_CHANGED',
  'CHARACTER_MESSAGE_RENDERED',
  'TOOL_CALLS_RENDERED',
];

/** The events of the host and the chat that is open, told by hand; in the orders that were seen in the real one. */
function tavern() {
  const events = new EventEmitter();
  const state = { chatId: 'one', characterId: 0, chat: [] as StoredMessage[], deleted: [] as number[] };
  const context = {
    eventSource: events,
    eventTypes: Object.fromEntries(NAMES.map((name) => [name, name])),
    characters: [{ avatar: 'a.png' }, { avatar: 'b.png' }],
    deleteMessage: async (index: number) => void state.deleted.push(index),
  };
  const generations = new Generations(() => ({ ...context, ...state }) as unknown as Context);
  const tell = (name: string, ...payload: unknown[]) => events.emit(name, ...payload);
  return {
    state,
    generations,
    tell,
    start: (type = 'normal', options = {}, dryRun = false) => tell('GENERATION_STARTED', type, options, dryRun),
    goesOn: () => tell('GENERATION_STARTED', 'normal', { force_name2: true }, false),
    quiet: () => tell('GENERATION_STARTED', 'quiet', { force_name2: true }, false),
    stop() {
      tell('GENERATION_ENDED', 1);
      tell('GENERATION_STOPPED');
    },
    open(chatId: string, characterId = 0) {
      Object.assign(state, { chatId, characterId });
      tell('CHAT_CHANGED', chatId);
    },
    collect(...ids: string[]) {
      const invocations = ids.map((id) => ({ id }));
      state.chat.push({ extra: { tool_invocations: invocations } });
      tell('TOOL_CALLS_RENDERED', invocations);
    },
    answer() {
      tell('CHARACTER_MESSAGE_RENDERED', 1, 'normal');
      tell('GENERATION_ENDED', 1);
    },
    /** A call that ends with its signal, and what became of it. */
    call(kind: 'within' | 'after' = 'within') {
      const seen = { ended: undefined as string | undefined };
      const done = generations[kind](
        (signal) =>
          new Promise<void>((resolve) => {
            const end = () => {
              seen.ended = (signal.reason as Error).message;
              resolve();
            };
            if (signal.aborted) end();
            else signal.addEventListener('abort', end);
          }),
      );
      return { seen, done };
    },
  };
}

const STOPPED = 'stopped by the user';
const LEFT = 'another chat was opened';

test('a stop ends the call that runs and those after it, and the model is not asked again', async () => {
  const st = tavern();
  st.start();
  const first = st.call();
  st.stop();
  await first.done;
  expect([first.seen.ended, st.call().seen.ended]).toEqual([STOPPED, STOPPED]);
  st.collect('a', 'b');
  st.goesOn();
  expect(st.generations.takeRefusal('normal')).toBe(true);
  expect(st.generations.takeRefusal('normal')).toBe(false);
  st.start();
  expect(st.call().seen.ended).toBe(undefined);
});

test('a stop during another extension’s tool ends ours that follow it', () => {
  const st = tavern();
  st.start();
  st.stop();
  expect(st.call().seen.ended).toBe(STOPPED);
  st.collect('theirs', 'ours');
  st.goesOn();
  expect(st.generations.takeRefusal('normal')).toBe(true);
});

test('a stop of an answer that had called nothing refuses nothing afterwards', () => {
  const st = tavern();
  st.start();
  st.stop();
  st.answer();
  expect(st.call().seen.ended).toBe(undefined);
  st.collect('by a script');
  expect(st.generations.takeRefusal('normal')).toBe(false);
});

test('quiet generations of other extensions and dry runs neither begin nor end anything, and are never refused', async () => {
  const st = tavern();
  st.start();
  const call = st.call();
  st.quiet();
  st.start('normal', {}, true);
  expect(call.seen.ended).toBe(undefined);
  st.stop();
  await call.done;
  st.quiet();
  expect(st.call().seen.ended).toBe(STOPPED);
  st.collect('a');
  st.quiet();
  expect(st.generations.takeRefusal('quiet')).toBe(false);
  st.goesOn();
  expect(st.generations.takeRefusal('normal')).toBe(true);
});

test('the next message of the user is answered, also when the stopped calls are collected only then', () => {
  const st = tavern();
  st.start();
  const call = st.call();
  st.stop();
  st.start();
  expect(st.call().seen.ended).toBe(STOPPED);
  st.collect('a');
  expect(call.seen.ended).toBe(STOPPED);
  expect(st.call().seen.ended).toBe(undefined);
  expect(st.generations.takeRefusal('quiet')).toBe(false);
});

test('another chat ends the calls of the one that was left, and takes their message out of it; the same chat read anew does not', async () => {
  const st = tavern();
  st.start();
  const call = st.call();
  st.open('one');
  expect(call.seen.ended).toBe(undefined);
  st.open('two');
  await call.done;
  expect(call.seen.ended).toBe(LEFT);
  st.state.chat = [{ mes: 'greeting' }];
  st.collect('a');
  expect(st.state.deleted).toEqual([1]);
  st.goesOn();
  expect(st.generations.takeRefusal('normal')).toBe(true);
});

test('a call that begins when its chat has been left already never runs in the other one', () => {
  const st = tavern();
  st.start();
  st.open('two');
  expect(st.call().seen.ended).toBe(LEFT);
});

test('a message with other calls is never taken out', async () => {
  const st = tavern();
  st.start();
  const call = st.call();
  st.open('two');
  await call.done;
  st.state.chat = [{ extra: { tool_invocations: [{ id: 'of this chat' }] } }];
  st.tell('TOOL_CALLS_RENDERED', [{ id: 'a' }]);
  expect(st.state.deleted).toEqual([]);
});

test('a tool that a script calls in no generation works after a stop and in any chat', () => {
  const st = tavern();
  st.start();
  st.answer();
  st.open('two');
  expect(st.call().seen.ended).toBe(undefined);
});

test('what is stopped stays stopped, though another extension asks the model something and gets its answer', async () => {
  const st = tavern();
  st.start();
  const call = st.call();
  st.stop();
  await call.done;
  // Another extension's tool runs now; ours comes after it.
  st.quiet();
  st.tell('GENERATION_ENDED', 1);
  expect(st.call().seen.ended).toBe(STOPPED);
  st.collect('a', 'theirs', 'b');
  st.goesOn();
  expect(st.generations.takeRefusal('normal')).toBe(true);
});

test('a chat of the same name with another character is another chat', async () => {
  const st = tavern();
  st.start();
  const call = st.call();
  st.open('one', 1);
  await call.done;
  expect(call.seen.ended).toBe(LEFT);
  st.collect('a');
  expect(st.state.deleted).toEqual([0]);
  st.goesOn();
  expect(st.generations.takeRefusal('normal')).toBe(true);
});

test('who is back in the chat when the calls are collected finds them there, and the model goes on', async () => {
  const st = tavern();
  st.start();
  const call = st.call();
  st.open('two');
  await call.done;
  expect(call.seen.ended).toBe(LEFT);
  st.open('one');
  st.collect('a', 'theirs');
  expect(st.state.deleted).toEqual([]);
  st.goesOn();
  expect(st.generations.takeRefusal('normal')).toBe(false);
  expect(st.call().seen.ended).toBe(undefined);
});

test.each([
  [99, STOPPED],
  [101, undefined],
])('a stop that is told %i ms after the end of an answer ends what is called then: %s', (later, ended) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const st = tavern();
    st.start();
    st.tell('GENERATION_ENDED', 1);
    vi.advanceTimersByTime(later);
    st.tell('GENERATION_STOPPED');
    expect(st.call().seen.ended).toBe(ended);
  } finally {
    vi.useRealTimers();
  }
});

test('a quiet generation that ends while another extension’s tool runs leaves ours in its chat', () => {
  const st = tavern();
  st.start();
  st.quiet();
  st.tell('GENERATION_ENDED', 1);
  st.open('two');
  expect(st.call().seen.ended).toBe(LEFT);
  st.collect('theirs', 'a');
  expect(st.state.deleted).toEqual([0]);
  st.goesOn();
  expect(st.generations.takeRefusal('normal')).toBe(true);
});

test('a quiet generation that ends while another extension’s tool runs keeps no stop from ours', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const st = tavern();
    st.start();
    st.quiet();
    st.tell('GENERATION_ENDED', 1);
    vi.advanceTimersByTime(1_000);
    st.tell('GENERATION_STOPPED');
    expect(st.call().seen.ended).toBe(STOPPED);
  } finally {
    vi.useRealTimers();
  }
});

test('who leaves the chat while an answer is still being written has working tools with the next message', () => {
  const st = tavern();
  st.start();
  st.open('two');
  st.answer();
  st.start();
  expect(st.call().seen.ended).toBe(undefined);
});

test('a quiet generation that told no end does not swallow the end of the next one', () => {
  const st = tavern();
  st.quiet();
  st.start();
  st.answer();
  st.open('two');
  expect(st.call().seen.ended).toBe(undefined);
});

test.each([STOPPED, LEFT])('work on an answer that is written down is %s, and the next one is not', async (how) => {
  const st = tavern();
  st.start();
  const first = st.call('after');
  st.tell('GENERATION_ENDED', 1);
  expect(first.seen.ended).toBe(undefined);
  if (how === STOPPED) st.tell('GENERATION_STOPPED');
  else st.open('two');
  await first.done;
  expect(first.seen.ended).toBe(how);
  // Streamed answers are written down after their end.
  st.start();
  st.tell('GENERATION_ENDED', 1);
  const second = st.call('after');
  expect(second.seen.ended).toBe(undefined);
  st.tell('GENERATION_STOPPED');
  await second.done;
});
