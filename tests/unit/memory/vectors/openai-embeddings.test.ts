import { expect, test } from 'vitest';
import type { OpenAiProfile } from '../../../../src/memory/embedding-profile.js';
import {
  checkVectors,
  embeddingRequest,
  embeddingUrl,
  readEmbeddings,
  serverWords,
} from '../../../../src/memory/openai-embeddings.js';
import { fc } from '../../../fixtures/property.js';

const profile: OpenAiProfile = { kind: 'openai', endpoint: 'https://api.example.com/v1', model: 'small' };
const item = (index: number | undefined, embedding: unknown) => ({ object: 'embedding', index, embedding });
const body = (...data: unknown[]) => JSON.stringify({ object: 'list', data, model: 'small' });
const base64 = (...numbers: number[]) =>
  btoa(String.fromCharCode(...new Uint8Array(Float32Array.from(numbers).buffer)));
const FAILED = expect.objectContaining({ code: 'EMBEDDING_FAILED' });

test('an address may be given with or without its end', () => {
  const cases: [string, string][] = [
    ['https://api.example.com', 'https://api.example.com/v1/embeddings'],
    ['https://api.example.com/', 'https://api.example.com/v1/embeddings'],
    ['https://api.example.com/v1/', 'https://api.example.com/v1/embeddings'],
    ['https://api.example.com/v1/embeddings', 'https://api.example.com/v1/embeddings'],
    [
      'https://api.example.com/openai/embeddings/?api-version=2',
      'https://api.example.com/openai/embeddings?api-version=2',
    ],
    ['http://127.0.0.1:11434/api', 'http://127.0.0.1:11434/api/embeddings'],
  ];
  for (const [given, url] of cases) expect(embeddingUrl(given).href).toBe(url);
  expect(() => embeddingUrl('my server')).toThrow(FAILED);
});

test('a request names its key, and says no more than the profile does', () => {
  expect(embeddingRequest(profile, ['a', '{{secret:X}}'])).toEqual({
    url: 'https://api.example.com/v1/embeddings',
    headers: { 'content-type': 'application/json' },
    body: '{"model":"small","input":["a","{{secret:X}}"]}',
  });
  const whole = { ...profile, dims: 256, shorten: true, encoding: 'base64', key: 'EMBEDDING_KEY' } as const;
  const request = embeddingRequest(whole, ['a']);
  expect(request.headers.authorization).toBe('Bearer {{secret:EMBEDDING_KEY}}');
  expect(JSON.parse(request.body)).toEqual({
    model: 'small',
    input: ['a'],
    encoding_format: 'base64',
    dimensions: 256,
  });
  expect(JSON.parse(embeddingRequest({ ...whole, shorten: false }, ['a']).body)).not.toHaveProperty('dimensions');
});

test('vectors come in the order of their texts, whatever order the server gives them in', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }), fc.boolean(), (order, packed) => {
      const data = order.map((index) => item(index, packed ? base64(index, 1) : [index, 1]));
      expect(readEmbeddings(body(...data), 5).map(([first]) => first)).toEqual([0, 1, 2, 3, 4]);
    }),
  );
  expect(readEmbeddings(body(item(undefined, [1]), item(undefined, [2])), 2)).toEqual([
    Float32Array.of(1),
    Float32Array.of(2),
  ]);
});

test('base64 is read as 32-bit floats', () => {
  expect(readEmbeddings(body(item(0, base64(0.5, -2, 1e-8))), 1)).toEqual([Float32Array.of(0.5, -2, 1e-8)]);
});

test('every malformed answer is refused with what to do', () => {
  const bad: [string, number, number?][] = [
    ['', 1],
    ['<html>', 1],
    ['null', 1],
    ['[]', 1],
    ['{"data":{}}', 1],
    ['{"error":{"message":"no such model"}}', 1],
    [body(), 1],
    [body(item(0, [1]), item(1, [1])), 1],
    [body(item(0, [1])), 2],
    [body(item(0, [1]), item(0, [1])), 2],
    [body(item(1, [1])), 1],
    [body(item(-1, [1])), 1],
    [body(item(0.5, [1])), 1],
    ['{"data":[{"index":"0","embedding":[1]}]}', 1],
    [body(null), 1],
    [body(item(0, [])), 1],
    [body(item(0, [1, null])), 1],
    [body(item(0, ['1'])), 1],
    [body(item(0, { 0: 1 })), 1],
    ['{"data":[{"index":0,"embedding":[1e400]}]}', 1],
    ['{"data":[{"index":0,"embedding":[1e39]}]}', 1],
    [body(item(0, [1]), item(1, [1, 2])), 2],
    [body(item(0, [1, 2])), 1, 3],
    [body(item(0, '!!!')), 1],
    [body(item(0, btoa('abc'))), 1],
    [body(item(0, base64(Number.NaN))), 1],
    [body(item(0, '')), 1],
    [body(item(0, Array(20_000).fill(0))), 1],
  ];
  for (const [text, count, dims] of bad) {
    expect(() => readEmbeddings(text, count, dims), text.slice(0, 80)).toThrow(FAILED);
  }
});

test('any JSON at all is either vectors or refused, never something else', () => {
  fc.assert(
    fc.property(fc.json(), fc.integer({ min: 1, max: 3 }), (text, count) => {
      expect(() => readEmbeddings(text, count)).toThrow(FAILED);
    }),
  );
});

test('a function’s vectors are copied, and checked like a server’s', () => {
  const own = Float32Array.of(1, 2);
  const [copy] = checkVectors([own], 1);
  expect([copy, copy === own]).toEqual([own, false]);
  for (const given of [undefined, 'x', [own], [own, [1]], [own, [1, 'x']], [own, new Float64Array(2)]]) {
    expect(() => checkVectors(given, 2)).toThrow(FAILED);
  }
});

test('what a server says is shown short, wherever it stands', () => {
  expect(serverWords('{"error":{"message":"no  such\\nmodel"}}')).toBe('no such model');
  expect(serverWords('{"error":"busy"}')).toBe('busy');
  expect(serverWords('{"detail":[1]}')).toBe('[1]');
  expect(serverWords('<h1>Bad</h1>')).toBe('<h1>Bad</h1>');
  expect(serverWords('')).toBe('an empty answer');
  expect(serverWords('x'.repeat(5_000)).length).toBe(200);
});
