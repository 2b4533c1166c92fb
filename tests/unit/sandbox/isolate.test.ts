import { expect, test } from 'vitest';
import { PARTS } from '../../../sandbox/guest/globals.js';
import { createIsolate, SAY, TO_GUEST } from '../../../sandbox/isolate.js';
import { GUEST, guest, type Heard, MiB, module, run, tool } from './isolates.js';

test('a tool gets its arguments and its result comes back as JSON text', async () => {
  const { last } = await run('return { sum: args.a + args.b }', '{"a":2,"b":3}');
  expect(last).toEqual({ kind: SAY.done, id: 7, text: '{"sum":5}' });
});

test('loading reports the manifest and the tools', async () => {
  const { heard } = await guest(`export const manifest = { id: 'a-b' }; ${tool('return 1')}`);
  expect(heard).toHaveLength(1);
  const [manifest, tools] = JSON.parse(heard[0]?.text ?? '[]') as [string, string];
  expect(JSON.parse(manifest)).toEqual({ id: 'a-b' });
  expect(JSON.parse(tools)).toMatchObject([{ name: 'main', mode: 'read' }]);
});

test('a syntax error names line and column of the source', async () => {
  const { heard } = await guest('const a = 1;\nconst = 2;');
  expect(heard[0]?.kind).toBe(SAY.failed);
  const report = JSON.parse(heard[0]?.text ?? '') as { name: string; stack: string };
  expect(report.name).toBe('SyntaxError');
  expect(report.stack).toMatch(/plugin\.js:2:\d+/);
});

test('an endless loop ends at the poll where the host says stop, and never runs on', async () => {
  const { isolate, last, look, polls } = await run(
    'for (;;) { try { for (;;) {} } catch {} finally { continue; } }',
    '{}',
    5,
  );
  expect(isolate.fault).toBe('interrupt');
  expect(polls()).toBe(6);
  expect(last?.kind).toBe(SAY.loaded);
  isolate.send(TO_GUEST.execute, 8, 'main', '{}');
  expect(isolate.pump(look)).toBe('faulted');
  expect(polls()).toBe(6);
});

test('a chain of promises ends at the pump, between two slices', async () => {
  const { isolate } = await run('for (;;) await 0;', '{}', 20);
  expect(isolate.fault).toBe('pump');
});

test('the memory maximum holds and finishes the isolate', async () => {
  const { isolate } = await run('const c = []; for (;;) c.push("x".repeat(1024 * 1024) + c.length);');
  expect(isolate.fault).toBe('memory');
  expect(isolate.memoryBytes).toBeLessThanOrEqual(64 * MiB);
});

test.each([
  ['memory', 'const c = []; for (;;) c.push("x".repeat(1024 * 1024) + c.length);'],
  ['interrupt', 'for (;;) {}'],
])(
  'what a guest says in the stretch in which it met its end (%s) is not heard: it may have caught that',
  async (fault, work) => {
    const heard: Heard[] = [];
    let stops = false;
    const isolate = await createIsolate({
      ...{ module, memoryBytes: 64 * MiB, stackBytes: 65_536, guest: GUEST },
      seed: () => crypto.getRandomValues(new Uint8Array(8)),
      stop: () => stops,
      onMessage: (kind, id, text) => heard.push({ kind, id, text }),
    });
    // After some jobs several run in one stretch, so the answer would come in the stretch of the end.
    isolate.load(
      tool(`for (let i = 0; i < 8; i++) await 0;
      const end = async () => { ${work} };
      try { await end(); } catch {}
      return 'as if nothing had happened';`),
    );
    isolate.pump(() => 'go');
    heard.length = 0;
    // It is asked in loops only: all that comes before is too short.
    stops = fault === 'interrupt';
    isolate.send(TO_GUEST.execute, 7, 'main', '{}');
    expect(isolate.pump(() => 'go')).toBe('faulted');
    expect(isolate.fault).toBe(fault);
    expect(heard).toEqual([]);
  },
);

test('a parser that overflows the engine itself finishes the isolate, not the worker', async () => {
  const { isolate } = await guest(`export default ${'('.repeat(3_000)}1${')'.repeat(3_000)};`);
  expect(isolate.fault).toBe('stack');
});

test('two guests draw different random numbers', async () => {
  const [a, b] = await Promise.all([run('return Math.random()'), run('return Math.random()')]);
  expect(a.last?.kind).toBe(SAY.done);
  expect(a.last?.text).not.toBe(b.last?.text);
});

/** Globals of the platform that are no classes. */
const platform = Object.values(PARTS)
  .flat()
  .filter((name) => !/^[A-Z]|^console$/.test(name));

test('a plugin finds neither the host function nor the dispatcher, and cannot bend JSON', async () => {
  const { last } = await run(`
    try { Object.prototype.toJSON = () => 'forged'; } catch {}
    try { Object.defineProperty(Array.prototype, 0, { get: () => 'forged' }); } catch {}
    JSON.stringify = () => '"forged"'; Map.prototype.get = () => undefined;
    return Object.getOwnPropertyNames(globalThis).filter((n) => !/^[A-Z]|^(console|registerTool|queueMicrotask|eval|is|parse|decode|encode|escape|unescape|globalThis|undefined)/.test(n));
  `);
  expect(last).toEqual({
    kind: SAY.done,
    id: 7,
    text: JSON.stringify(['self', 'registerOrchestrationTool', 'getExtensionApi', ...platform]),
  });
});

test('a stack trace in the plugin shows only the plugin', async () => {
  const { last } = await run('try { null.x } catch (e) { return e.stack }');
  const frames = (JSON.parse(last?.text ?? '""') as string).trim().split('\n');
  expect(frames.every((frame) => frame.includes('plugin.js'))).toBe(true);
});

test('a refused request rejects in the guest with its code', async () => {
  const made = await run('try { await ctx.request("__proto__", {}) } catch (e) { return e.code + " " + e.message }');
  expect(made.last).toMatchObject({ kind: SAY.request, id: 7 });
  const [request] = JSON.parse(made.last?.text ?? '[]') as [number];
  made.isolate.send(TO_GUEST.refuse, request, '', '{"code":"CAPABILITY_DENIED","message":"no"}');
  made.isolate.pump(made.look);
  expect(made.heard.at(-1)).toEqual({ kind: SAY.done, id: 7, text: '"CAPABILITY_DENIED no"' });
});
