import { expect, test } from 'vitest';
import { openKinds } from '../../conformance/orchestrator/kinds.js';
import { failure, plugin, testHost } from '../setup.js';
import { answer, spec, thrown } from './setup.js';

test('R01 a registered tool is one row with exactly six fields', async () => {
  await using host = testHost();
  host.orchestrator.registerOrchestrationTool(spec('r01', { simulate: () => 1, mode: 'write', displayName: 'R' }));
  expect(host.orchestrator.listExtensionTools()).toEqual([
    { name: 'r01', mode: 'write', description: 'test', displayName: 'R', hasSimulate: true, source: 'extension' },
  ]);
});

test('R02 a name is 1 to 64 letters, digits and underscores, a letter first', async () => {
  await using host = testHost();
  for (const name of ['a', 'A_1', 'x'.repeat(64)]) host.orchestrator.registerOrchestrationTool(spec(name));
  for (const name of ['x'.repeat(65), '', '1a', '_a', 'a-b', 'a.b', 'a b', 'a\n', '工具']) {
    const error = thrown(() => host.orchestrator.registerOrchestrationTool(spec(name)));
    expect(error.code).toBe('NAME_INVALID');
    expect(error.message).toContain(`"${name}"`);
  }
});

test('R03 the name of a built-in is refused, and the built-in still answers', async () => {
  await using host = testHost();
  host.orchestrator.provideBuiltin(spec('chat_search', { exec: () => 'found' }));
  expect(thrown(() => host.orchestrator.registerOrchestrationTool(spec('chat_search'))).code).toBe('NAME_RESERVED');
  expect(await answer(host, 'chat_search')).toEqual({ ok: true, data: 'found' });
});

test('R04 a name of another owner is taken, whatever kind of tool asks for it', async () => {
  await using host = testHost();
  const { kinds, extension } = await openKinds(host);
  using _extension = extension;
  host.tools.register(spec('mine', { exec: () => 'A' }), { owner: 'A' });
  for (const owner of ['B', 'the-author']) {
    expect(thrown(() => host.tools.register(spec('mine'), { owner })).code).toBe('NAME_TAKEN');
  }
  for (const kind of kinds) {
    expect((await kind.register('{ name: "mine", mode: "read", exec: () => "B" }'))?.code, kind.kind).toBe(
      'NAME_TAKEN',
    );
  }
  expect(await answer(host, 'mine')).toEqual({ ok: true, data: 'A' });
});

test('R05 R06 a wrong mode, exec or simulate is a TypeError with its code', async () => {
  await using host = testHost();
  const { kinds, extension } = await openKinds(host);
  using _extension = extension;
  const bad = [
    ['MODE_INVALID', 'exec: () => 1'],
    ['MODE_INVALID', 'exec: () => 1, mode: "rw"'],
    ['MODE_INVALID', 'exec: () => 1, mode: "Read"'],
    ['EXEC_INVALID', 'exec: "x", mode: "read"'],
    ['SIMULATE_INVALID', 'exec: () => 1, mode: "write", simulate: "x"'],
  ] as const;
  for (const kind of kinds) {
    for (const [code, fields] of bad) {
      expect(await kind.register(`{ name: "bad", ${fields} }`), kind.kind).toMatchObject({ code, isTypeError: true });
    }
    expect(await kind.register('{ name: "good", exec: () => 1, mode: "write", simulate: null }')).toBeUndefined();
    await kind.clear();
  }
});

test('R07 parameters that are no plain object become the schema of an object', async () => {
  await using host = testHost();
  for (const parameters of [undefined, 'nope', [1], null, new Map()]) {
    host.orchestrator.registerOrchestrationTool(spec('r07', { parameters: parameters as never }));
    await using run = await host.orchestrator.openRun();
    expect(run.schemas().at(-1)?.function).toEqual({
      name: 'r07',
      description: 'test',
      parameters: { type: 'object' },
    });
  }
});

test('R08 without an orchestrator, optional chaining does nothing', async () => {
  const host = testHost();
  const { getExtensionApi } = host.orchestrator;
  const register = (name: string) =>
    (getExtensionApi('orchestrator') as typeof host.orchestrator | undefined)?.registerOrchestrationTool(spec(name));
  register('r08');
  expect(host.orchestrator.listExtensionTools().length).toBe(1);
  await host.dispose();
  register('too_late');
  expect(host.orchestrator.listExtensionTools().length).toBe(1);
});

test('R09 C06 every entry point leads to the same functions', async () => {
  const published = { ask: () => 42 };
  await using host = testHost();
  const { orchestrator } = host;
  expect(orchestrator.getExtensionApi('orchestrator')).toBe(orchestrator);
  expect(orchestrator.getExtensionApi('nobody')).toBeUndefined();
  orchestrator.registerExtensionApi('somebody', published);
  expect(thrown(() => orchestrator.registerExtensionApi('orchestrator', {})).code).toBe('NAME_TAKEN');
  let seen: Record<string, unknown> = {};
  orchestrator.registerOrchestrationTool(
    spec('r09', {
      exec: (_args, ctx) => {
        seen = ctx;
        return 1;
      },
    }),
  );
  const look = () => {
    for (const [name, value] of Object.entries(orchestrator)) expect(seen[name], name).toBe(value);
    expect((seen.getExtensionApi as (name: string) => unknown)('somebody')).toBe(published);
  };
  await answer(host, 'r09');
  look();
  await host.tools.execute('r09');
  look();
});

test('R09 in a guest, too', async () => {
  await using host = testHost();
  await host.plugins.install({
    code: plugin(`const api = getExtensionApi('orchestrator');
      return [api.registerOrchestrationTool === registerOrchestrationTool, registerOrchestrationTool === registerTool,
        ctx.registerOrchestrationTool === registerTool, ctx.getExtensionApi === getExtensionApi,
        getExtensionApi('memory-graph'), api.resolveToolSource('chat_search'), api.listExtensionTools()]`),
  });
  const row = {
    name: 'main',
    mode: 'read',
    description: 'test',
    displayName: '',
    hasSimulate: false,
    source: 'extension',
  };
  expect((await host.tools.execute('main')).value).toEqual([true, true, true, true, null, 'builtin', [row]]);
});

test('R10 an unregistered tool is neither listed nor called; unregistering again is silent', async () => {
  await using host = testHost();
  const { orchestrator } = host;
  orchestrator.registerOrchestrationTool(spec('r10'), { owner: 'me' });
  expect(thrown(() => orchestrator.unregisterOrchestrationTool('r10', { owner: 'you' })).code).toBe('NAME_TAKEN');
  orchestrator.unregisterOrchestrationTool('r10', { owner: 'me' });
  orchestrator.unregisterOrchestrationTool('r10', { owner: 'me' });
  expect(orchestrator.listExtensionTools()).toEqual([]);
  expect((await answer(host, 'r10')).code).toBe('NOT_IMPLEMENTED');
});

test('R11 names that steer a run are reserved', async () => {
  await using host = testHost();
  for (const name of [
    'finalize',
    'iter_continue',
    'memory_schema',
    'dispatch_subagent',
    'st_x',
    'luker_docs_x',
    'note_add',
  ]) {
    expect(thrown(() => host.orchestrator.registerOrchestrationTool(spec(name))).code).toBe('NAME_RESERVED');
  }
});

test('R12 the first check that fails decides', async () => {
  await using host = testHost();
  host.tools.register(spec('taken'), { owner: 'somebody' });
  const steps: [string, unknown][] = [
    ['SPEC_INVALID', null],
    ['NAME_INVALID', { name: '1', mode: 'x', simulate: 1 }],
    ['EXEC_INVALID', { name: 'finalize', mode: 'x', simulate: 1 }],
    ['MODE_INVALID', { name: 'finalize', exec: () => 1, mode: 'x', simulate: 1 }],
    ['SIMULATE_INVALID', { name: 'finalize', exec: () => 1, mode: 'read', simulate: 1 }],
    ['NAME_RESERVED', { name: 'finalize', exec: () => 1, mode: 'read' }],
    ['NAME_TAKEN', { name: 'taken', exec: () => 1, mode: 'read' }],
  ];
  for (const [code, given] of steps) {
    expect(thrown(() => host.orchestrator.registerOrchestrationTool(given as never)).code).toBe(code);
  }
});

const MEMORY = `memory_list_candidates memory_edge_summary memory_node_brief memory_expand_seeds memory_schema
  memory_keyword_search memory_vector_search memory_find_by_name memory_compaction_candidates memory_node_create
  memory_node_edit memory_node_delete memory_link_upsert memory_link_delete memory_compact_nodes`.split(/\s+/);

test('R13 the memory graph registers its fifteen tools, and nobody else any of them', async () => {
  await using host = testHost();
  const { orchestrator } = host;
  for (const name of MEMORY) {
    expect(thrown(() => orchestrator.registerOrchestrationTool(spec(name), { owner: 'somebody' })).code).toBe(
      'NAME_RESERVED',
    );
    orchestrator.registerOrchestrationTool(spec(name), { owner: 'memory-graph' });
  }
  expect(orchestrator.listExtensionTools().map(({ name }) => name)).toEqual(MEMORY);
  const code = `export const manifest = { id: 'memory-graph' };\n${plugin('return 1', 'memory_schema')}`;
  expect((await failure(host.plugins.install({ code }))).code).toBe('NAME_RESERVED');
});

test('registering a name again replaces the tool in its place', async () => {
  await using host = testHost();
  const first = host.tools.register(spec('again', { exec: () => 'old' }), { owner: 'me' });
  host.tools.register(spec('other'), { owner: 'me' });
  host.tools.register(spec('again', { exec: () => 'new' }), { owner: 'me' });
  first[Symbol.dispose]();
  expect(host.tools.list().map(({ name }) => name)).toEqual(['again', 'other']);
  expect((await host.tools.execute('again')).value).toBe('new');
});

test('a plugin whose names are taken while it loads registers nothing of itself', async () => {
  await using host = testHost();
  const code = `registerTool({ name: 'free', mode: 'read', exec: () => 1 }); registerTool({ name: 'late', mode: 'read', exec: () => 1 });`;
  const loading = failure(host.plugins.install({ code }));
  // Registered after the plugin was sent to its worker and before main commits it.
  const stop = host.onChange(() => {
    if (host.status().workers.live > 0 && host.tools.list().length === 0)
      host.tools.register(spec('late'), { owner: 'page' });
  });
  expect((await loading).code).toBe('NAME_TAKEN');
  stop();
  expect(host.tools.list().map(({ name }) => name)).toEqual(['late']);
  expect(await host.plugins.list()).toEqual([]);
});

test('changes are told once for all of a turn', async () => {
  await using host = testHost();
  const changes: unknown[] = [];
  host.tools.onChange(({ added, removed }) => changes.push([added.map(({ name }) => name), removed]));
  host.tools.register(spec('one'), { owner: 'me' });
  const two = host.tools.register(spec('two'), { owner: 'me' });
  await Promise.resolve();
  two.unregister();
  await Promise.resolve();
  expect(changes).toEqual([
    [['one', 'two'], []],
    [[], ['two']],
  ]);
});
