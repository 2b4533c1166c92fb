import { afterEach, expect, test } from 'vitest';
import { createStelloAgent, InMemoryStorageAdapter, ToolRegistryImpl } from '../../../src/engine/index.js';
import { browserModel, isBrowserModelThere, openModel, testModel } from '../../../src/models/index.js';
import {
  type Availability,
  type LanguageModelApi,
  type LanguageModelMessage,
  type LanguageModelSession,
  languageModel,
} from '../../../src/models/language-model.js';
import { failure, plainHost } from '../setup.js';

/**
 * The Chromium of the tests has the API and says that it has no model for it, and what it would load is gigabytes. So the page
 * installs an object of the documented shape in its place (webmachinelearning.github.io/prompt-api).
 */
interface Installed {
  readonly created: readonly LanguageModelMessage[][];
  readonly prompted: readonly (readonly LanguageModelMessage[])[];
  readonly constraints: readonly unknown[];
  destroyed: number;
}

interface Behaviour {
  readonly availability?: Availability;
  /** One answer for each prompt, in pieces; none: it never answers. */
  readonly answers?: readonly (readonly string[])[];
  readonly download?: readonly number[];
  readonly createFails?: DOMException;
  readonly promptFails?: DOMException;
  readonly onPrompt?: () => void;
}

const tokens = (messages: readonly LanguageModelMessage[]) =>
  messages.reduce((sum, { content }) => sum + content.split(' ').length, 0);

function install({
  availability = 'available',
  answers = [],
  download = [],
  createFails,
  promptFails,
  onPrompt,
}: Behaviour): Installed {
  const created: LanguageModelMessage[][] = [];
  const prompted: (readonly LanguageModelMessage[])[] = [];
  const constraints: unknown[] = [];
  const installed = { created, prompted, constraints, destroyed: 0 };
  const session = (initial: readonly LanguageModelMessage[]): LanguageModelSession => {
    let used = tokens(initial);
    const answer = (input: readonly LanguageModelMessage[]) => {
      if (input.some(({ role }) => role === 'system')) throw new DOMException('no system here', 'NotSupportedError');
      const pieces = answers[prompted.length];
      prompted.push(input);
      onPrompt?.();
      used += tokens(input) + (pieces?.length ?? 0);
      return pieces;
    };
    const rejected = (signal: AbortSignal | undefined) =>
      new Promise<never>((_, reject) => {
        if (promptFails) reject(promptFails);
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    return {
      get contextUsage() {
        return used;
      },
      measureContextUsage: async (input) => tokens(input),
      async prompt(input, { signal, responseConstraint } = {}) {
        constraints.push(responseConstraint);
        const pieces = answer(input);
        return promptFails || !pieces ? rejected(signal) : pieces.join('');
      },
      promptStreaming(input, { signal } = {}) {
        const pieces = answer(input);
        return new ReadableStream({
          async start(controller) {
            for (const piece of pieces ?? []) controller.enqueue(piece);
            if (pieces && !promptFails) controller.close();
            else rejected(signal).catch((error: unknown) => controller.error(error));
          },
        });
      },
      destroy() {
        installed.destroyed += 1;
      },
    };
  };
  const api: LanguageModelApi = {
    availability: async () => availability,
    async create({ initialPrompts = [], monitor } = {}) {
      if (createFails) throw createFails;
      if (initialPrompts.findLastIndex(({ role }) => role === 'system') > 0)
        throw new TypeError('a system in the middle');
      const target = new EventTarget();
      monitor?.(target);
      for (const loaded of download) target.dispatchEvent(new ProgressEvent('downloadprogress', { loaded, total: 1 }));
      created.push([...initialPrompts]);
      return session(initialPrompts);
    },
  };
  Object.defineProperty(globalThis, 'LanguageModel', { value: api, configurable: true });
  return installed;
}

const own = Object.getOwnPropertyDescriptor(globalThis, 'LanguageModel');
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'LanguageModel');
  if (own) Object.defineProperty(globalThis, 'LanguageModel', own);
});

const user = (content: string) => ({ role: 'user' as const, content });

test('a real browser that has no model says so, and why', async () => {
  const there = await isBrowserModelThere();
  expect(there.state).toBe('unavailable');
  expect(there.why).toMatch(own ? /does not run on this device/ : /brings no model/);
  expect(await failure(browserModel().complete([user('hi')]))).toMatchObject({ code: 'MODEL_FAILED' });
  Reflect.deleteProperty(globalThis, 'LanguageModel');
  expect(await isBrowserModelThere()).toEqual({ state: 'unavailable', why: 'this browser brings no model' });
  expect(await failure(browserModel().complete([user('hi')]))).toMatchObject({
    code: 'MODEL_FAILED',
    message: 'this browser brings no model',
  });
});

test('what these tests install has the names that a real browser has', async () => {
  if (!own) return;
  const { value: real } = own;
  install({});
  const api = languageModel();
  const session = await api?.create();
  expect(Object.keys(api ?? {}).filter((name) => !(name in real))).toEqual([]);
  expect(Object.keys(session ?? {}).filter((name) => !(name in real.prototype))).toEqual([]);
});

test('each state of the browser’s model has its word', async () => {
  const words = {
    available: 'ready',
    downloadable: 'downloadable',
    downloading: 'downloading',
    unavailable: 'unavailable',
  };
  for (const [availability, state] of Object.entries(words)) {
    install({ availability: availability as Availability });
    const there = await isBrowserModelThere();
    expect(there.state).toBe(state);
    expect(there.why === null).toBe(state === 'ready');
  }
});

test('a conversation goes to it as it takes one: the system first, what is to be answered last', async () => {
  const installed = install({
    answers: [
      ['Hel', 'lo'],
      ['Hel', 'lo'],
    ],
    download: [0, 0.5, 1],
  });
  const loaded: number[] = [];
  const model = browserModel({ onDownload: (part) => loaded.push(part) });
  const messages = [
    { role: 'system' as const, content: 'be kind' },
    user('hi'),
    { role: 'assistant' as const, content: 'hi' },
    { role: 'system' as const, content: 'later' },
    user('who are you'),
  ];
  const answer = await model.complete(messages, { responseConstraint: { type: 'string' } });
  expect(answer).toEqual({ content: 'Hello', toolCalls: [], usage: { inputTokens: 8, outputTokens: 2 } });
  expect(installed.created[0]).toEqual(messages.slice(0, 3));
  expect(installed.prompted[0]).toEqual([user('later'), user('who are you')]);
  expect(installed.constraints).toEqual([{ type: 'string' }]);
  expect(loaded).toEqual([0, 0.5, 1]);
  const pieces: unknown[] = [];
  for await (const piece of model.stream?.(messages) ?? []) pieces.push(piece);
  expect(pieces).toEqual([{ delta: 'Hel' }, { delta: 'lo' }, { usage: { inputTokens: 8, outputTokens: 2 } }]);
  expect(installed.destroyed).toBe(2);
});

test('a stop ends the wait, and lets the conversation go', async () => {
  let wake = () => {};
  const installed = install({ onPrompt: () => wake() });
  const model = browserModel();
  const why = new Error('the user pressed Stop');
  for (const read of [
    (signal: AbortSignal) => model.complete([user('hi')], { signal }),
    async (signal: AbortSignal) => {
      for await (const _ of model.stream?.([user('hi')], { signal }) ?? []);
    },
  ]) {
    const controller = new AbortController();
    const before = installed.destroyed;
    const prompted = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const answer = failure(read(controller.signal));
    await prompted;
    controller.abort(why);
    expect(await answer).toBe(why);
    expect(installed.destroyed).toBe(before + 1);
  }
  const stopped = AbortSignal.abort(why);
  expect(await failure(model.complete([user('hi')], { signal: stopped }))).toBe(why);
  expect(installed.created).toHaveLength(2);
});

test('what the browser refuses is said with what to do', async () => {
  for (const [name, words] of [
    ['NotAllowedError', /click/],
    ['NotSupportedError', /cannot do this/],
    ['NetworkError', /could not load/],
  ] as const) {
    install({ createFails: new DOMException('no', name) });
    expect(await failure(browserModel().complete([user('hi')]))).toMatchObject({
      code: 'MODEL_FAILED',
      message: words,
    });
  }
  install({ answers: [[]], promptFails: new DOMException('too long', 'QuotaExceededError') });
  expect(await failure(browserModel().complete([user('hi')]))).toMatchObject({ message: /too long for the browser/ });
});

test('an agent calls tools over it by text, and is tested so', async () => {
  await using host = plainHost();
  const wrote = '[CALL: add({"a":1,"b":2})]';
  const installed = install({
    answers: [['Let me see. ', ...wrote], ['It is 3.'], ['ready'], ['[CALL: check_tools({"word":"ready"})]']],
  });
  const model = openModel(host, { kind: 'browser', tools: 'text' });
  const tools = new ToolRegistryImpl([
    {
      name: 'add',
      description: 'Adds',
      parameters: {
        type: 'object',
        properties: { a: { type: 'number' }, b: { type: 'number' } },
        required: ['a', 'b'],
      },
      execute: async ({ a, b }) => ({ success: true, data: Number(a) + Number(b) }),
    },
  ]);
  const storage = new InMemoryStorageAdapter();
  const agent = createStelloAgent({ capabilities: { tools }, llm: model, storage });
  const stream = agent.stream('main', 'add 1 and 2');
  const shown: string[] = [];
  for await (const piece of stream) shown.push(piece);
  expect((await stream.result).turn).toMatchObject({ finalContent: 'It is 3.', toolCallsExecuted: 1 });
  expect(shown.join('')).toBe('Let me see. ');
  expect(JSON.stringify(installed.created[1])).toContain('add({');
  expect(JSON.stringify(installed.prompted[1])).toContain('Result of add');
  expect((await storage.records('main')).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  expect(await testModel(model)).toMatchObject({ text: 'ready', calls: true });
});
