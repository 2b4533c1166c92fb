import { expect, test } from 'vitest';
import type { Context } from '../../src/hosts/sillytavern/base/context.js';
import { sillyTavernModel } from '../../src/hosts/sillytavern/modes/model.js';
import { BulkheadError } from '../../src/index.js';
import { testHost } from './setup.js';

const ADD = {
  name: 'add',
  description: 'Adds.',
  inputSchema: { type: 'object', properties: { a: { type: 'number' } } },
};
const hi = () => [{ role: 'user' as const, content: 'hi' }];

type Service = NonNullable<Context['ChatCompletionService']>;

/** A context of the host's documented shape. */
const contextOf = (more: Partial<Context> & object): Context =>
  ({
    ...{
      mainApi: 'openai',
      onlineStatus: 'Valid',
      chatCompletionSettings: {},
      extensionSettings: {},
      chatMetadata: {},
    },
    ...{ isToolCallingSupported: () => false, getCurrentLocale: () => 'en-us', getChatCompletionModel: () => 'm' },
    ...more,
  }) as unknown as Context;
const service = (processRequest: Service['processRequest']): Service => ({
  presetToGeneratePayload: (_settings, _none, payload) => payload,
  processRequest,
});
const modelOf = (host: ReturnType<typeof testHost>, context: Context) =>
  sillyTavernModel({
    context: () => context,
    textCalls: host.textCalls,
    words: (key, values) => `${key} ${values?.message ?? ''}`.trim(),
  });

test('a model without tool calls streams what it writes, and its written call is an agent’s', async () => {
  await using host = testHost();
  const asked: object[] = [];
  const ChatCompletionService = service(async (request, _options, extract) => {
    asked.push({ request, extract });
    return async function* () {
      yield { text: '' };
      yield { text: 'I add. ' };
      yield { text: 'I add. [CALL: add({"a": 2})]' };
    };
  });
  const model = modelOf(host, contextOf({ ChatCompletionService }));
  const pieces = [];
  for await (const piece of model.stream?.(hi(), { tools: [ADD] }) ?? []) pieces.push(piece as { delta?: string });
  expect(
    pieces
      .map(({ delta = '' }) => delta)
      .join('')
      .trim(),
  ).toBe('I add.');
  expect(pieces.at(-1)).toMatchObject({ toolCalls: [{ name: 'add', input: { a: 2 } }] });
  expect(asked).toMatchObject([{ extract: true, request: { stream: true, model: 'm' } }]);
});

test('APIs that complete texts are asked by the host’s raw prompts, and a stop presses the host’s own', async () => {
  await using host = testHost();
  let stops = 0;
  const prompts: unknown[] = [];
  const answers = [Promise.resolve('Fine. [CALL: add({"a": 1})]'), new Promise<string>(() => {})];
  const context = contextOf({
    mainApi: 'textgenerationwebui',
    generateRaw: ({ prompt }) => {
      prompts.push(prompt);
      return answers.shift() ?? Promise.resolve('');
    },
    stopGeneration: () => {
      stops += 1;
    },
  });
  const model = modelOf(host, context);
  expect(await model.complete(hi(), { tools: [ADD] })).toMatchObject({ toolCalls: [{ name: 'add', input: { a: 1 } }] });
  expect(prompts[0]).toContainEqual(expect.objectContaining({ role: 'user' }));
  const stop = new AbortController();
  const waiting = model.complete(hi(), { signal: stop.signal });
  await expect.poll(() => prompts.length).toBe(2);
  expect(stops).toBe(0);
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  expect(stops).toBe(1);
});

test('what fails has a code and says what to do', async () => {
  await using host = testHost();
  const failing = async (context: Context) => {
    const error = await modelOf(host, context)
      .complete(hi())
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BulkheadError);
    const { code, message } = error as BulkheadError;
    return `${code}: ${message}`;
  };
  const answering = (answer: unknown) => contextOf({ ChatCompletionService: service(async () => answer) });
  expect(await failing(contextOf({ onlineStatus: 'no_connection' }))).toBe('MODEL_FAILED: modes.offline');
  expect(await failing(answering({ choices: [{ message: { content: ' ' } }] }))).toBe('MODEL_FAILED: modes.silent');
  const refused = service(async () => {
    throw new Error('Connection refused');
  });
  expect(await failing(contextOf({ ChatCompletionService: refused }))).toBe(
    'MODEL_FAILED: modes.failed Connection refused',
  );
});

test('a stream that ends without a word is a failure, and a stop its reason', async () => {
  await using host = testHost();
  const silent = service(async () => async function* () {});
  const drain = async (context: Context, signal?: AbortSignal) => {
    for await (const _ of modelOf(host, context).stream?.(hi(), { ...(signal && { signal }) }) ?? []);
  };
  await expect(drain(contextOf({ ChatCompletionService: silent }))).rejects.toThrow('modes.silent');
  const stop = new AbortController();
  const endless = service(
    async () =>
      async function* () {
        yield { text: 'a' };
        stop.abort(new Error('enough'));
        throw new DOMException('aborted', 'AbortError');
      },
  );
  await expect(drain(contextOf({ ChatCompletionService: endless }), stop.signal)).rejects.toThrow('enough');
});
