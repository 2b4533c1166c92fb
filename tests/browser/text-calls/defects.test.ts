import { expect, test } from 'vitest';
import { testHost } from '../setup.js';

// See tests/unit/text-calls/defects.test.ts for what the numbers are.

const parse = async (host: ReturnType<typeof testHost>, text: string) =>
  (await host.textCalls.parse(text, { dialect: 'bracket-call', tools: host.skills.list() })).calls;

test('defect 8: errors and unknown skills do not end the exchange, and tell no stack', async () => {
  await using host = testHost();
  host.skills.register({
    ...{ name: 'f', description: 'd' },
    action: () => {
      throw Object.assign(new Error('kaput'), { stack: 'Error: kaput\n    at /srv/app/secret.js:1:1' });
    },
  });
  const { results, goOn } = await host.skills.run(await parse(host, '[CALL: f] [CALL: g]'));
  expect(goOn).toBe(true);
  expect(results.map(({ message }) => message)).toEqual([
    'f failed\n---\nTOOL_ERROR: kaput',
    'g failed\n---\nTOOL_NOT_FOUND: there is no skill named g; there are: f',
  ]);
});

test('defect 9: a call has a deadline, and a signal that says so', async () => {
  await using host = testHost({ limits: { timeoutMs: 200 } });
  const heard = Promise.withResolvers<unknown>();
  host.skills.register({
    ...{ name: 'never', description: 'd' },
    action: (_call: unknown, signal: AbortSignal) =>
      new Promise(() => signal.addEventListener('abort', () => heard.resolve(signal.reason))),
  });
  const { results, goOn } = await host.skills.run(await parse(host, '[CALL: never]'));
  expect(results[0]?.call.error?.code).toBe('TOOL_TIMEOUT');
  expect(goOn).toBe(true);
  expect(await heard.promise).toMatchObject({ code: 'TOOL_TIMEOUT' });
});

test('defect 10: a skill that somebody wrote is not run in the page, nor kept where the page’s scripts read', async () => {
  await using host = testHost();
  const before = { ...localStorage };
  host.skills.register({
    ...{ name: 'written', description: 'd' },
    action: '() => { globalThis.reached = 1; return [typeof window, typeof localStorage, typeof globalThis.reached]; }',
  });
  const { results } = await host.skills.run(await parse(host, '[CALL: written]'));
  expect(results[0]?.call.result?.value).toEqual(['undefined', 'undefined', 'number']);
  expect((globalThis as { reached?: unknown }).reached).toBeUndefined();
  expect({ ...localStorage }).toEqual(before);
});
