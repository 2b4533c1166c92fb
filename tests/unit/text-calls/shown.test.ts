import { expect, test } from 'vitest';
import { foundCalls } from '../../../src/text-calls/found-calls.js';
import { DIALECTS, type DialectId, type TextCallEvent } from '../../../worker/protocol/text-calls.js';
import { joinEvents, toMessage } from '../../../worker/protocol/text-message.js';
import { DIALECT_TABLE } from '../../../worker/text-calls/dialects/index.js';
import { Scanner } from '../../../worker/text-calls/dialects/scanner.js';

/** A text as a reader sees it, the same whether it comes at once or a character at a time. */
function read(dialect: DialectId, text: string) {
  const scanAll = (chunks: readonly string[]) => {
    const scanner = new Scanner({ dialect });
    const events: TextCallEvent[] = chunks.flatMap((chunk) => scanner.feed(chunk));
    events.push(...scanner.end());
    return toMessage(joinEvents(events), scanner.dialect ?? null);
  };
  const whole = scanAll([text]);
  expect(scanAll(text.split(''))).toEqual(whole);
  expect(whole.events.filter((event) => 'end' in event).at(-1)).toMatchObject({ end: text.length });
  return whole;
}

const kimi = (...calls: readonly string[]) =>
  `<|tool_calls_section_begin|>${calls.map((id) => `<|tool_call_begin|>${id}<|tool_call_argument_begin|>{"a":1}<|tool_call_end|>`).join('')}<|tool_calls_section_end|>`;

test('kimi-k2: a call whose id has no place is malformed, and its neighbours are calls', () => {
  const { calls, events } = read('kimi-k2', kimi('functions.f', 'functions.g:1', 'h', 'i:', 'j:2'));
  expect(calls.map(({ name, callId }) => [name, callId])).toEqual([
    ['g', 'functions.g:1'],
    ['j', 'j:2'],
  ]);
  const malformed = events.filter(({ type }) => type === 'malformed');
  expect(malformed).toMatchObject(['f', 'h', 'i:'].map((name) => ({ name, reason: 'id' })));
  // The model is told what was expected.
  expect(foundCalls(events, [{ name: 'f' }]).map(({ issues }) => issues[0]?.expected)).toEqual([
    expect.stringContaining('functions.name:0'),
    undefined,
    undefined,
  ]);
});

test('react: a thought is reasoning, and what it comes to is not', () => {
  const acted = read('react', 'Thought: I need\nthe weather.\nAction: search\nAction Input: SF');
  expect(acted).toMatchObject({ reasoning: 'I need\nthe weather.', visibleText: '', content: null });
  expect(acted.calls).toMatchObject([{ name: 'search', arguments: 'SF' }]);
  const answered = read('react', 'Hello.\nThought: I know it.\nFinal Answer: 21 degrees.\nThought: is free here.');
  expect(answered.reasoning).toBe('I know it.\n');
  expect(answered.visibleText.trim()).toBe('Hello. 21 degrees.\nThought: is free here.');
  expect(read('react', 'A Thought: not at the start of a line.').reasoning).toBe('');
});

const TOKENS: readonly (readonly [DialectId, token: string])[] = [
  ['mistral-json-array', '[TOOL_CALLS]'],
  ['mistral-v11', '[TOOL_CALLS]'],
  ['llama3-json', '<|python_tag|>'],
  ['pythonic', '<|python_start|>'],
  ['lfm2-pythonic', '<|tool_call_start|>'],
  ['kimi-k2', '<|tool_calls_section_begin|>'],
  ['kimi-k2', '<|tool_call_begin|>'],
  ['deepseek-v3-r1', '<｜tool▁calls▁begin｜>'],
  ['deepseek-v31', '<｜tool▁call▁begin｜>'],
  ['deepseek-v32-dsml', '<｜DSML｜function_calls>'],
  ['json-array-wrapped', '<|START_ACTION|>'],
  ['json-array-wrapped', '<|tools_prefix|>'],
  ['gemma-call', '<start_function_call>'],
  ['gemma-call', '<|tool_call>'],
];

test.each(TOKENS)('%s: %s with no call behind it is not shown, and the text around it is', (dialect, token) => {
  for (const text of [`Before ${token} after.`, `Before ${token}`, `${token} after.`, `One ${token}${token} two.`]) {
    const { visibleText, content, calls } = read(dialect, text);
    expect([text, visibleText]).toEqual([text, text.replaceAll(token, '')]);
    // As servers tell it: the words of the model, as they are.
    expect([content, calls]).toEqual([text, []]);
  }
  expect(DIALECT_TABLE[dialect].openers).toContain(token);
});

test('openers that a person could write are shown where no call stands behind them', () => {
  for (const dialect of DIALECTS) {
    for (const opener of DIALECT_TABLE[dialect].openers) {
      if (opener.includes('|') || opener.includes('｜') || opener.trim() !== opener) continue;
      if (['[TOOL_CALLS]', '<start_function_call>', 'Final Answer:', '>>>'].includes(opener)) continue;
      expect([dialect, read(dialect, `So ${opener} is said.`).visibleText]).toEqual([dialect, `So ${opener} is said.`]);
    }
  }
});

const list = (name: string) => `[TOOL_CALLS] [{"name": "${name}", "arguments": {}}]`;
const v31 = '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>f<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>';

test('content ends at the first call where the dialect says so, and a reader sees the rest', () => {
  for (const [dialect, call] of [
    ['mistral-json-array', list('f')],
    ['deepseek-v31', v31],
  ] as const) {
    expect(read(dialect, `Before ${call} trail`)).toMatchObject({ content: 'Before ', visibleText: 'Before  trail' });
    expect(read(dialect, `${call} trail`)).toMatchObject({ content: null, visibleText: ' trail' });
    expect(read(dialect, 'No call.')).toMatchObject({ content: 'No call.', visibleText: 'No call.' });
  }
  // Elsewhere what follows counts.
  const hermes = '<tool_call>{"name":"f","arguments":{}}</tool_call> trail';
  expect(read('hermes-json', hermes)).toMatchObject({ content: ' trail', visibleText: ' trail' });
});

test('mistral-json-array: what follows the list is text, another list too', () => {
  const { calls, visibleText, content } = read('mistral-json-array', `A ${list('f')} and ${list('g')}`);
  expect(calls.map(({ name }) => name)).toEqual(['f']);
  expect([visibleText, content]).toEqual(['A  and  [{"name": "g", "arguments": {}}]', 'A ']);
});
