import { expect, test } from 'vitest';
import { lookAfter } from '../../conformance/hostile-after.js';
import type { HostileCase } from '../../conformance/hostile-case.js';
import type { Evidence } from '../../conformance/hostile-evidence.js';

const program = (...after: readonly string[]): HostileCase => ({
  ...{ id: 'p', source: '', phase: 'call', expectation: 'error', repeat: 1, after },
});
const evidence = (more: Partial<Evidence>): Evidence => ({
  ...{ values: [], late: false, ms: 1, stoppedBy: 'interrupt', seen: { noop: 0, atOnce: 0, most: 0, args: [] } },
  ...more,
});

const CAP = 'linear memory of the sandbox never exceeds its cap';
const MiB = 1024 * 1024;

test('the memory of a program that failed is looked at', () => {
  const error = { code: 'TOOL_MEMORY', message: 'too much' };
  const look = (memoryBytes: number) => lookAfter(program(CAP), evidence({ error, workerLives: true, memoryBytes }));
  expect(look(64 * MiB).problems).toEqual([]);
  expect(look(65 * MiB).problems).toEqual([`${CAP}: ${65 * MiB} bytes of memory`]);
});

test('a worker that lives tells of its memory; of one that was ended it is said that nobody looked', () => {
  expect(lookAfter(program(CAP), evidence({ workerLives: true })).problems).toHaveLength(1);
  expect(lookAfter(program(CAP), evidence({ workerLives: false }))).toEqual({ problems: [], unchecked: [CAP] });
});

test('a sentence that nobody knows is named', () => {
  expect(lookAfter(program('the moon stays'), evidence({})).unchecked).toEqual(['the moon stays']);
});

test('a limit error is one of a limit, in time', () => {
  const words = 'call settles with a typed limit error no later than deadline plus tolerance';
  const look = (more: Partial<Evidence>) => lookAfter(program(words), evidence(more)).problems.length;
  expect(look({ error: { code: 'TOOL_TIMEOUT', message: '' } })).toBe(0);
  expect(look({ error: { code: 'TOOL_ERROR', message: '' } })).toBe(1);
  expect(look({ error: { code: 'TOOL_TIMEOUT', message: '' }, late: true })).toBe(1);
  expect(look({ value: 1 })).toBe(1);
});

test.each([
  ['worker survives', { workerLives: true }, { workerLives: false }],
  ['sandbox is discarded and rebuilt, not reused', { guestIsNew: true }, { guestIsNew: false }],
  ['other tools keep answering', { neighbourAnswers: true }, { neighbourAnswers: false }],
] as const)('%s', (sentence, good, bad) => {
  expect(lookAfter(program(sentence), evidence(good)).problems).toEqual([]);
  expect(lookAfter(program(sentence), evidence(bad)).problems).toHaveLength(1);
});
