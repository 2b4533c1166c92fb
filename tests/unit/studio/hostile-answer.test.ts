import { expect, test } from 'vitest';
import { readAnswer } from '../../../src/studio/base/answer.js';
import { openScripted, until } from '../../fixtures/studio/scripted.js';

test('each call of an answer has an id of its own, whatever ids a model makes up', () => {
  const toolCalls = ['a_2', 'a', 'a', 'a', 'a_3', 'a_3'].map((id) => ({ id, name: 'edit', args: {} }));
  const { calls } = readAnswer({ toolCalls });
  expect(new Set(calls.map(({ id }) => id)).size).toBe(6);
  expect(calls[0]?.id).toBe('a_2');
});

test('an answer of more calls than anybody could follow is of no use', () => {
  const toolCalls = Array.from({ length: 100_000 }, () => ({ name: 'edit', args: {} }));
  const { calls, broken } = readAnswer({ toolCalls });
  expect(calls).toHaveLength(0);
  expect(broken).toEqual([{ why: '100000 calls at once: at most 1000 count' }]);
});

test('arguments nested without end are no arguments, and the studio goes on', async () => {
  const args = `{"put":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  const { studio } = await openScripted([{ calls: [{ name: 'edit', args }] }, { text: 'sorry' }], {
    settings: { toolCallRetryMax: 0 },
  });
  expect(await studio.send('go')).toMatchObject({ ok: false, outcome: 'error' });
  expect(studio.view).toMatchObject({ phase: 'idle', session: { workingProfile: { v: 0 }, pendingApproval: null } });
  expect(await studio.send('again')).toMatchObject({ ok: true, outcome: 'text' });
});

test('a prototype in the arguments is a name like any other, and reaches nothing', async () => {
  const args = '{"put":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}';
  const { studio } = await openScripted([{ calls: [{ name: 'edit', args }] }]);
  await studio.send('go');
  await studio.approve();
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test('many slow calls let the page do something else between them, so that they can be stopped', async () => {
  const spin = () => {
    const until = performance.now() + 3;
    while (performance.now() < until);
  };
  let executed = 0;
  const { studio } = await openScripted([{ calls: Array.from({ length: 900 }, () => 'edit') }], {
    more: {
      executeEditableToolCall() {
        executed += 1;
        spin();
        return {};
      },
    },
  });
  const sent = studio.send('go');
  await until(studio, () => studio.view.phase === 'predicting');
  setTimeout(() => studio.stop(), 20);
  expect(await sent).toMatchObject({ ok: false, message: 'stopped' });
  expect(executed).toBeLessThan(300);
});
