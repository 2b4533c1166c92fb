import { expect, test } from 'vitest';
import { assetsAt, type Host, type HostOptions } from '../../../src/index.js';
import { failure, inPage, plainHost } from '../setup.js';
import { PageChat, user, waiting } from './page.js';
import { asking, tool } from './plugins.js';

const READ = { id: 'recall', cap: 'memory.read', scope: 'chat', reason: 'to recall' };
const WRITE = { id: 'learn', cap: 'memory.write', scope: 'chat', reason: 'to remember' };
const denied = { code: 'CAPABILITY_DENIED', details: { guest: { code: 'CAPABILITY_DENIED' } } };

/** Whatever a test wants to do with the memory, in one tool for each mode. */
const BOTH =
  tool('recall', 'read', 'return await (new Function("ctx", args.code))(ctx)') +
  tool('learn', 'write', 'return await (new Function("ctx", args.code))(ctx)');
const code = (body: string) => ({ code: `return (async () => { ${body} })()` });

const NOTER = asking('noter', [READ, WRITE], BOTH);

/** A host whose page has one chat open, which a test may change. */
function memoryHost(more: HostOptions = {}): Host & AsyncDisposable & { readonly open: (chat: string | null) => void } {
  let chat: string | null = 'tavern';
  return {
    ...plainHost({ services: { memory: { current: () => chat } }, ...more }),
    open: (now) => {
      chat = now;
    },
  };
}

const alice = 'ctx.memory.createNode({ type: "character_sheet", title: "Alice", fields: { traits: "brave" } })';

async function withAlice(host: Host, chat = 'tavern'): Promise<string> {
  const session = await host.memory.openSession(chat);
  const { id } = await session.createNode({ type: 'character_sheet', title: 'Alice', fields: { traits: 'brave' } });
  return id;
}

test('a page that says nothing of its memory has none to grant, and says so', async () => {
  await using host = plainHost();
  await host.plugins.install({ code: NOTER }, { enable: true, allow: 'all' });
  const error = await failure(host.tools.execute('recall', code('return ctx.memory.getSchema()')));
  expect(error).toMatchObject(denied);
  expect(error.message).toContain('permissions/0 (recall): this host has nothing of the kind');
  const { permissions } = await host.plugins.review('noter');
  expect(permissions.map(({ refused }) => refused)).toEqual(['not-provided', 'not-provided']);
});

test('what is not granted is refused by its line; what is granted reads the open chat by each of nine methods', async () => {
  await using host = memoryHost();
  const id = await withAlice(host);
  await host.plugins.install({ code: NOTER }, { enable: true });
  const look = code('return ctx.memory.findByName({ query: "ali" })');
  const error = await failure(host.tools.execute('recall', look));
  expect(error).toMatchObject(denied);
  expect(error.message).toContain('permissions/0 (recall)');
  await host.plugins.enable('noter', { allow: { recall: 'chat' } });
  const { value } = await host.tools.execute(
    'recall',
    code(`const { memory } = ctx; const [id] = ${JSON.stringify([id])};
      return [
        (await memory.getSchema()).types.length > 0,
        (await memory.listVisibleCandidates({ limit: 5 })).length,
        (await memory.getEdgeSummary(id)).degree,
        (await memory.getNodeBrief(id, { includeEdgeSummary: false, signal: ctx.signal })).title,
        (await memory.expandFromSeeds([id], { hops: 1, projectTo: 'raw' })).length,
        (await memory.keywordSearch({ query: 'brave' })).map(({ title }) => title),
        await memory.vectorSearch({ query: 'brave' }).catch(({ code }) => code),
        (await memory.findByName({ query: 'ali' })).matches.map(({ id }) => id),
        await memory.compactionCandidates({ type: 'event' }),
      ]`),
  );
  expect(value).toEqual([true, 1, 0, 'Alice', 1, ['Alice'], 'NO_EMBEDDING_PROFILE', [id], { groups: [] }]);
  const uses = await host.audit.query({ plugin: 'noter', type: 'use' });
  expect(uses.map(({ what, permission }) => [what, permission])).toContainEqual(['memory.keywordSearch', 'recall']);
});

test('searches by meaning work where the page has a profile, over what is kept', async () => {
  await using host = memoryHost({ embeddings: { kind: 'local' } });
  const id = await withAlice(host);
  await host.plugins.install({ code: NOTER }, { enable: true, allow: 'all' });
  const find = code(
    'return (await ctx.memory.vectorSearch({ query: "Alice brave" })).map((hit) => [hit.id, hit.scoreMode])',
  );
  expect((await host.tools.execute('recall', find)).value).toEqual([[id, 'vector']]);
  await host.memory.setEmbeddings(null);
  expect((await failure(host.tools.execute('recall', find))).details.guest).toMatchObject({
    code: 'NO_EMBEDDING_PROFILE',
  });
});

test('what a call has written is found by its meaning in the same call, as it will be when it is kept', async () => {
  await using host = memoryHost({ embeddings: { kind: 'local' } });
  const id = await withAlice(host);
  const { session } = await host.memory.open('tavern');
  const lantern = await session.createNode({ type: 'thread', title: 'The lantern', fields: { note: 'lost at sea' } });
  await host.plugins.install({ code: NOTER }, { enable: true, allow: 'all' });
  const find = (query: string) =>
    `(await memory.vectorSearch({ query: '${query}' })).map(({ title, score }) => [title, score])`;
  const body = code(`const { memory } = ctx;
    const before = ${find('storm over the harbour')};
    await memory.createNode({ type: 'thread', title: 'A storm', fields: { note: 'it rages over the harbour' } });
    await memory.editNode({ id: '${id}', setFields: { traits: 'afraid of thunder' } });
    await memory.deleteNode({ id: '${lantern.id}' });
    return { before, storm: ${find('storm over the harbour')}, thunder: ${find('afraid of thunder')}, lost: ${find('lantern lost at sea')} }`);
  const { value, effects } = await host.tools.simulate('learn', body);
  type Found = readonly (readonly [title: string, score: number])[];
  const { before, ...found } = value as { readonly [query: string]: Found };
  const titles = (list: Found | undefined) => list?.map(([title]) => title);
  expect(titles(before)).not.toContain('A storm');
  expect(titles(found.storm)?.[0]).toBe('A storm');
  expect(titles(found.thunder)?.[0]).toBe('Alice');
  expect(titles(found.lost)).not.toContain('The lantern');
  await host.tools.commit(effects);
  const kept = async (query: string) =>
    (await session.vectorSearch({ query })).map(({ title, score }): [string, number] => [title, score]);
  expect(found).toEqual({
    storm: await kept('storm over the harbour'),
    thunder: await kept('afraid of thunder'),
    lost: await kept('lantern lost at sea'),
  });
});

test('a tool that reads cannot write, whatever was granted', async () => {
  await using host = memoryHost();
  await host.plugins.install({ code: NOTER }, { enable: true, allow: 'all' });
  const error = await failure(host.tools.execute('recall', code(`return ${alice}`)));
  expect(error).toMatchObject(denied);
  expect(error.message).toContain('for a tool that only reads');
  expect(await (await host.memory.open('tavern')).info()).toMatchObject({ nodes: 0, commits: 0 });
});

test('an optional permission is asked for at its first use, and a no is a no', async () => {
  await using host = memoryHost();
  await withAlice(host);
  const later = asking('noter', [], BOTH, { optionalPermissions: [READ] });
  await host.plugins.install({ code: later }, { enable: true });
  let answer: 'no' | 'chat' = 'no';
  const { asked } = user(host, () => answer);
  const look = code('return (await ctx.memory.findByName({ query: "ali" })).matches.length');
  expect(await failure(host.tools.execute('recall', look))).toMatchObject(denied);
  answer = 'chat';
  expect((await host.tools.execute('recall', look)).value).toBe(1);
  expect((await host.tools.execute('recall', look)).value).toBe(1);
  expect(asked.map(({ kind, what }) => [kind, what])).toEqual([
    ['permission', 'memory.findByName'],
    ['permission', 'memory.findByName'],
  ]);
  // The yes was said of that chat.
  host.open('elsewhere');
  answer = 'no';
  expect(await failure(host.tools.execute('recall', look))).toMatchObject(denied);
});

test('a call stays with the chat that was open when it was asked for, and without one there is nothing', async () => {
  await using host = memoryHost();
  await withAlice(host);
  await host.memory.openSession('elsewhere');
  const all = [
    { ...READ, scope: 'all' },
    { ...WRITE, scope: 'all' },
  ];
  await host.plugins.install({ code: asking('noter', all, BOTH) }, { enable: true, allow: 'all' });
  const call = host.tools.execute(
    'recall',
    code(`await ctx.progress({ done: 1 }); const seen = [];
      for (let i = 0; i < 20; i++) seen.push((await ctx.memory.findByName({ query: 'ali' })).matches.length);
      return new Set(seen).size === 1 && seen[0]`),
    { onProgress: () => host.open('elsewhere') },
  );
  expect((await call).value).toBe(1);
  const names = ['chat', 'graph', 'store', 'session'].map((name) => `${name}: 'tavern'`);
  const tries = code(`const seen = []; for (const extra of ${JSON.stringify(names)}) {
    try { await ctx.memory.findByName({ query: 'ali', ...new Function('return {' + extra + '}')() }); seen.push('done') }
    catch ({ code }) { seen.push(code) } } return seen`);
  expect((await host.tools.execute('recall', tries)).value).toEqual(Array(4).fill('BAD_ARGS'));
  const look = code('return (await ctx.memory.findByName({ query: "ali" })).matches.length');
  expect((await host.tools.execute('recall', look)).value).toBe(0);
  host.open(null);
  expect((await failure(host.tools.execute('recall', look))).message).toContain('no chat is open');
});

test('taking a permission back ends what is under way, at once', async () => {
  await using host = memoryHost();
  await withAlice(host);
  await host.plugins.install({ code: NOTER }, { enable: true, allow: 'all' });
  const busy = Promise.withResolvers<void>();
  const call = failure(
    host.tools.execute(
      'recall',
      code(
        'for (let i = 0; ; i++) { await ctx.memory.keywordSearch({ query: "brave" }); await ctx.progress({ done: i }) }',
      ),
      { onProgress: ({ done }) => void (done > 3 && busy.resolve()) },
    ),
  );
  await busy.promise;
  await host.plugins.revoke('noter', 'recall');
  const error = await call;
  expect(error).toMatchObject(denied);
  expect(error.message).toContain('the user took it back');
});

test('the types that a manifest names are all that it reads and writes', async () => {
  await using host = memoryHost();
  const session = await host.memory.openSession('tavern');
  const sheet = await session.createNode({ type: 'character_sheet', title: 'Alice', fields: { traits: 'a secret' } });
  const place = await session.createNode({
    type: 'location_state',
    title: 'The inn',
    fields: { state: 'a secret door' },
  });
  await session.upsertLinks({ source: { id: place.id }, links: [{ target: { id: sheet.id }, relation: 'near' }] });
  const types = ['location_state'];
  const narrow = asking(
    'noter',
    [
      { ...READ, types },
      { ...WRITE, types },
    ],
    BOTH,
  );
  await host.plugins.install({ code: narrow }, { enable: true, allow: 'all', staged: false });
  user(host, () => 'call');
  const { value } = await host.tools.execute(
    'recall',
    code(`const { memory } = ctx; const [place, sheet] = ${JSON.stringify([place.id, sheet.id])};
      const titles = (list) => list.map(({ title }) => title);
      return [
        (await memory.getSchema()).types.map(({ type }) => type),
        titles(await memory.listVisibleCandidates()),
        titles(await memory.keywordSearch({ query: 'secret' })),
        titles(await memory.keywordSearch({ query: 'secret', types: ['character_sheet'] })),
        titles((await memory.findByName({ query: 'alice' })).matches),
        titles(await memory.expandFromSeeds([place], { projectTo: 'raw', hops: 2 })),
        await memory.getNodeBrief(sheet),
        (await memory.getEdgeSummary(place)).sample_neighbors,
        (await memory.getEdgeSummary(sheet)).degree,
      ]`),
  );
  expect(value).toEqual([types, ['The inn'], ['The inn'], [], [], ['The inn'], null, [], 0]);
  const refused = [
    `createNode({ type: 'character_sheet', title: 'Eve' })`,
    `editNode({ id: '${sheet.id}', title: 'Eve' })`,
    `deleteNode({ id: '${sheet.id}' })`,
    `applyExtractionBatch({ ops: [{ op: 'delete', nodeId: '${place.id}' }, { op: 'delete', nodeId: '${sheet.id}' }] })`,
    `upsertLinks({ source: { id: '${place.id}' }, links: [{ target: { id: '${sheet.id}' }, relation: 'knows' }] })`,
    `deleteLinks({ source: { id: '${place.id}' }, target: { id: '${sheet.id}' }, relation: 'near' })`,
  ];
  for (const write of refused) {
    expect(await failure(host.tools.execute('learn', code(`return ctx.memory.${write}`))), write).toMatchObject(denied);
  }
  await host.tools.execute('learn', code(`return ctx.memory.editNode({ id: '${place.id}', title: 'The old inn' })`));
  const graph = await host.memory.open('tavern');
  expect((await graph.listNodes()).map(({ title }) => title)).toEqual(['Alice', 'The old inn']);
});

test('what a call writes is one question, with a diff, and after a yes one change that can be undone', async () => {
  await using host = memoryHost();
  const id = await withAlice(host);
  await host.plugins.install({ code: NOTER }, { enable: true, allow: 'all' });
  const { asked } = user(host, () => 'call');
  const { value } = await host.tools.execute(
    'learn',
    code(`const { memory } = ctx; const id = '${id}';
      const bob = await memory.createNode({ type: 'character_sheet', title: 'Bob' });
      await memory.editNode({ id, setFields: { traits: 'tired' } });
      await memory.upsertLinks({ source: { id }, links: [{ target: { id: bob.id }, relation: 'knows', direction: 'outgoing' }] });
      return [bob.id, (await memory.findByName({ query: 'bob' })).matches.length, (await memory.keywordSearch({ query: 'tired' })).length]`),
  );
  expect(value).toEqual(['n_2', 1, 1]);
  expect(asked).toHaveLength(1);
  const [ask] = asked;
  expect([ask?.kind, ask?.plugin.id, ask?.tool.name]).toEqual(['memory', 'noter', 'learn']);
  const changes = ask?.effects?.items.map((effect) => (effect.kind === 'memory' ? effect.change : undefined));
  expect(changes?.map((change) => [change?.what, change?.before === undefined, change?.after === undefined])).toEqual([
    ['node', true, false],
    ['node', false, false],
    ['link', true, false],
  ]);
  expect(changes?.[2]).toMatchObject({ from: id, to: 'n_2', relation: 'knows', fromTitle: 'Alice', toTitle: 'Bob' });
  expect(Object(ask?.effects?.deltas['memory:tavern'])[id]).toEqual({ fields: { traits: ['brave', 'tired'] } });
  const graph = await host.memory.open('tavern');
  expect(await graph.info()).toMatchObject({ nodes: 2, edges: 1, commits: 2, canUndo: true });
  expect(await graph.undo()).toBe(true);
  expect(await graph.info()).toMatchObject({ nodes: 1, edges: 0 });
  expect(await graph.getNode(id)).toMatchObject({ fields: { traits: 'brave' } });
});

test('nothing is written before the yes, nothing after a no, and nothing by a call that fails', async () => {
  await using host = memoryHost();
  await host.plugins.install({ code: NOTER }, { enable: true, allow: 'all' });
  const graph = await host.memory.open('tavern');
  host.asks.onChange(() => {});
  const call = failure(host.tools.execute('learn', code(`return ${alice}`)));
  const [ask] = await waiting(host, 1);
  expect(await graph.info()).toMatchObject({ nodes: 0, commits: 0 });
  host.asks.answer(ask?.id ?? 0, null);
  expect((await call).code).toBe('CONSENT_DENIED');
  expect((await failure(host.tools.execute('learn', code(`await ${alice}; throw new Error('no')`)))).code).toBe(
    'TOOL_ERROR',
  );
  expect(await graph.info()).toMatchObject({ nodes: 0, commits: 0 });
  // A call that wrote nothing asks nothing.
  expect((await host.tools.execute('learn', code('return 1'))).value).toBe(1);
  expect(host.asks.list()).toEqual([]);
});

test('what was written upon something that is there no more is stale, and nothing of it is kept', async () => {
  await using host = memoryHost();
  const id = await withAlice(host);
  await host.plugins.install({ code: NOTER }, { enable: true, allow: 'all' });
  host.asks.onChange(() => {});
  const edit = code(`${alice}; return ctx.memory.editNode({ id: '${id}', title: 'Alicia' })`);
  const stale = failure(host.tools.execute('learn', edit));
  const [first] = await waiting(host, 1);
  const graph = await host.memory.open('tavern');
  await graph.session.editNode({ id, setFields: { traits: 'meanwhile' } });
  host.asks.answer(first?.id ?? 0, { kind: 'call' });
  expect((await stale).code).toBe('EFFECTS_STALE');
  expect((await graph.listNodes()).map(({ title }) => title)).toEqual(['Alice']);
  const elsewhere = failure(host.tools.execute('learn', edit));
  const [second] = await waiting(host, 1);
  expect(second?.effects?.items).toHaveLength(2);
  host.open('elsewhere');
  host.asks.answer(second?.id ?? 0, { kind: 'call' });
  expect((await elsewhere).code).toMatch(/EFFECTS_STALE|CAPABILITY_DENIED/);
  expect((await graph.listNodes()).map(({ title }) => title)).toEqual(['Alice']);
});

test('a yes that is kept is not asked for again; one that was taken back is', async () => {
  await using host = memoryHost();
  await host.plugins.install({ code: NOTER }, { enable: true, allow: 'all' });
  const { asked } = user(host, () => 'chat');
  const learn = () => host.tools.execute('learn', code(`return ${alice}`));
  await learn();
  await learn();
  expect(asked).toHaveLength(1);
  expect(await (await host.memory.open('tavern')).info()).toMatchObject({ nodes: 2, commits: 2 });
  await host.plugins.revoke('noter', { call: 'learn' });
  await learn();
  expect(asked).toHaveLength(2);
});

test('a plugin that need not wait is asked about before, and what it writes counts at once', async () => {
  await using host = memoryHost();
  await host.plugins.install({ code: NOTER }, { enable: true, allow: 'all', staged: false });
  const { asked } = user(host, () => 'call');
  const failed = code(`await ${alice}; throw new Error('after')`);
  expect((await failure(host.tools.execute('learn', failed))).code).toBe('TOOL_ERROR');
  expect(asked.map(({ kind }) => kind)).toEqual(['call']);
  const graph = await host.memory.open('tavern');
  expect(await graph.info()).toMatchObject({ nodes: 1, commits: 1 });
  // Another plugin of that name is not trusted.
  const changed = NOTER.replace('to remember', 'to remember all');
  await host.plugins.install({ code: changed }, { enable: true, allow: 'all' });
  await host.tools.execute('learn', code(`return ${alice}`));
  expect(asked.map(({ kind }) => kind)).toEqual(['call', 'memory']);
});

test('a simulation leaves nothing behind, sees what it wrote, and can be committed once', async () => {
  await using host = memoryHost();
  const id = await withAlice(host);
  await host.plugins.install({ code: NOTER }, { enable: true, allow: 'all' });
  const graph = await host.memory.open('tavern');
  const before = await graph.info();
  const body = code(`const { id } = await ctx.memory.createNode({ type: 'event', fields: { summary: 'a duel' } });
    await ctx.memory.deleteNode({ id: '${id}' });
    return [(await ctx.memory.keywordSearch({ query: 'duel' })).length, (await ctx.memory.findByName({ query: 'ali' })).matches.length]`);
  const { value, effects, unvalidated } = await host.tools.simulate('learn', body);
  expect([value, unvalidated]).toEqual([[1, 0], false]);
  expect(effects.items).toHaveLength(2);
  expect(await graph.info()).toEqual(before);
  expect(await host.tools.commit(effects)).toEqual({ applied: true });
  expect(await host.tools.commit(effects)).toEqual({ applied: false });
  expect(await graph.info()).toMatchObject({ nodes: 2, commits: before.commits + 1 });
  expect(await graph.getNode(id)).toMatchObject({ archived: true });
  const late = await host.tools.simulate('learn', body).catch(() => undefined);
  await graph.session.createNode({ type: 'event', fields: { summary: 'meanwhile' } });
  expect(late && (await failure(host.tools.commit(late.effects))).code).toBe('EFFECTS_STALE');
});

test('one call has so much of a memory and no more', async () => {
  await using host = memoryHost();
  await host.plugins.install({ code: NOTER }, { enable: true, allow: 'all' });
  user(host, () => 'call');
  const graph = await host.memory.open('tavern');
  const ops = Array.from({ length: 60 }, (_, i) => ({
    op: 'create' as const,
    type: 'event',
    fields: { summary: `${i} ${'x'.repeat(10_000)}` },
  }));
  await graph.session.applyExtractionBatch({ ops });
  const error = async (body: string, name = 'recall') => {
    const { guest } = (await failure(host.tools.execute(name, code(body)))).details;
    return Object(guest).code;
  };
  expect(await error('return ctx.memory.listVisibleCandidates()')).toBe('CAPABILITY_LIMIT');
  expect(await error('for (let i = 0; i < 100; i++) await ctx.memory.listVisibleCandidates({ limit: 20 })')).toBe(
    'CAPABILITY_LIMIT',
  );
  const batch = (count: number) =>
    `ctx.memory.applyExtractionBatch({ ops: Array.from({ length: ${count} }, () => ({ op: 'create', type: 'event' })) })`;
  expect(await error(`return ${batch(501)}`, 'learn')).toBe('BAD_ARGS');
  expect(await error(`for (let i = 0; i < 3; i++) await ${batch(400)}`, 'learn')).toBe('CAPABILITY_LIMIT');
  expect(await error('for (let i = 0; i < 1001; i++) await ctx.memory.getSchema()')).toBe('CAPABILITY_LIMIT');
  expect(await graph.info()).toMatchObject({ nodes: 60, commits: 1 });
});

test('where the page refuses the rest of a commit, the memory is as it was', async () => {
  const chat = new PageChat();
  const services = { chat, memory: { current: () => 'tavern' } };
  await using host = plainHost({ services });
  const say = { id: 'say', cap: 'chat.write', reason: 'to answer' };
  const both = tool('both', 'write', `await ${alice}; await ctx.chat.append({ text: 'done' })`);
  await host.plugins.install({ code: asking('noter', [WRITE, say], both) }, { enable: true, allow: 'all' });
  const { effects } = await host.tools.simulate('both', {});
  expect(effects.items.map(({ kind }) => kind)).toEqual(['memory', 'chat']);
  const apply = chat.apply.bind(chat);
  chat.apply = () => {
    throw new Error('not now');
  };
  expect((await failure(host.tools.commit(effects))).message).toContain('not now');
  const graph = await host.memory.open('tavern');
  expect(await graph.info()).toMatchObject({ nodes: 0 });
  chat.apply = apply;
  const again = await host.tools.simulate('both', {});
  await host.tools.commit(again.effects);
  expect([(await graph.info()).nodes, chat.lines.at(-1)?.text]).toEqual([1, 'done']);
});

test.runIf(inPage)(
  'a memory that cannot be opened is told to the guest, and one whose worker is lost ends the call',
  async () => {
    const services = { memory: { current: () => 'tavern', ready: () => Promise.reject(new Error('no file')) } };
    await using host = plainHost({ services });
    await host.plugins.install({ code: NOTER }, { enable: true, allow: 'all' });
    const look = code('return ctx.memory.getSchema()');
    expect((await failure(host.tools.execute('recall', look))).message).toContain('no file');
    await using lost = plainHost({
      assets: { ...assetsAt('/bulkhead/'), memory: '/nowhere/memory-worker.js' },
      services: { memory: { current: () => 'tavern' } },
    });
    await lost.plugins.install({ code: NOTER }, { enable: true, allow: 'all' });
    expect((await failure(lost.tools.execute('recall', look))).code).toBe('WORKER_LOST');
  },
);

test('a tool that changes nothing but the memory is not asked about twice, and skipping covers it', async () => {
  await using host = memoryHost();
  await host.plugins.install({ code: NOTER }, { enable: true, allow: 'all' });
  const { asked } = user(host, () => 'no');
  host.asks.skipFor(60_000, 'noter');
  await host.tools.execute('learn', code(`return ${alice}`));
  expect(asked).toEqual([]);
  expect(await (await host.memory.open('tavern')).info()).toMatchObject({ nodes: 1, canUndo: true });
});

test('what ends a plugin, or takes its permission back, while its user looks at what it wrote, ends that too', async () => {
  await using host = memoryHost();
  await host.plugins.install({ code: NOTER }, { enable: true, allow: 'all' });
  host.asks.onChange(() => {});
  const learn = () => failure(host.tools.execute('learn', code(`return ${alice}`)));
  const revoked = learn();
  const [first] = await waiting(host, 1);
  await host.plugins.revoke('noter', 'learn');
  host.asks.answer(first?.id ?? 0, { kind: 'call' });
  expect((await revoked).code).toBe('CAPABILITY_DENIED');
  await host.plugins.enable('noter', { allow: 'all' });
  const stopped = learn();
  await waiting(host, 1);
  await host.plugins.disable('noter');
  expect((await stopped).code).toBe('STOPPED');
  expect(host.asks.list()).toEqual([]);
  await host.plugins.enable('noter', { allow: 'all' });
  const killed = learn();
  await waiting(host, 1);
  await host.kill();
  expect((await killed).code).toMatch(/STOPPED|CONSENT_DENIED/);
  expect(await (await host.memory.open('tavern')).info()).toMatchObject({ nodes: 0, commits: 0 });
});
