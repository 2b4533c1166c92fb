import { expect, test } from 'vitest';
import { failure, plugin, testHost } from './setup.js';

test('a plugin is installed, executed, and all five walls stand', async () => {
  await using host = testHost();
  const info = await host.plugins.install({ code: plugin('return { sum: args.a + args.b }', 'add') });
  expect(info).toMatchObject({ id: 'add', state: 'on', origin: 'pasted' });
  const { value, usage } = await host.tools.execute('add', { a: 2, b: 3 });
  expect(value).toEqual({ sum: 5 });
  expect(usage.memoryBytes).toBeGreaterThan(0);
  expect(host.status().walls.map(({ stands }) => stands)).toEqual([true, true, true, true, true]);
});

test('an endless loop ends by its running time, inside, and the next call works in the same worker', async () => {
  await using host = testHost();
  await host.plugins.install({ code: plugin('if (args.spin) for (;;) {} return 1') });
  const error = await failure(host.tools.execute('main', { spin: true }, { cpuMs: 200 }));
  expect(error).toMatchObject({ code: 'TOOL_TIMEOUT', details: { stoppedBy: 'interrupt', limit: 'cpuMs' } });
  expect((await host.tools.execute('main', {})).value).toBe(1);
  expect(host.status().workers).toMatchObject({ live: 1, terminating: 0 });
});

test('a native loop is ended by the watchdog, and the next call works while the old worker still burns', async () => {
  await using host = testHost();
  await host.plugins.install({
    code: plugin('if (args.spin) Array.prototype.indexOf.call({ length: 2 ** 32 - 1 }, 1); return 1'),
  });
  const error = await failure(host.tools.execute('main', { spin: true }, { cpuMs: 200 }));
  expect(error).toMatchObject({ code: 'TOOL_TIMEOUT', details: { stoppedBy: 'watchdog' } });
  expect((await host.tools.execute('main', {})).value).toBe(1);
  expect(host.status().workers).toMatchObject({ live: 1, terminating: 1 });
});
