import { expect, test } from 'vitest';
import type { ContextProvider } from '../../../src/index.js';
import { eachKind } from '../../conformance/orchestrator/dispatching.js';
import { openKinds } from '../../conformance/orchestrator/kinds.js';
import { plugin, testHost } from '../setup.js';
import { answer, content, spec } from './setup.js';

/** A host application, as far as tools see it. */
function application() {
  const chat = [{ name: 'Ada', mes: 'hello' }];
  const context = { chat, name1: 'User', name2: 'Ada', secret: 'key', save: () => {} };
  const provider: ContextProvider = {
    live: () => context,
    snapshot: () => ({ chat: context.chat, name1: context.name1 }),
  };
  return { context, provider };
}

test('C01 a trusted tool reads the host’s context through its prototype', async () => {
  const { context, provider } = application();
  await using host = testHost({ context: provider });
  let seen: Record<string, unknown> = {};
  host.tools.register(
    spec('c01', {
      exec: (_args, ctx) => {
        seen = ctx;
      },
    }),
    { owner: 'me' },
  );
  await answer(host, 'c01');
  expect(seen.chat).toBe(context.chat);
  expect(seen.name1).toBe('User');
  expect(Object.hasOwn(seen, 'chat')).toBe(false);
  context.name1 = 'Grace';
  expect(seen.name1).toBe('Grace');
});

test('C02 in every mode a run gives its entry keys and its signal, to tools of every kind', async () => {
  await using host = testHost({ context: application().provider });
  const { kinds, extension } = await openKinds(host);
  using _extension = extension;
  const text = `{ name: 'c02', mode: 'read', exec: (args, ctx) => [ctx.__lukerRun.activatedEntryKeys instanceof Set,
    ctx.__lukerRun.abortSignal.aborted, typeof ctx.__lukerRun.abortSignal.addEventListener, ctx.chat[0].mes, ctx.name1] }`;
  const seen = await eachKind(kinds, text, async () => {
    const modes: { [mode: string]: unknown } = {};
    for (const mode of ['loop', 'spec', 'agenda', 'director'] as const)
      modes[mode] = await answer(host, 'c02', { mode });
    return modes;
  });
  const all = { ok: true, data: [true, false, 'function', 'hello', 'User'] };
  for (const { variant, facts } of seen) {
    expect(facts, variant).toEqual({ loop: all, spec: all, agenda: all, director: all });
  }
});

test('C03 outside a run there are no fields of a run, on the host’s context or on a tool’s', async () => {
  const { context, provider } = application();
  await using host = testHost({ context: provider });
  let seen: object = {};
  host.tools.register(
    spec('c03', {
      exec: (_args, ctx) => {
        seen = ctx;
      },
    }),
    { owner: 'me' },
  );
  await answer(host, 'c03');
  const during = Object.keys(seen);
  expect(during).toContain('__lukerRun');
  expect(Object.keys(context).filter((name) => name.startsWith('__'))).toEqual([]);
  await host.tools.execute('c03');
  for (const name in seen) expect(name.startsWith('__'), name).toBe(false);
});

test('C04 the memory session opens at the first memory call, once, and stays', async () => {
  await using host = testHost();
  let opened = 0;
  const memorySession = () => ({ session: ++opened });
  const sessions: unknown[] = [];
  const exec = (_args: unknown, ctx: Record<string, unknown>) => {
    sessions.push([Object.hasOwn(ctx, '__memoryGraphSession'), ctx.__memoryGraphSession]);
  };
  host.tools.register(spec('plain', { exec }), { owner: 'me' });
  host.tools.register(spec('memory_schema', { exec }), { owner: 'memory-graph' });
  await using run = await host.orchestrator.openRun({ memorySession });
  for (const name of ['plain', 'memory_schema', 'memory_schema', 'plain'])
    await host.orchestrator.dispatch({ name }, run);
  expect(sessions).toEqual([
    [false, undefined],
    [true, { session: 1 }],
    [true, { session: 1 }],
    [true, { session: 1 }],
  ]);
  expect(opened).toBe(1);
});

test('C05 what one tool adds to the entry keys, the next one sees, whatever their kinds', async () => {
  await using host = testHost({ context: application().provider });
  const { kinds, extension } = await openKinds(host);
  using _extension = extension;
  for (const [i, kind] of kinds.entries()) {
    const exec = `(args, ctx) => { const keys = ctx.__lukerRun.activatedEntryKeys; const before = [...keys]; keys.add('world.${i}'); return before; }`;
    expect(await kind.register(`{ name: 'add_${kind.kind}', mode: 'read', exec: ${exec} }`)).toBeUndefined();
  }
  await using run = await host.orchestrator.openRun();
  const call = async (kind: string) => content(await host.orchestrator.dispatch({ name: `add_${kind}` }, run)).data;
  expect(await call('plugin')).toEqual([]);
  expect(await call('port')).toEqual(['world.2']);
  expect(await call('page')).toEqual(['world.2', 'world.1']);
  expect(await call('plugin')).toEqual(['world.2', 'world.1', 'world.0']);
  await using other = await host.orchestrator.openRun();
  expect(content(await host.orchestrator.dispatch({ name: 'add_page' }, other)).data).toEqual([]);
});

test('a guest without the grant sees nothing of the page or the run', async () => {
  await using host = testHost({ context: { live: () => application().context, snapshot: () => undefined } });
  await host.plugins.install({
    code: plugin('return Object.keys(ctx).filter((name) => typeof ctx[name] !== "function")'),
  });
  expect(await answer(host, 'main')).toEqual({ ok: true, data: ['signal'] });
});

test('what the host gives a reader is a copy, of this reader’s own', async () => {
  const asked: string[] = [];
  const context: ContextProvider = {
    snapshot({ name, owner, kind }) {
      asked.push(`${kind} ${owner} ${name}`);
      return { chat: [{ mes: 'hello', send: () => {} }] };
    },
  };
  await using host = testHost({ context });
  await host.plugins.install({
    code: `export const manifest = { id: 'reader' };\n${plugin('ctx.chat[0].mes = "changed"; return ctx.chat')}`,
  });
  for (let i = 0; i < 2; i++) expect((await host.tools.execute('main')).value).toEqual([{ mes: 'changed' }]);
  expect(asked).toEqual(['plugin reader main', 'plugin reader main']);
});

test('a snapshot that is too large, or fails, is the host’s mistake and no leak', async () => {
  await using host = testHost({
    limits: { contextBytes: 1_000 },
    context: { snapshot: () => ({ chat: 'x'.repeat(2_000) }) },
  });
  await host.plugins.install({ code: plugin('return Object.keys(ctx).length') });
  await expect(host.tools.execute('main')).rejects.toMatchObject({ code: 'BAD_ARGS' });
});

test('tools call each other in a run; what is not granted is refused', async () => {
  await using host = testHost({ context: application().provider });
  const ran: string[] = [];
  host.tools.register(
    spec('adds', {
      mode: 'write',
      exec: ({ n }) => {
        ran.push('adds');
        return Number(n) + 1;
      },
    }),
    { owner: 'me' },
  );
  host.tools.register(
    spec('page_calls', {
      exec: (_args, ctx) => (ctx.__invokeLoopTool as (name: string, args: object) => unknown)('adds', { n: 1 }),
    }),
    { owner: 'me' },
  );
  await host.plugins.install({ code: plugin('return await ctx.__invokeLoopTool("adds", { n: 1 })', 'guest_calls') });
  expect(await answer(host, 'page_calls')).toEqual({ ok: true, data: 2 });
  expect(await answer(host, 'guest_calls')).toMatchObject({ ok: false, code: 'CAPABILITY_DENIED' });
  const body = 'return await ctx.__invokeLoopTool("adds", { n: 2 });';
  const customTools = [
    { name: 'writer', mode: 'write', body, simulateBody: body },
    { name: 'reader', mode: 'read', body },
    { name: 'endless', mode: 'write', body: 'return await ctx.__invokeLoopTool("endless", {});' },
  ];
  expect(await answer(host, 'writer', { customTools })).toEqual({ ok: true, data: 3 });
  expect(await answer(host, 'reader', { customTools })).toMatchObject({ ok: false, code: 'CAPABILITY_DENIED' });
  expect(await answer(host, 'endless', { customTools })).toMatchObject({ ok: false, code: 'TOO_MANY_CALLS' });
  ran.length = 0;
  const simulated = await host.orchestrator.withReview((review) => answer(host, 'writer', { customTools, review }));
  expect(simulated).toEqual({ ok: true, simulated: true, unvalidated: true });
  expect(ran).toEqual([]);
});
