import { afterEach, describe, expect, test } from 'vitest';
import { assetsAt, assetsOf } from '../../../src/isolation/assets.js';
import { createTextCallSession, type SessionEvent, type SessionTool } from '../../../src/text-calls/index.js';
import { TextCallReader } from '../../../src/text-calls/reader.js';
import { openModel, type Reply } from './model.js';

const numbers = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'number' }])),
  required: names,
});

const opened: Disposable[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one[Symbol.dispose]();
});

describe.each([
  ['streamed', true],
  ['whole', false],
] as const)('a model whose answers come %s', (_how, stream) => {
  const open = async (tools: readonly SessionTool[], ...replies: Reply[]) => {
    const model = await openModel(stream);
    await model.play(...replies);
    const textCalls = new TextCallReader(assetsOf(assetsAt('/bulkhead/')).textCalls);
    const session = createTextCallSession({ generate: model.generate, tools, textCalls });
    opened.push(session, { [Symbol.dispose]: () => textCalls.close() });
    const events: SessionEvent[] = [];
    session.onEvent((event) => events.push(event));
    return { model, session, events };
  };
  const add: SessionTool = {
    name: 'add',
    description: 'Adds two numbers.',
    parameters: numbers('a', 'b'),
    execute: (args) => Object.values(args as Record<string, number>).reduce((sum, one) => sum + one, 0),
  };
  const double: SessionTool = {
    name: 'double',
    parameters: numbers('n'),
    execute: (args) => 2 * (args as { n: number }).n,
  };

  test('makes a chain of two calls: each result is in the next request, as a message of the system', async () => {
    const { model, session } = await open(
      [add, double],
      { content: 'Let me see. [CALL: add({"a": 1, "b": 2})]' },
      { content: 'Now twice that: [CALL: double(n=3)]' },
      { content: 'It is 6.' },
    );
    expect(await session.send('Twice the sum of 1 and 2?')).toBe('answer');
    const [first, second, third] = await model.asked();
    expect(first?.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(first?.[0]?.content).toContain('- add: Adds two numbers.');
    expect(first?.[0]?.content.match(/\[CALL: /g)).toHaveLength(1);
    expect(first?.[1]?.content).toMatch(/^Twice the sum of 1 and 2\?\n\n\[.*add, double.*\]$/);
    expect(second?.slice(2)).toEqual([
      { role: 'assistant', content: 'Let me see. [CALL: add({"a": 1, "b": 2})]' },
      { role: 'system', content: 'Result of add\n---\n3' },
    ]);
    expect(third?.at(-1)).toEqual({ role: 'system', content: 'Result of double\n---\n6' });
    expect(session.messages.at(-1)).toEqual({ role: 'assistant', content: 'It is 6.' });
    expect(session.messages.filter(({ role }) => role === 'user')).toEqual([
      { role: 'user', content: 'Twice the sum of 1 and 2?' },
    ]);
  });

  test('hears of an error, without stack or path, and goes on', async () => {
    const kaput: SessionTool = {
      name: 'kaput',
      execute: () => {
        throw new Error('no such file: /home/ann/secret/keys.txt at https://ann:pw@example.com/x');
      },
    };
    const { model, session } = await open(
      [kaput, add],
      { content: '[CALL: kaput] [CALL: add({"a": "one"})]' },
      { content: 'I could not.' },
    );
    expect(await session.send('Try.')).toBe('answer');
    const [, second] = await model.asked();
    expect(second?.at(-2)?.content).toBe(
      'kaput failed\n---\nTOOL_ERROR: no such file: …/keys.txt at https://example.com/x',
    );
    const misfit = second?.at(-1)?.content ?? '';
    expect(misfit).toMatch(/^add failed\n---\nTOOL_ARGUMENTS_INVALID: /);
    expect(misfit).toContain('/a: expected: ');
    expect(misfit).toContain('Got: string "one".');
    expect(misfit).toContain('/b: expected: ');
  });

  test('hears which skills there are when it calls one that there is not', async () => {
    const { model, session } = await open([add, double], { content: '[CALL: subtract(a=1)]' }, { content: 'Oh.' });
    expect(await session.send('1 - 1?')).toBe('answer');
    expect((await model.asked())[1]?.at(-1)?.content).toBe(
      'subtract failed\n---\nTOOL_NOT_FOUND: there is no skill named subtract; there are: add, double',
    );
  });

  test('is not asked again once it has called too often', async () => {
    const replies = Array.from({ length: 9 }, (_, index) => ({ content: `[CALL: double(n=${index})]` }));
    const { model, session } = await open([double], ...replies);
    expect(await session.send('Go on for ever.')).toBe('breaker');
    expect(await model.asked()).toHaveLength(6);
    expect(session.messages.filter(({ content }) => content.startsWith('Result of'))).toHaveLength(5);
    expect(session.messages.at(-1)?.content).toContain('TOO_MANY_CALLS');
  });

  test('is not asked again when it repeats itself', async () => {
    const { model, session } = await open(
      [double],
      ...Array.from({ length: 9 }, () => ({ content: '[CALL: double(n=1)]' })),
    );
    expect(await session.send('Again.')).toBe('repetition');
    expect(await model.asked()).toHaveLength(4);
  });

  test('stopped while a tool runs: the tool hears it, and the model is not asked again', async () => {
    const ended = Promise.withResolvers<unknown>();
    const started = Promise.withResolvers<void>();
    const waits: SessionTool = {
      name: 'waits',
      execute: (_args, { signal }) => {
        signal.addEventListener('abort', () => ended.resolve(signal.reason));
        started.resolve();
        return ended.promise;
      },
    };
    const { model, session, events } = await open([waits], { content: '[CALL: waits] [CALL: waits]' });
    const turn = session.send('Wait.');
    await started.promise;
    session.stop();
    expect(await ended.promise).toMatchObject({ code: 'STOPPED' });
    expect(await turn).toBe('abort');
    expect(await model.asked()).toHaveLength(1);
    const states = events.flatMap((event) => (event.type === 'calls' ? [event.calls.map(({ state }) => state)] : []));
    expect(states.at(-1)).toEqual(['stopped', 'stopped']);
    expect(session.messages.filter(({ role }) => role === 'system')).toHaveLength(2);
  });
});

test('stopped in the middle of a stream, what it had written stays, and its calls are not made', async () => {
  const model = await openModel(true);
  await model.play({ content: 'Now [CALL: never({"a": 1})] and then', hold: true });
  let made = 0;
  using textCalls = disposable(new TextCallReader(assetsOf(assetsAt('/bulkhead/')).textCalls));
  using session = createTextCallSession({
    generate: model.generate,
    tools: [{ name: 'never', execute: () => (made += 1) }],
    textCalls,
  });
  const seen = Promise.withResolvers<void>();
  session.onEvent((event) => {
    if (event.type === 'answer' && event.events.some(({ type }) => type === 'call')) seen.resolve();
  });
  const turn = session.send('Go.');
  await seen.promise;
  session.stop();
  expect(await turn).toBe('abort');
  expect(made).toBe(0);
  expect(session.messages.at(-1)?.content).toMatch(/^Now \[CALL: never/);
  expect(await model.asked()).toHaveLength(1);
});

test('a call that cannot be read is told to the model, unless it was only cut off or is of no tool', async () => {
  const model = await openModel(false);
  await model.play({ content: '[f(x=inf)] [see(page 7)] [f(x=' }, { content: 'I see.' }, { content: '[f(x=' });
  using textCalls = disposable(new TextCallReader(assetsOf(assetsAt('/bulkhead/')).textCalls));
  using session = createTextCallSession({
    ...{ generate: model.generate, textCalls, dialect: 'pythonic' },
    tools: [{ name: 'f', execute: () => 1 }],
  });
  expect(await session.send('Go.')).toBe('answer');
  expect((await model.asked())[1]?.slice(3).map(({ content }) => content)).toEqual([
    'f failed\n---\nTOOL_ARGUMENTS_INVALID: arguments: expected: arguments in the given form. Got: [f(x=inf).',
  ]);
  expect(await session.send('Again.')).toBe('answer');
});

test('a stream may be ended behind its first call', async () => {
  const model = await openModel(true);
  await model.play({ content: '[CALL: once] and much more', hold: true }, { content: 'Done.' });
  using textCalls = disposable(new TextCallReader(assetsOf(assetsAt('/bulkhead/')).textCalls));
  using session = createTextCallSession({
    ...{ generate: model.generate, textCalls, stopAtCall: true },
    tools: [{ name: 'once', execute: () => 1 }],
  });
  expect(await session.send('Go.')).toBe('answer');
  expect(session.messages.at(-1)?.content).toBe('Done.');
});

test('a tool has a deadline, whatever it does with its signal', async () => {
  using textCalls = disposable(new TextCallReader(assetsOf(assetsAt('/bulkhead/')).textCalls));
  const answers = ['[CALL: never]', 'Then not.'];
  using session = createTextCallSession({
    ...{ textCalls, limits: { timeoutMs: 50 }, generate: async () => answers.shift() ?? '' },
    tools: [{ name: 'never', execute: () => new Promise(() => {}) }],
  });
  expect(await session.send('Go.')).toBe('answer');
  expect(session.messages.at(-2)?.content).toBe('never failed\n---\nTOOL_TIMEOUT: never ran longer than 50 ms');
});

test('an answer with ten thousand calls is a few calls, and one message about the rest', async () => {
  using textCalls = disposable(new TextCallReader(assetsOf(assetsAt('/bulkhead/')).textCalls));
  let made = 0;
  using session = createTextCallSession({
    ...{ textCalls, generate: async () => '[CALL: f(a=b)] '.repeat(10_000) },
    tools: [{ name: 'f', execute: () => (made += 1) }],
  });
  expect(await session.send('Go.')).toBe('repetition');
  expect(made).toBe(3);
  expect(session.messages).toHaveLength(6);
});

test('a stream of odd pieces, or one that cannot be closed, is read as far as it goes', async () => {
  using textCalls = disposable(new TextCallReader(assetsOf(assetsAt('/bulkhead/')).textCalls));
  const odd = {
    [Symbol.asyncIterator]: () => {
      const pieces = [undefined, 'Hi ', null, '[CALL: f]', 'never read'];
      return {
        next: async () => ({ done: pieces.length === 0, value: pieces.shift() as string }),
        return: () => {
          throw new Error('no');
        },
      };
    },
  };
  const answers = [odd, 'Done.'];
  using session = createTextCallSession({
    ...{ textCalls, stopAtCall: true, generate: async () => answers.shift() ?? '' },
    tools: [{ name: 'f', execute: () => 1 }],
  });
  expect(await session.send('Go.')).toBe('answer');
  expect(session.messages[1]?.content).toBe('Hi [CALL: f]');
  session[Symbol.dispose]();
  await expect(session.send('Again?')).rejects.toMatchObject({ code: 'BAD_ARGS' });
});

test('a text that was being read when its worker was lost is lost, and no other one with it', async () => {
  const workers: Worker[] = [];
  const Real = globalThis.Worker;
  globalThis.Worker = class extends Real {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given);
      workers.push(this);
    }
  };
  try {
    using textCalls = disposable(new TextCallReader(assetsOf(assetsAt('/bulkhead/')).textCalls));
    const first = textCalls.open({ dialect: 'bracket-call' });
    await first.feed('[CALL: a(');
    workers[0]?.dispatchEvent(new ErrorEvent('error', { message: 'gone' }));
    const second = textCalls.open({ dialect: 'bracket-call' });
    await second.feed('[CALL: b');
    await expect(first.feed('x)]')).rejects.toMatchObject({ code: 'WORKER_LOST' });
    expect((await second.feed(']')).map(({ type }) => type)).toEqual(['call-start', 'call']);
    await second.end();
  } finally {
    globalThis.Worker = Real;
  }
});

test('what a server refuses is thrown, and the conversation can go on', async () => {
  const model = await openModel(false);
  await model.play({ content: '', status: 500 }, { content: 'Here I am.' });
  using textCalls = disposable(new TextCallReader(assetsOf(assetsAt('/bulkhead/')).textCalls));
  using session = createTextCallSession({ generate: model.generate, tools: [], textCalls });
  await expect(session.send('Hello?')).rejects.toThrow('the model answered 500');
  expect(await session.send('Hello again?')).toBe('answer');
});

/** Lets go of a reader at the end of a test. */
function disposable<T extends { close(): void }>(one: T): T & Disposable {
  return Object.assign(one, { [Symbol.dispose]: () => one.close() });
}
