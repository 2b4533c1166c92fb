import { expect, test } from 'vitest';
import { grantFunction } from '../../src/permissions/grant.js';
import { failure, plugin, reader, testHost } from './setup.js';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Ten milliseconds of work, as a tool with chunks does it. */
const CHUNK = 'const until = Date.now() + 10; while (Date.now() < until);';

test('console lines belong to the call that wrote them, however calls are mixed', async () => {
  await using host = testHost();
  await host.plugins.install({
    code: plugin('for (let i = 0; i < args.n; i++) { console.log(args.who + i); await ctx.progress({ done: i }); }'),
  });
  const lines: Record<string, string[]> = { A: [], B: [] };
  const call = (who: string, n: number) =>
    host.tools.execute('main', { who, n }, { onLog: ({ text }) => lines[who]?.push(text) });
  await Promise.all([call('A', 60), call('B', 20)]);
  expect(lines.A).toEqual(Array.from({ length: 60 }, (_, i) => `A${i}`));
  expect(lines.B).toEqual(Array.from({ length: 20 }, (_, i) => `B${i}`));
});

for (const wait of ['ctx.progress({ done: 1 })', 'null']) {
  test(`a tool that works in chunks and awaits ${wait} is stopped politely: its worker stays`, async () => {
    // One call at once: the next one has its turn when the worker has answered for this one, or is ended.
    // A busy machine may take longer than the usual grace to let the tool see its abort.
    await using host = testHost({ limits: { callsAtOnce: 1, graceMs: 3_000 } });
    const body = `for (;;) { ${CHUNK} ctx.signal.throwIfAborted(); await ${wait}; }`;
    await host.plugins.install({ code: reader(body) }, { allow: 'all' });
    for (let i = 0; i < 3; i++) {
      const controller = new AbortController();
      const call = host.tools.execute('main', {}, { signal: controller.signal });
      setTimeout(() => controller.abort('enough'), 100);
      await expect(call).rejects.toBe('enough');
      await host.tools.execute('main', {}, { timeoutMs: 100 }).catch(() => {});
      expect(host.status().workers).toMatchObject({ live: 1, terminating: 0 });
    }
  });
}

test('a late answer to a call that is over reaches no other call', async () => {
  await using host = testHost({
    capabilities: {
      svc: {
        mode: 'read',
        open: () =>
          grantFunction(async (_method, args) => {
            const { who, wait } = args as { who: string; wait: number };
            await pause(wait);
            return `answer for ${who}`;
          }),
      },
    },
  });
  await host.plugins.install({ code: plugin('return await ctx.request("svc.get", args)') });
  await failure(host.tools.execute('main', { who: 'ALICE', wait: 300 }, { timeoutMs: 100 }));
  expect((await host.tools.execute('main', { who: 'BOB', wait: 500 })).value).toBe('answer for BOB');
});

test('requests a tool never awaited cost its next calls nothing', async () => {
  await using host = testHost({
    capabilities: { svc: { mode: 'read', open: () => grantFunction(() => new Promise(() => {})) } },
  });
  await host.plugins.install({
    code: plugin('for (let i = 0; i < 64; i++) ctx.request("svc.get").catch(() => {}); return "ok";'),
  });
  for (let i = 0; i < 3; i++) expect((await host.tools.execute('main', {})).value).toBe('ok');
});

test('what a call does is its own: a neighbour of the same plugin is neither blamed nor shortened', async () => {
  await using host = testHost();
  await host.plugins.install({
    code: plugin(
      'if (args.loop) for (;;) {} if (args.wait) { for (let i = 0; i < 30; i++) await ctx.progress({ done: i }); } return "fine"',
    ),
  });
  const innocent = host.tools.execute('main', { wait: true }, { timeoutMs: 10_000 });
  const guilty = failure(host.tools.execute('main', { loop: true }, { cpuMs: 100 }));
  expect(await guilty).toMatchObject({ code: 'TOOL_TIMEOUT' });
  expect((await innocent).value).toBe('fine');
});

const INDESCRIBABLE = [
  'throw new Proxy(new Error("z"), { getOwnPropertyDescriptor() { throw 1 } })',
  'throw new Proxy({}, { getPrototypeOf() { throw 1 } })',
  'Object.defineProperty(Error, Symbol.hasInstance, { value() { throw 1 } }); throw new Error("z")',
];

test('an error that cannot be described still ends its call at once', async () => {
  await using host = testHost();
  for (const body of INDESCRIBABLE) {
    await host.plugins.install({ code: plugin(body) });
    expect((await failure(host.tools.execute('main', {}))).code).toBe('TOOL_ERROR');
  }
});

test('a source that runs on after it has declared its tools has not loaded', async () => {
  await using host = testHost({ limits: { loadMs: 200 } });
  const error = await failure(
    host.plugins.install({ code: plugin('return 1', 'main', '(async () => { for (;;) await 0; })();') }),
  );
  expect(error).toMatchObject({ code: 'TOOL_TIMEOUT', details: { limit: 'loadMs' } });
});

test('stopAll also stops what was asked for a moment ago', async () => {
  await using host = testHost();
  await host.plugins.install({ code: plugin('for (;;) {}') });
  const calls = [1, 2, 3].map(() => failure(host.tools.execute('main', {})));
  await host.stopAll();
  expect((await Promise.all(calls)).map(({ code }) => code)).toEqual(['STOPPED', 'STOPPED', 'STOPPED']);
  expect(host.status().calls).toBe(0);
});

test('aborted calls leave the queue', async () => {
  await using host = testHost({ limits: { callsAtOnce: 1, callsWaiting: 2 } });
  await host.plugins.install({ code: plugin('if (args.wait) await new Promise(() => {}); return 1') });
  const first = new AbortController();
  const running = host.tools.execute('main', { wait: true }, { signal: first.signal }).catch(() => 'aborted');
  const waiting = new AbortController();
  const queue = [1, 2].map(() => host.tools.execute('main', {}, { signal: waiting.signal }).catch(() => 'aborted'));
  const { signal } = new AbortController();
  expect((await failure(host.tools.execute('main', {}, { signal }))).code).toBe('TOO_MANY_CALLS');
  waiting.abort();
  await Promise.all(queue);
  const last = host.tools.execute('main', {});
  first.abort();
  expect(await running).toBe('aborted');
  expect((await last).value).toBe(1);
});

test('more plugins than a process has room for engines: idle workers make room', async () => {
  await using host = testHost({ store: null });
  for (let i = 0; i < 30; i++) await host.plugins.install({ code: plugin(`return ${i}`, `tool_${i}`) });
  expect(host.status().workers.live).toBeLessThanOrEqual(24);
  expect((await host.tools.execute('tool_0', {})).value).toBe(0);
});

test('wrong options are refused by name', async () => {
  await using host = testHost();
  await host.plugins.install({ code: plugin('return 1') });
  const execute = (options: unknown) => failure(host.tools.execute('main', {}, options as never));
  for (const options of [null, 1, { signal: {} }, { timeoutMs: -1 }, { cpuMs: 'x' }]) {
    expect((await execute(options)).code).toBe('BAD_ARGS');
  }
  for (const source of [null, undefined, 'code', {}, { url: 'http://[' }]) {
    expect((await failure(host.plugins.install(source as never))).code).toBe('BAD_ARGS');
  }
  for (const options of [
    { limits: { wrong: 1 } },
    { limits: { cpuMs: -1 } },
    { policy: { frames: ['x'] } },
    { policy: { requireWalls: [9] } },
  ]) {
    expect(() => testHost(options as never)).toThrow(expect.objectContaining({ code: 'BAD_ARGS' }));
  }
  expect(host.status().calls).toBe(0);
});

test('dispose while the frame opens leaves no frame behind', async () => {
  const frames = () => document.querySelectorAll('iframe[title="Bulkhead"]').length;
  const before = frames();
  for (const ms of [0, 2, 5, 10, 20]) {
    const host = testHost({ store: null });
    const ready = host.ready().catch(() => {});
    await pause(ms);
    await host.dispose();
    await ready;
  }
  expect(frames()).toBe(before);
});
