import { expect, test } from 'vitest';
import { failure, plugin, testHost } from '../browser/setup.js';

for (const talk of ['ctx.progress({ done: ++n })', 'console.log(++n)']) {
  test(`a loop of native calls that talks all the while by ${talk} is no sign of life: its running time ends it`, async () => {
    await using host = testHost();
    await host.plugins.install({
      code: plugin(`const hay = 'a'.repeat(3e6); const needle = 'a'.repeat(1e3) + 'b';
        for (let n = 0; ; ) { ${talk}; hay.lastIndexOf(needle); }`),
    });
    const began = performance.now();
    const error = await failure(host.tools.execute('main', {}, { cpuMs: 500, timeoutMs: 20_000 }));
    expect(error).toMatchObject({ code: 'TOOL_TIMEOUT', details: { limit: 'cpuMs' } });
    // The control is its wall clock, forty times as long.
    expect(performance.now() - began).toBeLessThan(10_000);
  });
}

test('where a page lets its workers read no blob, long calls in a srcdoc frame are not taken for aborted', async () => {
  const meta = document.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = "connect-src 'self' ws: wss: http:";
  document.head.append(meta);
  await using host = testHost({ policy: { frames: ['srcdoc'] } });
  await host.plugins.install({ code: plugin('const t = Date.now(); while (Date.now() - t < 200); return 1') });
  expect((await host.tools.execute('main')).value).toBe(1);
  const stop = new AbortController();
  const begun = Promise.withResolvers<void>();
  await host.plugins.install({ code: plugin('ctx.progress({ done: 1 }); for (;;) {}', 'spins') });
  const call = host.tools.execute('spins', {}, { signal: stop.signal, onProgress: () => begun.resolve() });
  await begun.promise;
  stop.abort('enough');
  await expect(call).rejects.toBe('enough');
  expect((await host.tools.execute('main')).value).toBe(1);
});
