import { expect, test } from 'vitest';
import { openTestSession } from '../../../fixtures/memory/open-test-session.js';
import { STORY } from '../../../fixtures/memory/story.js';
import { toolsFor } from './setup.js';

/** Tools that count how often a session was opened, and for which contexts. */
function counting() {
  const contexts: object[] = [];
  const tools = toolsFor((context) => {
    contexts.push(context);
    return openTestSession(STORY);
  });
  return { ...tools, contexts };
}

test('a run opens its session once, at its first call, and has it on its context from then on', async () => {
  const { exec, contexts } = counting();
  const host = {};
  const run = Object.assign(Object.create(host), { __lukerRun: {} });
  expect(run.__memoryGraphSession).toBeUndefined();
  await exec('memory_schema', {}, run);
  const session = run.__memoryGraphSession;
  expect(Object.keys(session)).toHaveLength(16);
  await exec('memory_list_candidates', {}, run);
  expect(run.__memoryGraphSession).toBe(session);
  expect(Object.hasOwn(run, '__memoryGraphSession')).toBe(true);
  expect(contexts).toEqual([run]);
  expect(Object.keys(host)).toEqual([]);
});

test('calls at the same time share the one that is being opened', async () => {
  const { exec, contexts } = counting();
  const run = { __lukerRun: {} };
  await Promise.all([exec('memory_schema', {}, run), exec('memory_schema', {}, Object.create(run))]);
  expect(contexts).toHaveLength(1);
});

test('a context that inherits from a run has the run’s session, whichever of them called first', async () => {
  for (const firstIsRun of [true, false]) {
    const { exec, contexts } = counting();
    const run: Record<string, unknown> = { __lukerRun: {} };
    const inner = Object.create(Object.create(run));
    await exec('memory_schema', {}, firstIsRun ? run : inner);
    await exec('memory_schema', {}, firstIsRun ? inner : run);
    await exec('memory_schema', {}, Object.create(run));
    expect(contexts).toHaveLength(1);
    expect(Object.hasOwn(run, '__memoryGraphSession')).toBe(true);
    expect(Object.hasOwn(inner, '__memoryGraphSession')).toBe(false);
    expect(inner.__memoryGraphSession).toBe(run.__memoryGraphSession);
  }
});

test('two runs over one context of the host have a session each', async () => {
  const { exec, contexts } = counting();
  const host = {};
  const runs = [1, 2].map(() => Object.assign(Object.create(host), { __lukerRun: {} }));
  for (const run of runs) await exec('memory_schema', {}, run);
  expect(contexts).toEqual(runs);
  expect(runs[0].__memoryGraphSession).not.toBe(runs[1].__memoryGraphSession);
});

test('a session that stands on the context already is the one', async () => {
  const { exec, contexts } = counting();
  const session = await openTestSession({ ...STORY, nodes: {}, edges: [] });
  const { data } = await exec('memory_list_candidates', {}, Object.create({ __memoryGraphSession: session }));
  expect(data).toEqual({ candidates: [] });
  expect(await exec('memory_schema', {}, { __memoryGraphSession: null })).toMatchObject({ code: 'MEMORY_DISABLED' });
  expect(contexts).toEqual([]);
});

test('a context that takes no fields has its one session all the same', async () => {
  const { exec, contexts } = counting();
  const run = Object.freeze({ __lukerRun: {} });
  for (let i = 0; i < 2; i += 1) expect(await exec('memory_schema', {}, run)).toMatchObject({ ok: true });
  expect(contexts).toHaveLength(1);
});

test('what could not be opened is tried again at the next call', async () => {
  const tries = [
    () => null,
    () => {
      throw new Error('locked');
    },
    () => Promise.reject(Object.assign(new Error('busy'), { code: 'STORE_UNAVAILABLE' })),
    () => openTestSession(STORY),
  ];
  const { exec } = toolsFor(() => tries.shift()?.() ?? null);
  const run = { __lukerRun: {} };
  const codes = [];
  for (let i = 0; i < 5; i += 1) codes.push((await exec('memory_schema', {}, run)).code);
  expect(codes).toEqual(['MEMORY_DISABLED', 'TOOL_ERROR', 'STORE_UNAVAILABLE', undefined, undefined]);
});
