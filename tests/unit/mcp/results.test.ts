import { expect, test } from 'vitest';
import { MCP_LIMITS } from '../../../src/mcp/limits.js';
import { readTools } from '../../../src/mcp/read-tools.js';
import { readResult } from '../../../src/mcp/results.js';

const text = (said: string) => ({ type: 'text', text: said });

test('texts are joined, and stand alone where there is nothing else', () => {
  expect(readResult({ content: [text('one'), text('two')] })).toBe('one\ntwo');
  for (const none of [{}, null, { content: 'text' }, { content: [null, 3, { type: 'text' }] }]) {
    expect(JSON.stringify(readResult(none))).toMatch(/^""$|"parts"/);
  }
});

test('a text that repeats what is structured is left out, and another stays', () => {
  const structuredContent = { a: 1, b: { d: 2, c: [3] } };
  expect(readResult({ content: [text('{"b":{"c":[3],"d":2},"a":1}')], structuredContent })).toEqual({
    structured: structuredContent,
  });
  expect(readResult({ content: [text('see')], structuredContent })).toEqual({
    ...{ text: 'see', structured: structuredContent },
  });
});

test('other parts keep what is known of them, and nothing else', () => {
  const content = [
    { type: 'image', mimeType: 'image/png', data: 'AAAA', _meta: { secret: 1 } },
    { type: 'resource', resource: { uri: 'a:b', text: 'hello', other: 1 } },
    { type: 'resource_link', uri: 'a:c', name: 'c' },
    { type: 'hologram', beam: 1 },
  ];
  expect(JSON.parse(JSON.stringify(readResult({ content })))).toEqual({
    parts: [
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      { type: 'resource', uri: 'a:b', text: 'hello' },
      { type: 'resource_link', uri: 'a:c', name: 'c' },
      { type: 'hologram' },
    ],
  });
});

test('a failure is thrown with its text', () => {
  expect(() => readResult({ isError: true, content: [text('no such city')] })).toThrow('no such city');
  expect(() => readResult({ isError: true })).toThrow('does not say why');
});

test('a tool’s name and fingerprint do not depend on the order of the list, and its fingerprint on all that is said', () => {
  const list = ['a-b', 'a.b', 'a_b'].map((name) => ({ name, inputSchema: { type: 'object' } }));
  const read = (given: readonly object[]) =>
    Object.fromEntries(
      readTools('far', given, MCP_LIMITS).tools.map(({ remoteName, name, fingerprint }) => [
        remoteName,
        [name, fingerprint],
      ]),
    );
  expect(read([...list].reverse())).toEqual(read(list));
  const prints = [
    {},
    { description: 'x' },
    { title: 'x' },
    { inputSchema: { type: 'object', properties: {} } },
    { annotations: { readOnlyHint: true } },
  ].map((more) => readTools('far', [{ ...list[0], ...more }], MCP_LIMITS).tools[0]?.fingerprint);
  expect(new Set(prints).size).toBe(5);
});
