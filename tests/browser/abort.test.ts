import { expect, test } from 'vitest';
import { failure, plugin, reader, testHost } from './setup.js';

const LOOPS = {
  'an endless loop': 'for (;;) {}',
  'a native loop': 'Array.prototype.indexOf.call({ length: 2 ** 32 - 1 }, 1);',
};

for (const [what, body] of Object.entries(LOOPS)) {
  test(`aborting ${what} rejects with the caller’s own reason; the next call works while the old worker burns`, async () => {
    await using host = testHost();
    await host.plugins.install({ code: plugin(`if (args.spin) { ctx.progress({ done: 1 }); ${body} } return 1`) });
    const controller = new AbortController();
    const reason = { mine: true };
    // From the moment on which it runs: on a slow machine its worker takes longer to start than to burn.
    const onProgress = () => setTimeout(() => controller.abort(reason), 100);
    const call = host.tools.execute('main', { spin: true }, { signal: controller.signal, onProgress });
    expect(await call.catch((error: unknown) => error)).toBe(reason);
    expect((await host.tools.execute('main', {})).value).toBe(1);
    const { live, terminating } = host.status().workers;
    expect(live + terminating).toBe(2);
    expect((await host.plugins.list())[0]?.strikes).toBe(0);
  });
}

test('an endless loop lets go of its worker when it is aborted; a native loop does not', async () => {
  await using host = testHost({ limits: { callsAtOnce: 1, graceMs: 3_000 } });
  const body = `if (args.js) for (;;) {} if (args.native) { ${LOOPS['a native loop']} } return 1`;
  await host.plugins.install({ code: reader(body) }, { allow: 'all' });
  // One call at once: the next one has its turn when the worker has answered for this one, or is ended.
  for (const [args, terminating] of [
    [{ js: true }, 0],
    [{ js: true }, 0],
    [{ native: true }, 1],
  ] as const) {
    const controller = new AbortController();
    const call = host.tools.execute('main', args, { signal: controller.signal });
    setTimeout(() => controller.abort('enough'), 60);
    await expect(call).rejects.toBe('enough');
    expect((await host.tools.execute('main', {})).value).toBe(1);
    expect(host.status().workers).toMatchObject({ live: 1, terminating });
  }
});

test('a waiting tool sees the abort, may clean up, and its worker stays', async () => {
  // One call at once: the next one has its turn when the worker has answered for this one, or is ended.
  await using host = testHost({ limits: { callsAtOnce: 1, graceMs: 3_000 } });
  const body = `
      if (args.quick) return 2;
      for (;;) { await ctx.progress({ done: 1 }); if (ctx.signal.aborted) { ctx.log('cleaned up: ' + ctx.signal.reason.message); throw ctx.signal.reason; } }`;
  await host.plugins.install({ code: reader(body) }, { allow: 'all' });
  const controller = new AbortController();
  const lines: string[] = [];
  const call = host.tools.execute(
    'main',
    {},
    {
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('enough')),
      onLog: ({ text }) => lines.push(text),
    },
  );
  await expect(call).rejects.toThrow('enough');
  expect((await host.tools.execute('main', { quick: true })).value).toBe(2);
  expect(host.status().workers).toMatchObject({ live: 1, terminating: 0 });
});

test('a signal that has aborted already starts nothing', async () => {
  await using host = testHost();
  await host.plugins.install({ code: plugin('return 1') });
  await expect(host.tools.execute('main', {}, { signal: AbortSignal.abort('no') })).rejects.toBe('no');
  expect(host.status().calls).toBe(0);
});

test('where guests keep their state, an abort discards it: the next call starts clean', async () => {
  await using host = testHost({ freshState: 'guest' });
  await host.plugins.install({
    code: plugin(
      'globalThis.n = (globalThis.n ?? 0) + 1; if (args.wait) { ctx.log("waiting"); await new Promise(() => {}); } return n;',
    ),
  });
  expect((await host.tools.execute('main', {})).value).toBe(1);
  expect((await host.tools.execute('main', {})).value).toBe(2);
  const controller = new AbortController();
  const waiting = host.tools.execute(
    'main',
    { wait: true },
    { signal: controller.signal, onLog: () => controller.abort('stop') },
  );
  await expect(waiting).rejects.toBe('stop');
  expect((await host.tools.execute('main', {})).value).toBe(1);
});

test('a waiting call ends at its wall clock without ending the worker', async () => {
  await using host = testHost();
  await host.plugins.install({ code: plugin('await new Promise(() => {})') });
  const error = await failure(host.tools.execute('main', {}, { timeoutMs: 300 }));
  expect(error).toMatchObject({ code: 'TOOL_TIMEOUT', details: { stoppedBy: 'pump', limit: 'timeoutMs' } });
  expect(host.status().workers).toMatchObject({ live: 1, terminating: 0 });
});
