import { expect, test, vi } from 'vitest';
import { grantFunction } from '../../src/permissions/grant.js';
import { toolWorkers } from '../fixtures/chromium.js';
import { failure, plugin, testHost } from './setup.js';

/** Calls that wait for each other in one worker, and workers that are left for another. */

const BUSY = 'if (args.ms) { const t = Date.now(); while (Date.now() - t < args.ms); }';
const NATIVE = 'if (args.native) Array.prototype.indexOf.call({ length: 2 ** 32 - 1 }, 1);';
const said = (call: Promise<{ readonly value: unknown }>) =>
  call.then(
    ({ value }) => value,
    (error: { readonly code: string }) => error.code,
  );

test('an answer that is ready does not wait for the call after it, a loop or a native loop', async () => {
  await using host = testHost();
  await host.plugins.install({ code: plugin(`if (args.spin) for (;;) {} ${NATIVE} return 1`) });
  const options = { cpuMs: 300 };
  for (const harm of [{ spin: true }, { native: true }]) {
    const [quick, harmful, behind] = await Promise.all(
      [{}, harm, {}].map((args) => said(host.tools.execute('main', args, options))),
    );
    expect([quick, harmful]).toEqual([1, 'TOOL_TIMEOUT']);
    // It had not begun, and changes nothing: it began anew.
    expect(behind).toBe(1);
  }
});

test('a call that only waits in the worker is nobody’s failure: neither its deadline nor its abort ends the call that runs', async () => {
  await using host = testHost();
  await host.plugins.install({ code: plugin(`${BUSY} return 1`) });
  await host.tools.execute('main');
  const long = said(host.tools.execute('main', { ms: 900 }));
  for (let i = 0; i < 3; i++) {
    expect((await failure(host.tools.execute('main', {}, { timeoutMs: 50 }))).code).toBe('TOOL_TIMEOUT');
    const stop = new AbortController();
    const call = host.tools.execute('main', {}, { signal: stop.signal });
    stop.abort('enough');
    await expect(call).rejects.toBe('enough');
  }
  expect(await long).toBe(1);
  expect((await host.plugins.list())[0]?.strikes).toBe(0);
  expect(host.status().workers).toMatchObject({ live: 1, terminating: 0 });
});

test('calls that are late together behind one that says nothing are no failures: only its own counts', async () => {
  await using host = testHost();
  await host.plugins.install({ code: plugin(`${NATIVE} return 1`) });
  await host.tools.execute('main');
  const calls = [1, 2, 3].map(() => said(host.tools.execute('main', { native: true }, { timeoutMs: 150 })));
  expect(await Promise.all(calls)).toEqual(['TOOL_TIMEOUT', 'TOOL_TIMEOUT', 'TOOL_TIMEOUT']);
  expect((await host.plugins.list())[0]?.strikes).toBe(1);
});

/** Two calls in two workers, both late in one task of the page. `reached` is false where the machine was too slow for that. */
async function lateTogether() {
  // Together below a second: a page that is held up for longer takes it for sleep, and its deadlines begin anew.
  const [graceMs, lateMs] = [650, 200];
  const count = { mode: 'read', open: () => grantFunction(async () => null) } as const;
  // What may ask for something does not wait in its worker: both calls of the first one count as running there.
  await using host = testHost({ limits: { graceMs }, capabilities: { count } });
  await host.plugins.install({ code: plugin(`ctx.progress({ done: 1 }); ${NATIVE} return 1`) });
  const native = (timeoutMs: number) => {
    const [stop, up] = [new AbortController(), Promise.withResolvers<void>()];
    const options = { timeoutMs, signal: stop.signal, onProgress: () => up.resolve() };
    return { stop, up: up.promise, end: said(host.tools.execute('main', { native: true }, options)) };
  };
  const left = native(100_000);
  await left.up;
  const began = performance.now();
  const first = native(100);
  await expect.poll(() => host.status().calls).toBe(2);
  left.stop.abort({ code: 'enough' });
  const second = native(lateMs);
  await Promise.race([second.up, second.end]);
  const reached = host.status().calls === 2 && performance.now() - began < graceMs * 0.9;
  // The page has no time until both are late, and the worker of the first is, too.
  for (const until = performance.now() + lateMs + graceMs; performance.now() < until; );
  const ends = await Promise.all([left.end, first.end, second.end]);
  return { reached, ends, strikes: (await host.plugins.list())[0]?.strikes };
}

test('calls of two workers that are late in one task are two failures', async () => {
  let late = await lateTogether();
  for (let again = 0; again < 20 && !late.reached; again++) late = await lateTogether();
  expect(late).toEqual({ reached: true, ends: ['enough', 'TOOL_TIMEOUT', 'TOOL_TIMEOUT'], strikes: 2 });
});

test('arguments too large for the fast path, and small ones, all get their answers', async () => {
  await using host = testHost();
  await host.plugins.install({ code: plugin('return args.text.length') });
  const lengths = [10, 100_000, 20, 9_000, 300_000, 30];
  const calls = lengths.map((length) => said(host.tools.execute('main', { text: 'x'.repeat(length) })));
  expect(await Promise.all(calls)).toEqual(lengths);
  expect(await said(host.tools.execute('main', { text: '' }))).toBe(0);
});

test('a worker that is left for another is ended once it has let go, and none falls out of the books', async () => {
  await using host = testHost();
  await host.plugins.install({
    code: plugin(`if (args.quick) return 1; ctx.progress({ done: 1 });
      for (;;) { const t = Date.now(); while (Date.now() - t < 7); if (args.chunks) await ctx.progress({ done: 2 }); }`),
  });
  for (let i = 0; i < 16; i++) {
    const stop = new AbortController();
    const begun = Promise.withResolvers<void>();
    const options = { signal: stop.signal, onProgress: () => begun.resolve() };
    const call = host.tools.execute('main', { chunks: i % 2 === 0 }, options);
    await begun.promise;
    stop.abort('enough');
    await expect(call).rejects.toBe('enough');
    const more = Array.from({ length: 6 }, () => said(host.tools.execute('main', { quick: true })));
    expect(await Promise.all(more)).toEqual([1, 1, 1, 1, 1, 1]);
  }
  await expect.poll(() => host.status().workers.live).toBe(1);
  await expect.poll(() => host.status().workers.terminating, { timeout: 10_000 }).toBe(0);
  // Chromium tells of the end of a worker a moment later.
  const beyond = async () => {
    const { live, spare } = host.status().workers;
    return (await toolWorkers()) - live - spare;
  };
  await expect.poll(beyond, { timeout: 10_000 }).toBe(0);
});

test('forty plugins that are called at once are all served, and leave no more than eight workers', async () => {
  // How long forty sources take to load side by side is the machine's matter.
  await using host = testHost({ limits: { loadMs: 60_000, cpuMs: 60_000, timeoutMs: 60_000 } });
  const names = Array.from({ length: 40 }, (_, i) => `tool_${i}`);
  for (const name of names) await host.plugins.install({ code: plugin('return 1', name) });
  await host.stopAll();
  expect(await Promise.all(names.map((name) => said(host.tools.execute(name))))).toEqual(names.map(() => 1));
  await expect.poll(() => host.status().workers.live + host.status().workers.spare).toBeLessThanOrEqual(8);
});

test('a grant of the page that never says that it has closed does not keep an answer for ever', async () => {
  const dropping = Promise.withResolvers<void>();
  const drop = () => {
    dropping.resolve();
    return new Promise<void>(() => {});
  };
  const open = () => ({ port: grantFunction(async () => null).port, drop });
  await using host = testHost({ capabilities: { stuck: { mode: 'read', open } } });
  await host.plugins.install({ code: plugin('return args.x;') });
  await host.tools.list();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    let answer: unknown;
    const call = host.tools.execute('main', { x: 1 }).then(({ value }) => {
      answer = value;
    });
    await dropping.promise;
    await vi.advanceTimersByTimeAsync(4_900);
    expect(answer).toBe(undefined);
    await vi.advanceTimersByTimeAsync(500);
    await call;
    expect(answer).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});
