import { expect, test, vi } from 'vitest';
import { createSession, InMemoryStorageAdapter, openAiModel } from '../../../src/engine/index.js';
import { type FunctionAnswer, functionModel, type Message, testModel } from '../../../src/models/index.js';

const said: Message[] = [{ role: 'user', content: 'hi' }];
const call = { id: 'c1', name: 'add', input: { a: 1 } };
const usage = { inputTokens: 3, outputTokens: 2 };

async function* piecewise(): AsyncGenerator<string | { toolCalls: (typeof call)[] }> {
  yield 'he';
  yield 'llo';
  yield { toolCalls: [call] };
}

test.each<[string, () => FunctionAnswer | Promise<FunctionAnswer>, object]>([
  ['a text', () => 'hello', { content: 'hello', toolCalls: [] }],
  ['a promise of a text', async () => 'hello', { content: 'hello', toolCalls: [] }],
  [
    'an answer with calls',
    () => ({ content: null, toolCalls: [call], usage }),
    { content: null, toolCalls: [call], usage },
  ],
  ['pieces', () => piecewise(), { content: 'hello', toolCalls: [call] }],
])('a function may answer with %s, and is read whole or as a stream', async (_, fn, answer) => {
  const model = functionModel(fn);
  expect(await model.complete(said)).toEqual(answer);
  const session = await createSession({ storage: new InMemoryStorageAdapter(), llm: model });
  const streamed = await session.stream('hi').result;
  expect({ ...streamed, content: streamed.content || null }).toEqual(answer);
});

test('a function is told what may be called, and hears a stop; one that does not listen is left', async () => {
  const why = new Error('the user pressed Stop');
  const controller = new AbortController();
  const asked: unknown[] = [];
  const tools = [{ name: 'add', description: 'Adds', inputSchema: { type: 'object' } }];
  const model = functionModel((messages, options) => {
    asked.push(messages, options.tools, options.signal);
    return new Promise<string>(() => {});
  });
  const answer = model.complete(said, { tools, signal: controller.signal });
  expect(asked).toEqual([said, tools, controller.signal]);
  controller.abort(why);
  await expect(answer).rejects.toBe(why);
  await expect(model.complete(said, { signal: controller.signal })).rejects.toBe(why);
  expect(asked).toHaveLength(3);
});

test('a stream that hangs is left at a stop, and told', async () => {
  const why = new Error('the user pressed Stop');
  const controller = new AbortController();
  let told = false;
  let asked = () => {};
  const begun = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const hanging: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        asked();
        return new Promise(() => {});
      },
      return: async () => {
        told = true;
        return { done: true, value: undefined };
      },
    }),
  };
  const answer = functionModel(() => hanging).complete(said, { signal: controller.signal });
  await begun;
  controller.abort(why);
  await expect(answer).rejects.toBe(why);
  expect(told).toBe(true);
});

test('what a function throws, and what is no answer, is a failure of the model in its words', async () => {
  const failing = functionModel(() => {
    throw new Error('no credit');
  });
  await expect(failing.complete(said)).rejects.toMatchObject({ code: 'MODEL_FAILED', message: /no credit/ });
  for (const wrong of [undefined, null, 7, {}]) {
    const model = functionModel(() => wrong as never);
    await expect(model.complete(said)).rejects.toMatchObject({ code: 'MODEL_FAILED', message: /no text/ });
  }
});

test('a test of a model says what it answered, and whether it calls', async () => {
  const able = functionModel((_, { tools }) =>
    tools.length > 0
      ? { content: null, toolCalls: [{ id: '1', name: 'check_tools', input: { word: 'ready' } }] }
      : 'ready',
  );
  expect(await testModel(able)).toMatchObject({ text: 'ready', calls: true, ms: expect.any(Number) });
  expect(await testModel(functionModel(() => 'ready'))).toMatchObject({ text: 'ready', calls: false });
  const broken = functionModel(() => {
    throw new Error('no credit');
  });
  await expect(testModel(broken)).rejects.toMatchObject({ code: 'MODEL_FAILED' });
});

test('an error of another bundle of this library keeps its words and its code, and is not asked for again', async () => {
  vi.resetModules();
  const { BulkheadError } = await import('../../../worker/protocol/errors.js');
  let asked = 0;
  const server = openAiModel({
    endpoint: 'https://api.example.com/v1',
    model: 'm',
    fetch: async () => {
      asked += 1;
      throw new BulkheadError('CAPABILITY_DENIED', 'not sent: elsewhere');
    },
  });
  await expect(server.complete(said)).rejects.toMatchObject({ code: 'MODEL_FAILED', message: /not sent: elsewhere/ });
  expect(asked).toBe(1);
  const other = functionModel((_, { tools }) => {
    if (tools.length > 0) throw new BulkheadError('MODEL_FAILED', 'no tools', { status: 400 });
    return 'ready';
  });
  expect(await testModel(other)).toMatchObject({ text: 'ready', calls: false });
});
