import { expect, test } from 'vitest';
import { dialectOfModel, dialectToAsk } from '../../../src/text-calls/internal.js';

test.each([
  ['Qwen/Qwen3-Coder-480B-A35B', 'qwen3-coder-xml'],
  ['qwen2.5-72b-instruct', 'hermes-json'],
  ['NousResearch/Hermes-4-70B', 'hermes-json'],
  ['glm-4.6', 'glm45-argkey'],
  ['llama-3.3-70b', 'llama3-json'],
  ['nvidia/llama-3.1-nemotron-70b', 'json-array-wrapped'],
  ['meta/llama-4-maverick', 'pythonic'],
  ['mistral-large-2411', 'mistral-v11'],
  ['mistralai/Mistral-7B-Instruct-v0.3', 'mistral-json-array'],
  ['moonshotai/kimi-k2-instruct', 'kimi-k2'],
  ['deepseek-chat', 'deepseek-v3-r1'],
  ['deepseek/deepseek-v3.2', 'deepseek-v32-dsml'],
  ['openai/gpt-oss-120b', 'gpt-oss-harmony'],
  ['google/gemma-3-27b', 'gemma-call'],
  ['gpt-5', undefined],
  ['claude-sonnet-4.5', undefined],
  ['', undefined],
] as const)('%s: %s', (model, dialect) => {
  expect(dialectOfModel(model)).toBe(dialect);
});

test('a model is asked for its own format only where no marker of it can get lost on the way', () => {
  expect(['qwen3-coder', 'deepseek-v3.1', 'kimi-k2', 'gpt-5'].map(dialectToAsk)).toEqual([
    'qwen3-coder-xml',
    'bracket-call',
    'bracket-call',
    'bracket-call',
  ]);
});
