import { expect, test } from 'vitest';
import type { DialectId, ScanOptions } from '../../../worker/protocol/text-calls.js';
import { callsIn, scan } from './scan.js';

const schema = {
  type: 'object',
  properties: {
    n: { type: 'integer' },
    text: { type: 'string' },
    any: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    on: { type: 'boolean' },
    list: { type: 'array' },
    more: { type: 'object' },
  },
};
const typed = { tools: [{ name: 'f', parameters: schema }] };

/** What models write beside the recorded cases: where they leave something out, and where a value looks like a marker. */
test.each<[DialectId, string, unknown, Partial<ScanOptions>?]>([
  ['hermes-json', '<tool_call>{"name":"f","arguments":"{\\"a\\":1}"}</tool_call>', [['f', { a: 1 }]]],
  ['hermes-json', '<tool_call>{"name":"f","arguments":{"a":1}</tool_call>', [['f', { a: 1 }]]],
  ['hermes-json', "<tool_call>{'name': 'f', 'arguments': {'a': True}}</tool_call>", [['f', { a: true }]]],
  [
    'hermes-json',
    '<tool_call>{"name":"f","arguments":{"a":"</tool_call>"}}</tool_call>',
    [['f', { a: '</tool_call>' }]],
  ],
  ['hermes-json', '<tool_call>{"name":"f"}</tool_call>', [['f', {}]]],
  ['hermes-json', '<tool_call>no object</tool_call>', []],
  ['llama3-json', 'Look: <|python_tag|>{"name":"f","parameters":{}}', [['f', {}]]],
  [
    'llama3-json',
    '{"name":"f","parameters":{}}\n{"name":"g","parameters":{"a":{"name":"h","parameters":{}}}}',
    [
      ['f', {}],
      ['g', { a: { name: 'h', parameters: {} } }],
    ],
  ],
  ['llama3-json', '{"person":{"name":"Bob","arguments":1}} {"name": 7, "arguments": {}}', []],
  [
    'pythonic',
    "[f(a='it\\'s', b=-1.5, c=(1, 2), d={'k': [True]}, e=\"x\" 'y')]",
    [['f', { a: "it's", b: -1.5, c: [1, 2], d: { k: [true] }, e: 'xy' }]],
  ],
  ['pythonic', '[f(x=inf)]', []],
  ['pythonic', '[f(x=nan), g()]', [['g', {}]]],
  ['pythonic', "[f(a=')]')]", [['f', { a: ')]' }]]],
  ['pythonic', '[f(a=1), and so on', [['f', { a: 1 }]]],
  ['lfm2-pythonic', '<|tool_call_start|>[{"name": "f", "arguments": {"a": 1}}]<|tool_call_end|>', [['f', { a: 1 }]]],
  [
    'mistral-v11',
    '[THINK][TOOL_CALLS]no{}[/THINK][TOOL_CALLS]f{"a":1}[TOOL_CALLS]g[ARGS]{}',
    [
      ['f', { a: 1 }],
      ['g', {}],
    ],
  ],
  ['mistral-json-array', '[TOOL_CALLS][{"name":"f","arguments":{}},{"name":"g","argu', [['f', {}]]],
  [
    'qwen3-coder-xml',
    '<tool_call><function=f><parameter=n>\n7\n</parameter><parameter=text>\n7\n</parameter></tool_call>',
    [['f', { n: 7, text: '7' }]],
    typed,
  ],
  [
    'qwen3-coder-xml',
    '<function=f>\n<parameter=text>\nDallas\n<parameter=n>\n1\n</parameter>\n</function>',
    [['f', { text: 'Dallas', n: 1 }]],
    typed,
  ],
  [
    'qwen3-coder-xml',
    "<function=f><parameter=any>null</parameter><parameter=on>True</parameter><parameter=list>[1]</parameter><parameter=more>{'a': 1}</parameter></function>",
    [['f', { any: null, on: true, list: [1], more: { a: 1 } }]],
    typed,
  ],
  [
    'qwen3-coder-xml',
    '<function=f><parameter=text>\n<tool_call>x</tool_call>\n\n</parameter></function>',
    [['f', { text: '<tool_call>x</tool_call>\n' }]],
  ],
  [
    'kimi-k2',
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.bad:0 {"a":1} <|tool_call_end|><|tool_call_begin|>functions.f:1<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
    [['f', {}]],
  ],
  [
    'deepseek-v31',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>bad<｜tool▁call▁end｜><｜tool▁call▁begin｜>f<｜tool▁sep｜>{}<｜tool▁call▁end｜>',
    [['f', {}]],
  ],
  [
    'deepseek-v3-r1',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>f\n```json\n{"a": "```"}\n```\n<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    [['f', { a: '```' }]],
  ],
  [
    'gemma-call',
    '```tool_code\nprint(f(a=1))\ng()\n```',
    [
      ['f', { a: 1 }],
      ['g', {}],
    ],
  ],
  [
    'gemma-call',
    '<|tool_call>call:f{a:{b:[1,<|"|>}<tool_call|><|"|>]}}<tool_call|>',
    [['f', { a: { b: [1, '}<tool_call|>'] } }]],
  ],
  ['functionary', '>>>f\n{"a": 1}>>>all\nDone.', [['f', { a: 1 }]]],
  ['gpt-oss-harmony', '<|channel|>commentary to=browser.search<|message|>{"q":1}<|call|>', []],
  [
    'gpt-oss-harmony',
    '<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a":1}<|call|><|start|>assistant<|channel|>commentary to=functions.g<|message|>{}<|call|>',
    [
      ['f', { a: 1 }],
      ['g', {}],
    ],
  ],
  [
    'react',
    'Action: f\nAction Input: {"n": "7"}\nObservation: made up',
    [['f', { n: '7' }]],
    { tools: [{ name: 'f', parameters: { type: 'object' } }] },
  ],
  ['react', 'Final Answer: 7', []],
  ['react', 'Action: f\nAction Input: x\nObservation: made up\nAction: g\nAction Input: y', [['f', 'x']]],
  ['react', 'Action: f\nAction Input: x\nObservation: made up\nFinal Answer: 5', []],
  ['react', 'Action: f\nAction Input: {"city": "Final Answer: x"}', [['f', '{"city": "Final Answer: x"}']]],
  [
    'kimi-k2',
    '<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>city=New York, days=3<|tool_call_end|>',
    [['f', { city: 'New York', days: 3 }]],
  ],
  ['kimi-k2', '<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|><|tool_call_end|>', [['f', {}]]],
  ['deepseek-v31', '<｜tool▁call▁begin｜>f<｜tool▁sep｜>```json\n{"a": 1}\n```<｜tool▁call▁end｜>', [['f', { a: 1 }]]],
  [
    'mistral-v11',
    '[TOOL_CALLS]f[ARGS][TOOL_CALLS]g [ARGS] {"a":1}',
    [
      ['f', {}],
      ['g', { a: 1 }],
    ],
  ],
  ['mistral-v11', '[TOOL_CALLS]f[ARGS]city=New York', []],
  [
    'gemma-call',
    '```tool_code\n[f(a=1), g(b="x")]\n```',
    [
      ['f', { a: 1 }],
      ['g', { b: 'x' }],
    ],
  ],
  ['llama3-json', '{"a":{"name":"f","arguments":{}}}', []],
  ['llama3-json', '{"type":"function","function":{"name":"f","arguments":"{\\"a\\":1}"}}', [['f', { a: 1 }]]],
  ['llama3-json', '{as it were} {"name":"f","parameters":{}}', [['f', {}]]],
  ['bracket-call', '[CALL: f({"a":1}))]', [['f', { _raw: '{"a":1})' }]]],
])('%s: %s', (dialect, text, calls, options) => {
  expect(callsIn(text, { dialect, ...options })).toEqual(calls);
});

test('what cannot be read stays visible as a whole', () => {
  for (const [dialect, text] of [
    ['pythonic', '[f(x=inf)]'],
    ['hermes-json', '<tool_call>no object</tool_call>'],
    ['llama3-json', '{"name": "toolWithoutParams"}'],
    ['bracket-call', '[CALL: a({"b": 1}'],
  ] as const) {
    expect(scan(text, { dialect }).content).toBe(text);
  }
});

test('text around calls counts as content behind a marker, and as an aside where there is none', () => {
  const call = '{"name":"f","parameters":{}}';
  expect(scan(`See: <|python_tag|>${call}`, { dialect: 'llama3-json' }).content).toBe('See: ');
  expect(scan(`See: ${call}`, { dialect: 'llama3-json' })).toMatchObject({ content: null, visibleText: 'See: ' });
});

test('`auto` takes a call without markers only for a tool that there is, and stays with what it has found', () => {
  const tools = [{ name: 'f' }];
  const auto = (text: string) => callsIn(text, { dialect: 'auto', tools });
  expect(auto('{"name":"f","parameters":{}} {"name":"g","parameters":{}}')).toEqual([['f', {}]]);
  expect(auto('[see(a=1)] [f(a=1)]')).toEqual([['f', { a: 1 }]]);
  expect(auto('Action: look\nAction Input: up')).toEqual([]);
  expect(auto('Final Answer: all\nof it >>>all\nthere')).toEqual([]);
  expect(auto('[CALL: a] <tool_call>{"name":"f"}</tool_call>')).toEqual([['a', {}]]);
});
