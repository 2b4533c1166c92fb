import { expect, test } from 'vitest';
import type { ScanOptions, TextCallEvent } from '../../../worker/protocol/text-calls.js';
import { joinEvents } from '../../../worker/protocol/text-message.js';
import { Scanner } from '../../../worker/text-calls/dialects/scanner.js';

function scan(options: ScanOptions, chunks: Iterable<string>): TextCallEvent[] {
  const scanner = new Scanner(options);
  const events: TextCallEvent[] = [];
  for (const chunk of chunks) events.push(...scanner.feed(chunk));
  events.push(...scanner.end());
  return events;
}

const callsIn = (options: ScanOptions, text: string) => scan(options, [text]).filter((event) => event.type === 'call');

const argumentsIn = (options: ScanOptions, text: string) => callsIn(options, text).map((call) => call.arguments);

test('what is shown of arguments while they arrive is all of them', () => {
  const text = '[CALL: get({"city": "Tokyo"})]';
  const shown = scan({ dialect: 'bracket-call' }, [text.slice(0, 16), text.slice(16)]).flatMap((event) =>
    event.type === 'call-arguments' ? [event.text] : [],
  );
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.join('')).toBe('{"city": "Tokyo"}');
});

test('a call is too long, or not, wherever chunks end', () => {
  const text = '<tool_call>get\n<arg_key>a</arg_key>\n<arg_value>1</arg_value>\n<arg_key>b</arg_key></tool_call>';
  for (let argumentsChars = 1; argumentsChars < text.length; argumentsChars++) {
    const options = { dialect: 'glm45-argkey', argumentsChars } as const;
    expect(joinEvents(scan(options, text.split('')))).toEqual(joinEvents(scan(options, [text])));
  }
});

test('with `first`, the second call of a list is text', () => {
  const text = '[TOOL_CALLS][{"name":"a","arguments":{}}, {"name":"b","arguments":{}}]';
  const events = joinEvents(scan({ dialect: 'mistral-json-array', first: true }, [text]));
  expect(events.filter(({ type }) => type === 'call-start').length).toBe(1);
  expect(events.at(-1)).toMatchObject({ type: 'text', text: ', {"name":"b","arguments":{}}' });
});

test.each([null, 'ab', [1]])('a schema whose properties are %j describes none', (properties) => {
  const tools = [{ name: 'get', parameters: { properties } }];
  expect(argumentsIn({ dialect: 'bracket-call', tools }, '[CALL: get("Tokyo")]')).toEqual(['Tokyo']);
});

test('a schema whose references double at each step is checked without them', () => {
  const twice = (to: string) => ({ allOf: [{ $ref: to }, { $ref: to }] });
  const nested = `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`;
  const itself = { properties: { a: twice('#') } };
  const steps = Array.from({ length: 60 }, (_, i) => [`d${i}`, twice(`#/$defs/d${i + 1}`)]);
  const chain = { ...twice('#/$defs/d0'), $defs: { ...Object.fromEntries(steps), d60: { type: 'string' } } };
  const near = { properties: { a: { $ref: '#/$defs/text' } }, $defs: { text: { type: 'string' } } };
  const issuesOf = (parameters: object) =>
    callsIn({ dialect: 'bracket-call', tools: [{ name: 'get', parameters }] }, `[CALL: get(${nested})]`).map(
      ({ issues }) => issues.map(({ path }) => path),
    );
  expect([issuesOf(itself), issuesOf(chain), issuesOf(near)]).toEqual([[[]], [[]], [['/a']]]);
});

test('an address that the validator would read for ever is not checked', () => {
  const tools = [{ name: 'get', parameters: { properties: { a: { type: 'string', format: 'url' } } } }];
  const text = `[CALL: get({"a":"http://${'a'.repeat(60)}"})]`;
  expect(callsIn({ dialect: 'bracket-call', tools }, text)).toMatchObject([{ issues: [] }]);
});

test('a Python dictionary whose key is one is no argument, and throws nothing', () => {
  const events = scan({ dialect: 'pythonic' }, ["[get(a={{'toString': 1}: 2}), get(b=1)]"]);
  expect(events.map(({ type }) => type).filter((type) => type === 'malformed' || type === 'call')).toEqual([
    'malformed',
    'call',
  ]);
});

test('arguments that are nested without end stay text', () => {
  const deep = '['.repeat(30_000) + ']'.repeat(30_000);
  expect(argumentsIn({ dialect: 'bracket-call' }, `[CALL: get(${deep})]`)).toEqual([{ _raw: deep }]);
  const tag = `<tool_call>get<arg_key>a</arg_key><arg_value>${deep}</arg_value></tool_call>`;
  expect(argumentsIn({ dialect: 'glm45-argkey' }, tag)).toEqual([{ a: deep }]);
});

const CHARS = 400_000;

test.each([
  ['bracket-call', '[CALL: a(b'],
  ['bracket-call', "[CALL: a('"],
  ['hermes-json', '<tool_call>{"name":"a","arguments":{\\"'],
  ['kimi-k2', '<|tool_call_begin|>a<|tool_call_argument_begin|>[\\"'],
  ['llama3-json', '{"name":"a","arguments":{\\"'],
  ['pythonic', '[f('],
  ['gemma-call', '<start_function_call>call:a{'],
  ['qwen3-coder-xml', '<function=a><parameter=a>'],
] as const)('%s: what never ends is read a few times, not once for each %j in it', (dialect, unit) => {
  const events = scan({ dialect }, [unit.repeat(CHARS / unit.length)]);
  const begun = events.filter(({ type }) => type === 'call-start').length;
  // Nine within each stretch that is as long as arguments may be.
  expect(begun).toBeLessThan(9 * (1 + CHARS / 65_536));
});

test('a text can have so much repaired, and no more', () => {
  const hard = `[CALL: a({${'“a'.repeat(200)}})]`;
  const repaired = callsIn({ dialect: 'bracket-call' }, hard.repeat(100)).filter((call) => call.repaired).length;
  expect(repaired).toBeGreaterThan(10);
  expect(repaired).toBeLessThan(100);
  // Each text has its own.
  expect(callsIn({ dialect: 'bracket-call' }, "[CALL: a({'b':1,})]")).toMatchObject([{ repaired: true }]);
});

test('a million spaces are read in one go, and a character at a time', () => {
  const text = `[CALL: a(${' '.repeat(1_000_000)}`;
  const whole = joinEvents(scan({ dialect: 'bracket-call' }, [text]));
  expect(whole.map(({ type }) => type)).toEqual(['call-start', 'malformed', 'text']);
  expect(joinEvents(scan({ dialect: 'bracket-call' }, text.split('')))).toEqual(whole);
});
