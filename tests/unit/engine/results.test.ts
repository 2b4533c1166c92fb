import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStelloAgent, type Entry, type ToolOutcome, ToolRegistryImpl } from '../../../src/engine/index.js';
import { calling, orphans, scriptedModel } from './model.js';

/** Whatever a tool answers, its turn goes on, and the model has one text for each call. */

let unhandled: unknown[] = [];
const listen = (reason: unknown) => unhandled.push(reason);
beforeEach(() => {
  unhandled = [];
  process.on('unhandledRejection', listen);
});
afterEach(async () => {
  // Node tells of a rejection when the jobs of its turn are done.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', listen);
  expect(unhandled).toEqual([]);
});

const cyclic: { self?: unknown } = {};
cyclic.self = cyclic;
const hostile = {
  get data(): never {
    throw new Error('a getter that throws');
  },
  success: true,
};
const proxied = new Proxy(
  {},
  {
    get() {
      throw new Error('a proxy that throws');
    },
  },
);
const nameless = Object.create(null) as object;
const never = new Promise<never>(() => {});

/** What a tool does, and what the model reads of it. */
const CASES: readonly (readonly [what: string, execute: () => unknown, reads: string | RegExp])[] = [
  ['nothing', () => undefined, ''],
  ['null', () => null, ''],
  ['a success without data', () => ({ success: true }), ''],
  ['false', () => ({ success: true, data: false }), 'false'],
  ['zero', () => 0, '0'],
  ['no number', () => ({ success: true, data: Number.NaN }), ''],
  ['a text', () => 'as it is', 'as it is'],
  ['a date', () => ({ success: true, data: new Date(0) }), '"1970-01-01T00:00:00.000Z"'],
  ['a function', () => ({ success: true, data: () => 1 }), ''],
  ['a symbol', () => ({ success: true, data: Symbol('s') }), ''],
  ['a map', () => ({ success: true, data: new Map([[1, 2]]) }), '{}'],
  ['a circle', () => ({ success: true, data: cyclic }), /circular/i],
  ['a BigInt', () => ({ success: true, data: { n: 1n } }), /BigInt/],
  ['a bare BigInt', () => 5n, /BigInt/],
  ['a getter that throws', () => hostile, 'a getter that throws'],
  ['a proxy that throws', () => proxied, 'a proxy that throws'],
  ['data that is a proxy that throws', () => ({ success: true, data: proxied }), 'a proxy that throws'],
  ['toJSON that throws', () => ({ success: true, data: { toJSON: () => JSON.parse('{') } }), /JSON/],
  ['a promise as data', () => ({ success: true, data: Promise.resolve(1) }), '{}'],
  ['a thenable', () => ({ then: (done: (value: unknown) => void) => done('by and by') }), 'by and by'],
  ['a thenable that throws', () => ({ then: () => JSON.parse('{') }), /JSON/],
  ['a thenable that never settles', () => ({ then: () => {} }), /no answer within/],
  ['a promise that never settles', () => never, /no answer within/],
  ['a failure without a word', () => ({ success: false }), 'Unknown error'],
  ['a failure with an empty word', () => ({ success: false, error: '' }), 'Unknown error'],
  ['a failure with an object for a word', () => ({ success: false, error: { code: 7 } }), '{"code":7}'],
  ['a thrown text', () => Promise.reject('just a text'), 'just a text'],
  ['thrown nothing', () => Promise.reject(undefined), 'undefined'],
  ['a thrown object without a text', () => Promise.reject(nameless), /without a text/],
  ['a thrown proxy', () => Promise.reject(proxied), /without a text/],
  ['a thrown symbol', () => Promise.reject(Symbol('s')), 'Symbol(s)'],
  ['an error whose message is an object', () => Promise.reject(Object.assign(new Error(), { message: {} })), /object/],
  ['parts of content that are no texts', () => ({ content: [undefined, 1n, { text: 5 }] }), /BigInt/],
  ['content of nothing', () => ({ content: [undefined, null] }), /^\s*null$/],
  ['a failure of content', () => ({ content: [{ type: 'text', text: 'it failed' }], isError: true }), 'it failed'],
  ['a failure of nothing', () => ({ output: undefined, isError: true }), 'Unknown error'],
];

test.each(CASES)('a tool answers %s: the turn goes on', async (_, execute, reads) => {
  const parameters = { type: 'object' };
  const tools = new ToolRegistryImpl([
    { name: 'odd', description: 'd', parameters, execute: async () => execute() as never },
    { name: 'sync', description: 'd', parameters, execute: (() => execute()) as unknown as Entry['execute'] },
    { name: 'good', description: 'd', parameters, execute: async () => ({ success: true, data: 'good' }) },
  ]);
  const llm = scriptedModel(calling(['odd'], ['good'], ['sync']), 'on we go');
  const told: ToolOutcome[] = [];
  const agent = createStelloAgent({ capabilities: { tools }, llm, toolTimeoutMs: 20, graceMs: 5 });
  const { turn } = await agent.turn('main', 'go', { onToolResult: (outcome) => told.push(outcome) });
  expect(turn).toMatchObject({ finalContent: 'on we go', toolCallsExecuted: 3 });
  const given = llm.calls[1]?.messages ?? [];
  expect(orphans(given)).toEqual([]);
  const [odd, good, sync] = given.filter(({ role }) => role === 'tool').map(({ content }) => content);
  expect(good).toBe('good');
  for (const content of [odd, sync]) {
    if (typeof reads === 'string') expect(content).toBe(reads);
    else expect(content).toMatch(reads);
  }
  for (const { success, data, error } of told) {
    if (!success) expect([data, typeof error === 'string' || error === null]).toEqual([null, true]);
  }
});

test('a very long result is cut for the model, which is told so; a long error as well', async () => {
  const long = 'x'.repeat(3_000_000);
  const parameters = { type: 'object' };
  const tools = new ToolRegistryImpl([
    { name: 'long', description: 'd', parameters, execute: async () => ({ success: true, data: long }) },
    { name: 'list', description: 'd', parameters, execute: async () => ({ success: true, data: [long] }) },
    { name: 'fails', description: 'd', parameters, execute: () => Promise.reject(new Error(long)) },
    {
      ...{ name: 'split', description: 'd', parameters },
      execute: async () => ({ success: true, data: `x${'😀'.repeat(200_000)}` }),
    },
  ]);
  const llm = scriptedModel(calling(['long'], ['list'], ['fails'], ['split']), 'ok');
  const told: ToolOutcome[] = [];
  const agent = createStelloAgent({ capabilities: { tools }, llm });
  await agent.turn('main', 'go', { onToolResult: (outcome) => told.push(outcome) });
  const contents = llm.calls[1]?.messages.filter(({ role }) => role === 'tool').map(({ content }) => content) ?? [];
  expect(contents).toHaveLength(4);
  for (const content of contents) {
    expect(content.length).toBeLessThan(263_000);
    expect(content).toMatch(/\n\[cut here: the first \d+ of \d+ characters\]$/);
    expect(content.isWellFormed?.() ?? true).toBe(true);
  }
  // Who watches has all of it.
  expect(told[0]?.data).toBe(long);
});

test('names that nobody has, ids that are there twice or not at all: each call has one answer', async () => {
  const names = ['', 'a.b', '__proto__', 'constructor', 'toString', 'hasOwnProperty', ' ', 'x'.repeat(5_000)];
  const toolCalls = names.map((name, at) => ({ id: at % 2 === 0 ? '' : 'same', name, input: {} }));
  const llm = scriptedModel({ content: null, toolCalls }, 'ok');
  const dotted: Entry = {
    ...{ name: 'a.b', description: 'd', parameters: { type: 'object' } },
    execute: async () => ({ success: true, data: 'dotted' }),
  };
  const agent = createStelloAgent({ capabilities: { tools: new ToolRegistryImpl([dotted]) }, llm });
  expect((await agent.turn('main', 'go')).turn.finalContent).toBe('ok');
  const messages = llm.calls[1]?.messages ?? [];
  expect(orphans(messages)).toEqual([]);
  const results = messages.filter(({ role }) => role === 'tool');
  expect(new Set(results.map(({ toolCallId }) => toolCallId)).size).toBe(names.length);
  expect(results.map(({ content }) => content)).toEqual(
    names.map((name) => (name === 'a.b' ? 'dotted' : `Unknown tool: ${name}`)),
  );
});

test('what a tool does to its arguments changes nothing of what was asked for', async () => {
  const execute: Entry['execute'] = async (args) => {
    Object.assign(args, { big: 1n, self: args });
    (args.deep as { n: number }).n = 2;
    return { success: true, data: 'done' };
  };
  const tools = new ToolRegistryImpl([{ name: 't', description: 'd', parameters: { type: 'object' }, execute }]);
  const llm = scriptedModel(calling(['t', { deep: { n: 1 } }]), 'ok');
  const told: ToolOutcome[] = [];
  const agent = createStelloAgent({ capabilities: { tools }, llm });
  await agent.turn('main', 'go', { onToolResult: (outcome) => told.push(outcome) });
  expect(told[0]?.args).toEqual({ deep: { n: 1 } });
  expect(llm.calls[1]?.messages[1]?.toolCalls?.[0]?.input).toEqual({ deep: { n: 1 } });
});

test('arguments with a key named __proto__ reach a tool as a key, and no prototype', async () => {
  let got: Record<string, unknown> = {};
  const execute: Entry['execute'] = async (args) => {
    got = args;
    return { success: true };
  };
  const tools = new ToolRegistryImpl([{ name: 't', description: 'd', parameters: { type: 'object' }, execute }]);
  const input = JSON.parse('{"__proto__":{"admin":true},"n":1}') as Record<string, unknown>;
  const agent = createStelloAgent({ capabilities: { tools }, llm: scriptedModel(calling(['t', input]), 'ok') });
  await agent.turn('main', 'go');
  expect(Object.getPrototypeOf(got)).toBe(Object.prototype);
  expect([got.admin, Object.keys(got)]).toEqual([undefined, ['__proto__', 'n']]);
});

test('a tool that fails long after it was cut off fails for nobody', async () => {
  let fail: (error: Error) => void = () => {};
  const late = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const tools = new ToolRegistryImpl([
    { name: 'late', description: 'd', parameters: { type: 'object' }, execute: () => late },
  ]);
  const llm = scriptedModel(calling(['late']), 'ok');
  const agent = createStelloAgent({ capabilities: { tools }, llm, toolTimeoutMs: 5, graceMs: 5 });
  expect((await agent.turn('main', 'go')).turn.finalContent).toBe('ok');
  fail(new Error('too late'));
  const controller = new AbortController();
  const hanging = createStelloAgent({ llm: { complete: () => late } });
  const turn = hanging.turn('main', 'go', { signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(turn).rejects.toThrow();
});

test('numbers that are none, or too large for a timer, do not switch a bound off or on', async () => {
  const execute: Entry['execute'] = async (args) => ({ success: true, data: args.at });
  const tools = new ToolRegistryImpl([{ name: 't', description: 'd', parameters: { type: 'object' }, execute }]);
  for (const options of [{ concurrency: Number.NaN }, { concurrency: 0 }, { toolTimeoutMs: 1e12, graceMs: 1e12 }]) {
    const llm = scriptedModel(calling(['t', { at: 1 }], ['t', { at: 2 }]), 'ok');
    const { turn } = await createStelloAgent({ capabilities: { tools }, llm, ...options }).turn('main', 'go');
    expect(turn.toolCallsExecuted).toBe(2);
    expect(llm.calls[1]?.messages.slice(-2).map(({ content }) => content)).toEqual(['1', '2']);
  }
});
