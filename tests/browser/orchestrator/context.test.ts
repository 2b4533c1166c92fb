import { expect, test } from 'vitest';
import type { ContextProvider } from '../../../src/index.js';
import { eachKind } from '../../conformance/orchestrator/dispatching.js';
import { openKinds } from '../../conformance/orchestrator/kinds.js';
import { plugin, reader, testHost } from '../setup.js';
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
  const { data } = await answer(host, 'main');
  const run = ['__lukerRun', '__customToolRegistry', '__visibleSkillsForAgent', '__openNotes'];
  expect(data).toEqual(['signal', ...run]);
  expect((await host.tools.execute('main')).value).toEqual(['signal']);
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
  await host.plugins.install({ code: reader('ctx.chat[0].mes = "changed"; return ctx.chat') }, { allow: 'all' });
  for (let i = 0; i < 2; i++) expect((await host.tools.execute('main')).value).toEqual([{ mes: 'changed' }]);
  expect(asked).toEqual(['plugin reader main', 'plugin reader main']);
});

test('a snapshot that is too large, or fails, is the host’s mistake and no leak', async () => {
  await using host = testHost({
    limits: { contextBytes: 1_000 },
    context: { snapshot: () => ({ chat: 'x'.repeat(2_000) }) },
  });
  await host.plugins.install({ code: reader('return Object.keys(ctx).length') }, { allow: 'all' });
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

test('without the grant a tool hears of the run’s end, and neither reads nor writes its entry keys', async () => {
  await using host = testHost();
  const { kinds, extension } = await openKinds(host);
  using _extension = extension;
  const exec = `(args, ctx) => { const { activatedEntryKeys: keys, abortSignal } = ctx.__lukerRun;
    const seen = [...keys]; keys.add('forged.1'); return [seen, abortSignal.aborted]; }`;
  for (const kind of kinds.filter(({ kind }) => kind !== 'page')) {
    await kind.register(`{ name: 'sly_${kind.kind}', mode: 'read', exec: ${exec} }`);
  }
  host.tools.register(
    spec('honest', {
      exec: (_args, ctx) => [...(ctx.__lukerRun as { activatedEntryKeys: Set<string> }).activatedEntryKeys],
    }),
    { owner: 'me' },
  );
  await using run = await host.orchestrator.openRun();
  const call = async (name: string) => content(await host.orchestrator.dispatch({ name }, run)).data;
  expect([await call('sly_port'), await call('sly_plugin'), await call('honest')]).toEqual([
    [[], false],
    [[], false],
    [],
  ]);
});

test('entry keys have a limit, so that no tool can make a run too large for the others', async () => {
  await using host = testHost({ context: { snapshot: () => ({}) } });
  const code = reader(
    'for (let i = 0; i < 1000; i++) ctx.__lukerRun.activatedEntryKeys.add(args.n + "x".repeat(400) + i); return 1',
  );
  await host.plugins.install({ code }, { allow: 'all' });
  await using run = await host.orchestrator.openRun();
  for (let n = 0; n < 8; n++) {
    expect(content(await host.orchestrator.dispatch({ name: 'main', arguments: { n } }, run))).toEqual({
      ok: true,
      data: 1,
    });
  }
});

test('a key named __proto__ in the chat reaches no tool, and harms none', async () => {
  const chat = JSON.parse('[{ "mes": "__proto__", "__proto__": { "polluted": true } }]');
  await using host = testHost({ context: { snapshot: () => ({ chat }) } });
  const { kinds, extension } = await openKinds(host);
  using _extension = extension;
  const text = `{ name: 'reads', mode: 'read', exec: (args, ctx) => [ctx.chat[0].mes, ctx.chat[0].polluted === undefined] }`;
  const seen = await eachKind(
    kinds.filter(({ kind }) => kind !== 'page'),
    text,
    async () => ({ ...(await answer(host, 'reads')) }),
  );
  for (const { variant, facts } of seen) expect(facts.data, variant).toEqual(['__proto__', true]);
});

test('many tools at once are no chain of tools', async () => {
  await using host = testHost();
  host.tools.register(spec('adds', { exec: ({ n }) => Number(n) + 1 }), { owner: 'me' });
  const customTools = [
    {
      name: 'gathers',
      mode: 'read',
      body: 'return Promise.all([1, 2, 3, 4, 5, 6].map((n) => ctx.__invokeLoopTool("adds", { n })));',
    },
    { name: 'inner', mode: 'read', body: 'return args.n * 10;' },
    {
      name: 'outer',
      mode: 'write',
      body: 'return Promise.all([1, 2, 3, 4, 5, 6].map((n) => ctx.__invokeLoopTool("inner", { n })));',
    },
  ];
  await using run = await host.orchestrator.openRun({ customTools });
  const call = async (name: string) => content(await host.orchestrator.dispatch({ name }, run)).data;
  expect(await Promise.all([call('gathers'), call('outer'), call('outer'), call('outer'), call('outer')])).toEqual([
    [2, 3, 4, 5, 6, 7],
    ...Array.from({ length: 4 }, () => [10, 20, 30, 40, 50, 60]),
  ]);
});

test('a memory session that never opens costs its caller no more than the deadline', async () => {
  await using host = testHost();
  let opens = 0;
  host.tools.register(spec('memory_schema', { exec: () => 'schema' }), { owner: 'memory-graph' });
  await using run = await host.orchestrator.openRun({
    memorySession: () => {
      opens += 1;
      if (opens === 1) throw Object.assign(new Error('locked'), { code: 'STORE_BUSY' });
      return opens === 2 ? new Promise(() => {}) : {};
    },
  });
  const call = async () =>
    content(await host.orchestrator.dispatch({ name: 'memory_schema' }, run, { timeoutMs: 100 }));
  expect(await call()).toMatchObject({ ok: false, code: 'STORE_BUSY', error: 'locked' });
  expect(await call()).toMatchObject({ ok: false, code: 'TOOL_TIMEOUT' });
});
