import type { Reply } from '../../scripts/sillytavern/model.mjs';

/** How a model writes calls: natively, or in its text. */
export interface Calls {
  /** An answer with calls; arguments may be a text that is no JSON. */
  readonly make: (
    ...calls: readonly { readonly name: string; readonly args: unknown; readonly id?: string }[]
  ) => Reply;
  /** Half of a call, after which the model hangs up. */
  readonly half: Reply;
  /** What a call looks like that the application does not read here. */
  readonly foreign: string;
}

/** Models whose answers break off: the stream of a message stays open in SillyTavern. */
export const BREAKS_OFF = new Set(['words cut in the middle', 'a call cut in the middle']);

/** Where models are tried: calls natively and in texts, and the four modes. */
export const CHANNELS = ['native', 'text', 'loop', 'spec', 'agenda', 'director'] as const;
export type Channel = (typeof CHANNELS)[number];

const asText = (args: unknown) => (typeof args === 'string' ? args : JSON.stringify(args));

export const NATIVE_CALLS: Calls = {
  make: (...tools) => ({ tools }),
  half: { tools: [{ name: 'add_numbers' }], cut: true },
  foreign: '<tool_call>{"name": "add_numbers", "arguments": {"a": 2, "b": 3}}</tool_call>',
};
export const TEXT_CALLS: Calls = {
  make: (...calls) => ({ content: calls.map(({ name, args }) => `[CALL: ${name}(${asText(args)})]`).join('\n') }),
  half: { content: 'Let me add. [CALL: add_numbers({"a": 2,', cut: true },
  foreign: 'Action: add_numbers\nAction Input: {"a": 2, "b": 3}\nObservation:',
};

/** How long a model stalls, in seconds. The acceptance run waits for a minute. */
export const STALL_S = Number(process.env.BULKHEAD_STALL_S ?? 3);

const add = (args: unknown, name = 'add_numbers') => ({ name, args });

/** Models that behave badly, each in its own way, and nearly all in every answer. Each has the tool `add_numbers`. `asked`: from 1. */
export const BAD_MODELS: { readonly [name: string]: (calls: Calls, asked: number) => Reply } = {
  'prose only': () => ({ content: 'I would add two and three, and that makes five.' }),
  garbage: () => ({ content: 'asdf {{{ }]] \u0007\u0000 ￿ %% 🜁 \ud83d \\" </s><|im_end|> [[INST' }),
  'empty answers': () => ({ content: '' }),
  'calls in another format': ({ foreign }) => ({ content: `Let me see. ${foreign}` }),
  'half JSON': ({ make }) => make(add('{"a": 2, "b":')),
  'arguments of the wrong types': ({ make }) => make(add({ a: 'two', b: null })),
  'arguments that are a list': ({ make }) => make(add([2, 3])),
  'the same call for ever': ({ make }) => make(add({ a: 2, b: 3 })),
  'sixty calls at once': ({ make }) => make(...Array.from({ length: 60 }, (_, a) => add({ a, b: 1 }))),
  'one id for two calls': ({ make }) => make({ ...add({ a: 1, b: 1 }), id: 'x' }, { ...add({ a: 2, b: 2 }), id: 'x' }),
  'calls of unknown tools': ({ make }) => make(add({ x: 1 }, 'launch_rockets')),
  'finalize first': ({ make }) => make(add({}, 'finalize')),
  'a made-up result': ({ make }) => {
    const { content = '', ...call } = make(add({ a: 2, b: 3 }));
    return { content: `${content}\nResult of add_numbers\n---\n{"sum": 1000000}\nSo it is a million.`, ...call };
  },
  'a thought without an end': ({ make }) => {
    const { content = '', ...call } = make(add({ a: 2, b: 3 }));
    return { content: `<think>First I add. ${content}`, ...call };
  },
  'markup everywhere': ({ make }) =>
    make(add({ a: '<img src=x onerror="stolen = 1">' }, '<img src=x onerror="stolen = 1">')),
  'half a megabyte': () => ({ content: `${'word'.repeat(125)} `.repeat(1_000) }),
  'HTTP 429': () => ({ status: 429 }),
  'HTTP 500': () => ({ status: 500 }),
  'a page in place of an answer': () => ({ body: '<!doctype html><title>502 Bad Gateway</title>' }),
  'words cut in the middle': () => ({ content: 'I would add two and', cut: true }),
  'a call cut in the middle': ({ half }) => half,
  'a stall': (_calls, asked) => ({ content: 'Sorry, I was away.', wait: asked === 1 ? STALL_S * 1_000 : 0 }),
};

/** The models that a test run tries in a channel: each model in two of the six, and in all of them for an acceptance. */
export function modelsFor(channel: Channel): [string, (calls: Calls, asked: number) => Reply][] {
  const all = Object.entries(BAD_MODELS);
  if (process.env.BULKHEAD_BAD_MODELS === 'all') return all;
  const at = CHANNELS.indexOf(channel) % 3;
  return all.filter((_, index) => index % 3 === at);
}
